/* Many games side by side, for programs that learn: stepped together, without the interpreter's lock. */

typedef struct {
  S s;
  int32_t *history; /* the positions of the options that were taken */
  int32_t taken, room;
} Game;

typedef struct {
  PyObject_HEAD
  Py_ssize_t n;
  Game *games;
  I *tables;
  Actions actions;
  Features features;
  I *numbers; /* the actions of one game's options */
  unsigned char *mask;
} Batch;

static PyTypeObject BatchType;

static void batch_free(PyObject *o) {
  Batch *b = (Batch *)o;
  for (Py_ssize_t i = 0; b->games && i < b->n; i++) PyMem_RawFree(b->games[i].history);
  PyMem_RawFree(b->games);
  PyMem_RawFree(b->tables);
  PyMem_RawFree(b->numbers);
  PyMem_RawFree(b->mask);
  PyObject_Free(o);
}
/* So many games, none of them begun, with the tables of actions and features. */
static PyObject *module_batch(PyObject *m, PyObject *args) {
  Py_ssize_t n, first_size, second_size;
  const char *first, *second;
  (void)m;
  if (!PyArg_ParseTuple(args, "ny#y#", &n, &first, &first_size, &second, &second_size)) return 0;
  if (n < 0 || n > PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(Game)) return PyErr_NoMemory();
  Batch *b = PyObject_New(Batch, &BatchType);
  if (!b) return 0;
  b->n = n;
  b->numbers = 0;
  b->mask = 0;
  b->games = PyMem_RawCalloc((size_t)n + 1, sizeof(Game));
  b->tables = PyMem_RawMalloc((size_t)(first_size + second_size) + 1);
  if (b->games && b->tables) {
    const I first_n = first_size / (Py_ssize_t)sizeof(I), second_n = second_size / (Py_ssize_t)sizeof(I);
    memcpy(b->tables, first, (size_t)first_n * sizeof(I));
    memcpy(b->tables + first_n, second, (size_t)second_n * sizeof(I));
    if (read_actions(&b->actions, b->tables, first_n) && read_features(&b->features, b->tables + first_n, second_n)) {
      b->numbers = PyMem_RawMalloc(NO * sizeof(I));
      b->mask = PyMem_RawMalloc((size_t)b->actions.count);
      if (b->numbers && b->mask) return (PyObject *)b;
      PyErr_NoMemory();
    } else {
      PyErr_SetString(PyExc_ValueError, "these are no tables of this game");
    }
  } else {
    PyErr_NoMemory();
  }
  Py_DECREF(b);
  return 0;
}
/* An array that was handed over has to have so many bytes. */
static int wants(const Py_buffer *buffer, Py_ssize_t size) {
  if (buffer->len == size) return 1;
  PyErr_Format(PyExc_ValueError, "an array of %zd bytes is wanted, not of %zd", size, buffer->len);
  return 0;
}
/* Whether a game is over or has failed is told by what it asks: -1 for a failure, 0 at its end, else so many options. */
static int32_t asks(const S *s) { return s->failed ? -1 : s->no; }
static void look_at(const Batch *b, int32_t *choices, signed char *turns) {
  for (Py_ssize_t i = 0; i < b->n; i++) {
    choices[i] = asks(&b->games[i].s);
    turns[i] = (signed char)b->games[i].s.p;
  }
}
/* Opens those games that are marked with their seeds. */
static PyObject *batch_open(PyObject *o, PyObject *args) {
  Batch *b = (Batch *)o;
  Py_buffer seeds, which;
  if (!PyArg_ParseTuple(args, "y*y*", &seeds, &which)) return 0;
  int fits = wants(&seeds, 8 * b->n) && wants(&which, b->n);
  C *c = fits ? take_context() : 0;
  if (c) {
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < b->n; i++) {
      uint64_t seed;
      if (!((const char *)which.buf)[i]) continue;
      memcpy(&seed, (const char *)seeds.buf + 8 * i, 8);
      open_game(c, &b->games[i].s, seed);
      b->games[i].taken = 0;
    }
    Py_END_ALLOW_THREADS
    give_context(c);
  }
  PyBuffer_Release(&seeds);
  PyBuffer_Release(&which);
  return c ? Py_NewRef(Py_None) : 0;
}
static int remember_option(Game *game, int32_t option) {
  if (game->taken >= game->room) {
    int32_t room = 2 * game->room + 64;
    int32_t *more = PyMem_RawRealloc(game->history, (size_t)room * sizeof(int32_t));
    if (!more) return 0;
    game->history = more;
    game->room = room;
  }
  game->history[game->taken++] = option;
  return 1;
}
/* Takes in each game the option at a position; below 0 a game stays as it is. Positions that are none were refused before. */
static int step_games(C *c, Batch *b, const int32_t *options) {
  for (Py_ssize_t i = 0; i < b->n; i++) {
    Game *game = &b->games[i];
    if (options[i] < 0) continue;
    if (!remember_option(game, options[i])) return 0;
    step(c, &game->s, options[i]);
  }
  return 1;
}
/* The actions of a game's options, in the batch's own room; whether they could be told. */
static int numbered(C *c, Batch *b, S *s) {
  c->s = s;
  begin_step(c);
  set_floor(c);
  if (setjmp(c->out)) return 0;
  return number_options(c, &b->actions, b->numbers, b->mask);
}
/* Which option each action is; the first game in which it is none, or n. An action below 0 leaves its game as it is. */
static Py_ssize_t find_options(C *c, Batch *b, const int64_t *actions, int32_t *options) {
  for (Py_ssize_t i = 0; i < b->n; i++) {
    S *s = &b->games[i].s;
    options[i] = -1;
    if (actions[i] < 0) continue;
    if (s->failed || !s->no || !numbered(c, b, s)) return i;
    for (int j = 0; j < s->no; j++)
      if (b->numbers[j] == actions[i]) options[i] = j;
    if (options[i] < 0) return i;
  }
  return b->n;
}
/* Takes an action in each game; the first game whose action is none of its options, and then nothing was done, or -1. */
static PyObject *batch_step(PyObject *o, PyObject *args) {
  Batch *b = (Batch *)o;
  Py_buffer actions;
  if (!PyArg_ParseTuple(args, "y*", &actions)) return 0;
  int32_t *options = PyMem_RawMalloc(((size_t)b->n + 1) * sizeof(int32_t));
  C *c = options && wants(&actions, 8 * b->n) ? take_context() : 0;
  Py_ssize_t wrong_one = -1;
  int well = 1;
  if (c) {
    Py_BEGIN_ALLOW_THREADS
    wrong_one = find_options(c, b, actions.buf, options);
    if (wrong_one == b->n) {
      wrong_one = -1;
      well = step_games(c, b, options);
    }
    Py_END_ALLOW_THREADS
    give_context(c);
  }
  PyMem_RawFree(options);
  PyBuffer_Release(&actions);
  if (!c || !well) return PyErr_Occurred() ? 0 : PyErr_NoMemory();
  return PyLong_FromSsize_t(wrong_one);
}
/* Fills two arrays: how many options each game has (0 at its end, -1 where it has failed), and whose turn it is. */
static PyObject *batch_look(PyObject *o, PyObject *args) {
  Batch *b = (Batch *)o;
  Py_buffer choices, turns;
  if (!PyArg_ParseTuple(args, "w*w*", &choices, &turns)) return 0;
  int fits = wants(&choices, 4 * b->n) && wants(&turns, b->n);
  if (fits) look_at(b, choices.buf, turns.buf);
  PyBuffer_Release(&choices);
  PyBuffer_Release(&turns);
  return fits ? Py_NewRef(Py_None) : 0;
}
/* Fills an array with a row for each game: which actions can be taken there. */
static PyObject *batch_mask(PyObject *o, PyObject *args) {
  Batch *b = (Batch *)o;
  Py_buffer mask;
  if (!PyArg_ParseTuple(args, "w*", &mask)) return 0;
  const size_t width = (size_t)b->actions.count;
  C *c = wants(&mask, b->n * (Py_ssize_t)width) ? take_context() : 0;
  if (c) {
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < b->n; i++) {
      S *s = &b->games[i].s;
      unsigned char *to = (unsigned char *)mask.buf + (size_t)i * width;
      if (!s->failed && s->no && numbered(c, b, s)) memcpy(to, b->mask, width);
      else memset(to, 0, width);
    }
    Py_END_ALLOW_THREADS
    give_context(c);
  }
  PyBuffer_Release(&mask);
  return c ? Py_NewRef(Py_None) : 0;
}
static int observed(C *c, const Batch *b, S *s, I viewer, float *to) {
  c->s = s;
  begin_step(c);
  set_floor(c);
  if (viewer < 0 || viewer >= NP || setjmp(c->out)) return 0;
  observe(c, &b->features, viewer, to);
  return 1;
}
/* Fills an array with a row for each game: what a seat sees there; zeros for a seat that is none. */
static PyObject *batch_observe(PyObject *o, PyObject *args) {
  Batch *b = (Batch *)o;
  Py_buffer seats, rows;
  if (!PyArg_ParseTuple(args, "y*w*", &seats, &rows)) return 0;
  const size_t width = (size_t)b->features.size;
  C *c = wants(&seats, b->n) && wants(&rows, b->n * (Py_ssize_t)(width * sizeof(float))) ? take_context() : 0;
  if (c) {
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < b->n; i++) {
      float *to = (float *)rows.buf + (size_t)i * width;
      if (!observed(c, b, &b->games[i].s, ((const signed char *)seats.buf)[i], to)) memset(to, 0, width * sizeof(float));
    }
    Py_END_ALLOW_THREADS
    give_context(c);
  }
  PyBuffer_Release(&seats);
  PyBuffer_Release(&rows);
  return c ? Py_NewRef(Py_None) : 0;
}
static Game *game_at(PyObject *o, PyObject *place) {
  Batch *b = (Batch *)o;
  Py_ssize_t i = PyLong_AsSsize_t(place);
  if (i >= 0 && i < b->n) return &b->games[i];
  if (!PyErr_Occurred()) PyErr_SetObject(PyExc_IndexError, place);
  return 0;
}
/* A copy of a game as a position of its own. */
static PyObject *batch_position(PyObject *o, PyObject *place) {
  const Game *game = game_at(o, place);
  Position *p = game ? new_position() : 0;
  if (p) copy(&p->s, &game->s);
  return (PyObject *)p;
}
/* The positions of the options that were taken in a game. */
static PyObject *batch_history(PyObject *o, PyObject *place) {
  const Game *game = game_at(o, place);
  return game ? tuple_of(game->history, game->taken) : 0;
}
static PyMethodDef batch_methods[] = {
    {"open", batch_open, METH_VARARGS, "begin the games that are marked, with their seeds"},
    {"step", batch_step, METH_VARARGS, "take an action in each; the first game in which it is none, or -1"},
    {"look", batch_look, METH_VARARGS, "how many options each game has, and whose turn it is"},
    {"mask", batch_mask, METH_VARARGS, "which actions can be taken in each"},
    {"observe", batch_observe, METH_VARARGS, "what a seat sees in each"},
    {"position", batch_position, METH_O, "a copy of one"},
    {"history", batch_history, METH_O, "the positions of the options that were taken in one"},
    {0, 0, 0, 0},
};
static PyTypeObject BatchType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.Batch",
    .tp_basicsize = sizeof(Batch),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = batch_methods,
    .tp_dealloc = batch_free,
};
