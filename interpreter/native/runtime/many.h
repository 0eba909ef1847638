/* Many games, played without the interpreter's lock. */

/* A game that was played, as a row of numbers: how many decisions were taken (-1 when it has failed here), whether it was
played to its end, a bit for each seat that is ranked, and what the result ranks by. */
enum { LENGTH, ENDED, RANKED, NUMBERS };
#define ROW (NUMBERS + NP * N_RANKS)

static void play_one(C *c, S *s, S *trial, uint64_t seed, I depth, I *row) {
  Playout p = {seed, depth, 0};
  unsigned char ranked[NP];
  c->s = s;
  set_floor(c);
  int well = s->failed ? -1 : trial ? play_greedily(c, s, trial, &p) : play_on(c, &p);
  memset(row, 0, ROW * sizeof(I));
  row[LENGTH] = p.taken;
  row[ENDED] = s->v[STAGE] == OVER;
  if (well < 0 || result_of(c, s, row + NUMBERS, ranked) < 0) {
    row[LENGTH] = -1;
    return;
  }
  for (int seat = 0; seat < NP; seat++) row[RANKED] |= (I)ranked[seat] << seat;
}
/* Plays games: from a position, each with the next number of choices, or (NULL) whole ones. */
static PyObject *play_many(const S *from, unsigned long long first, unsigned long long choices, Py_ssize_t n,
                           long long depth, int greedily) {
  if (n < 0 || n > PY_SSIZE_T_MAX / (Py_ssize_t)(ROW * sizeof(I))) return PyErr_NoMemory();
  PyObject *rows = PyBytes_FromStringAndSize(0, n * (Py_ssize_t)(ROW * sizeof(I)));
  I *row = PyMem_RawMalloc(ROW * sizeof(I));
  S *s = PyMem_RawMalloc(sizeof(S)), *start = PyMem_RawMalloc(sizeof(S)), *trial = PyMem_RawMalloc(sizeof(S));
  C *c = take_context();
  if (rows && row && s && start && trial && c) {
    char *to = PyBytes_AS_STRING(rows);
    if (from) copy(start, from);
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < n; i++) {
      if (from) copy(s, start);
      else open_game(c, s, first + (uint64_t)i);
      play_one(c, s, greedily ? trial : 0, drawn(choices, PLAYOUTS, (uint64_t)i + 1), depth < 0 ? INT64_MAX : depth, row);
      memcpy(to + (size_t)i * ROW * sizeof(I), row, ROW * sizeof(I));
    }
    Py_END_ALLOW_THREADS
  } else {
    Py_CLEAR(rows);
    if (!PyErr_Occurred()) PyErr_NoMemory();
  }
  PyMem_RawFree(row);
  PyMem_RawFree(s);
  PyMem_RawFree(start);
  PyMem_RawFree(trial);
  if (c) give_context(c);
  return rows;
}
static PyObject *module_playouts(PyObject *m, PyObject *args) {
  PyObject *o;
  Py_ssize_t n;
  unsigned long long choices;
  long long depth;
  int greedily;
  (void)m;
  if (!PyArg_ParseTuple(args, "OnKLp", &o, &n, &choices, &depth, &greedily) || !is_position(o)) return 0;
  return play_many(&((Position *)o)->s, 0, choices, n, depth, greedily);
}
static PyObject *module_games(PyObject *m, PyObject *args) {
  Py_ssize_t n;
  unsigned long long first, choices;
  (void)m;
  if (!PyArg_ParseTuple(args, "KnK", &first, &n, &choices)) return 0;
  return play_many(0, first, choices, n, -1, 0);
}

/* ---------------------------------------------------------------- whole games between players with dice of their own */
enum { G_LENGTH, G_ROUND, G_RANKED, G_NUMBERS };
#define GAME_ROW (G_NUMBERS + NP * N_RANKS)
#define COUNTS (2 * N_CARDS * NP)

/* Plays a game to its end; each seat decides by dice of its own. */
static int play_with_dice(C *c, Dice *dice, I *taken) {
  int why = setjmp(c->out);
  S *s = c->s;
  if (why == FAULT) return -1;
  if (why == FINISH) {
    go_on(c, finished(c));
    if (!is_well(s)) return -1;
  }
  while (s->no) {
    if (s->decided >= MOST_DECISIONS) return -1;
    begin_step(c);
    c->a = s->o[next_below(&dice[checked(c, s->p, NP)], s->no)];
    ++*taken;
    go_on(c, run_block(c));
    if (!is_well(s)) return -1;
  }
  return 0;
}
/* Counts what the seats hold, by card, but for what belongs to somebody from the start. */
static void count_held(const S *s, int32_t *held) {
  for (int component = 0; component < NC; component++) {
    I seat = s->v[OWNER0 + component];
    if (seat >= 0 && seat < NP && fixed_owner[component] < 0) held[card_of[component] * NP + seat]++;
  }
}
/* Plays one game; its row tells how many decisions were taken (-1: it has failed here), the round in which it ended, a bit
for each seat that is ranked and what the result ranks by; its counts how often each card was used and is held, by seat. */
static void play_whole(C *c, S *s, uint64_t seed, Dice *dice, I *row, int32_t *counts) {
  unsigned char ranked[NP];
  memset(row, 0, GAME_ROW * sizeof(I));
  memset(counts, 0, COUNTS * sizeof(int32_t));
  c->uses = counts;
  open_game(c, s, seed);
  int well = s->failed ? -1 : play_with_dice(c, dice, &row[G_LENGTH]);
  c->uses = 0;
  if (well < 0 || result_of(c, s, row + G_NUMBERS, ranked) < 0) {
    row[G_LENGTH] = -1;
    return;
  }
  row[G_ROUND] = s->v[ROUND];
  for (int seat = 0; seat < NP; seat++) row[G_RANKED] |= (I)ranked[seat] << seat;
  count_held(s, counts + N_CARDS * NP);
}
/* Seeds and keys, one for each seat, as they were handed over. */
static int read_keys(PyObject *keys, Py_ssize_t n) {
  if (PyTuple_GET_SIZE(keys) != n * NP) {
    PyErr_SetString(PyExc_ValueError, "a key for each seat of each game is wanted");
    return -1;
  }
  for (Py_ssize_t i = 0; i < n * NP; i++) {
    PyObject *key = PyTuple_GET_ITEM(keys, i);
    if (PyBytes_Check(key) && PyBytes_GET_SIZE(key) >= 4) continue;
    PyErr_SetString(PyExc_ValueError, "a key has at least four bytes");
    return -1;
  }
  return 0;
}
static PyObject *module_between(PyObject *m, PyObject *args) {
  PyObject *keys;
  const char *seeds;
  Py_ssize_t size;
  (void)m;
  if (!PyArg_ParseTuple(args, "y#O!", &seeds, &size, &PyTuple_Type, &keys)) return 0;
  Py_ssize_t n = size / (Py_ssize_t)sizeof(uint64_t);
  if (read_keys(keys, n) < 0) return 0;
  const size_t row_size = GAME_ROW * sizeof(I), counts_size = COUNTS * sizeof(int32_t);
  if (n > (Py_ssize_t)((size_t)PY_SSIZE_T_MAX / (row_size + counts_size))) return PyErr_NoMemory();
  PyObject *rows = PyBytes_FromStringAndSize(0, n * (Py_ssize_t)row_size);
  PyObject *all = PyBytes_FromStringAndSize(0, n * (Py_ssize_t)counts_size);
  S *s = PyMem_RawMalloc(sizeof(S));
  Dice *dice = PyMem_RawMalloc(NP * sizeof(Dice));
  I *row = PyMem_RawMalloc(row_size);
  int32_t *counts = PyMem_RawMalloc(counts_size);
  C *c = take_context();
  PyObject *found = 0;
  if (rows && all && s && dice && row && counts && c) {
    char *to = PyBytes_AS_STRING(rows), *counted_to = PyBytes_AS_STRING(all);
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < n; i++) {
      uint64_t seed;
      memcpy(&seed, seeds + (size_t)i * sizeof(seed), sizeof(seed));
      for (int seat = 0; seat < NP; seat++) {
        PyObject *key = PyTuple_GET_ITEM(keys, i * NP + seat); /* nobody can change a tuple of bytes */
        begin_dice(&dice[seat], (const unsigned char *)PyBytes_AS_STRING(key), (size_t)PyBytes_GET_SIZE(key) / 4);
      }
      play_whole(c, s, seed, dice, row, counts);
      memcpy(to + (size_t)i * row_size, row, row_size);
      memcpy(counted_to + (size_t)i * counts_size, counts, counts_size);
    }
    Py_END_ALLOW_THREADS
    found = PyTuple_Pack(2, rows, all);
  } else if (!PyErr_Occurred()) {
    PyErr_NoMemory();
  }
  PyMem_RawFree(s);
  PyMem_RawFree(dice);
  PyMem_RawFree(row);
  PyMem_RawFree(counts);
  if (c) give_context(c);
  Py_XDECREF(rows);
  Py_XDECREF(all);
  return found;
}
