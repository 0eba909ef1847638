/* What crosses the wall to Python: a type for positions, and functions that open, read and play them. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
  PyObject_HEAD
  S s;
} Position;

static PyTypeObject PositionType;
/* The context of whoever holds the interpreter's lock, and one for who lets go of it, if nobody has taken that. */
static C *ours, *spare;

static Position *new_position(void) { return PyObject_New(Position, &PositionType); }
static int is_position(PyObject *o) {
  if (Py_TYPE(o) == &PositionType) return 1;
  PyErr_SetString(PyExc_TypeError, "a position of this game is wanted");
  return 0;
}
static C *new_context(void) {
  C *c = PyMem_RawCalloc(1, sizeof(C)); /* most of it is never touched */
  return c ? c : (C *)PyErr_NoMemory();
}
static C *take_context(void) {
  C *c = spare;
  spare = 0;
  return c ? c : new_context();
}
static void give_context(C *c) {
  if (spare) PyMem_RawFree(c);
  else spare = c;
}

/* ---------------------------------------------------------------- out */
static PyObject *list_of_v(const I *p, Py_ssize_t n) {
  PyObject *l = PyList_New(n);
  for (Py_ssize_t i = 0; l && i < n; i++) {
    PyObject *x = PyLong_FromLongLong(p[i]);
    if (!x) Py_CLEAR(l);
    else PyList_SET_ITEM(l, i, x);
  }
  return l;
}
static PyObject *list_of_k(const int32_t *p, Py_ssize_t n) {
  PyObject *l = PyList_New(n);
  for (Py_ssize_t i = 0; l && i < n; i++) {
    PyObject *x = PyLong_FromLong(p[i]);
    if (!x) Py_CLEAR(l);
    else PyList_SET_ITEM(l, i, x);
  }
  return l;
}
static PyObject *tuple_of(const E *p, Py_ssize_t n) {
  PyObject *t = PyTuple_New(n);
  for (Py_ssize_t i = 0; t && i < n; i++) {
    PyObject *x = PyLong_FromLong(p[i]);
    if (!x) Py_CLEAR(t);
    else PyTuple_SET_ITEM(t, i, x);
  }
  return t;
}
static PyObject *list_of_frame(const S *s, const Fr *f) {
  PyObject *l = PyList_New(f->n + 1);
  if (!l) return 0;
  PyList_SET_ITEM(l, 0, PyLong_FromLong(f->block));
  for (int i = 1; i <= f->n; i++) {
    PyObject *x = f->is_list[i] ? tuple_of(s->heap + (f->s[i] >> 32), f->s[i] & 0x7fffffff)
                                : PyLong_FromLongLong(f->s[i]);
    if (!x) {
      Py_DECREF(l);
      return 0;
    }
    PyList_SET_ITEM(l, i, x);
  }
  return l;
}
static PyObject *position_export(PyObject *o, PyObject *unused) {
  const S *s = &((Position *)o)->s;
  PyObject *z = PyList_New(NZ), *f = PyList_New(s->nf);
  (void)unused;
  for (int i = 0; z && i < NZ; i++) {
    PyObject *x = list_of_k(s->zd + zone_at[i], s->zn[i]);
    if (!x) Py_CLEAR(z);
    else PyList_SET_ITEM(z, i, x);
  }
  for (int i = 0; f && i < s->nf; i++) {
    PyObject *x = list_of_frame(s, &s->f[i]);
    if (!x) Py_CLEAR(f);
    else PyList_SET_ITEM(f, i, x);
  }
  PyObject *v = list_of_v(s->v, NV), *k = list_of_k(s->k, NK), *options = tuple_of(s->o, s->no);
  PyObject *all = v && k && z && f && options ? PyTuple_Pack(5, v, z, k, f, options) : 0;
  Py_XDECREF(v);
  Py_XDECREF(z);
  Py_XDECREF(k);
  Py_XDECREF(f);
  Py_XDECREF(options);
  return all;
}

/* ---------------------------------------------------------------- in */
static int wrong(const char *what) {
  if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "%s does not fit into this game's room", what);
  return -1;
}
static int read_number(PyObject *x, I *to) {
  *to = PyLong_AsLongLong(x);
  return *to == -1 && PyErr_Occurred() ? -1 : 0;
}
static int read_items(PyObject *list, E *to, Py_ssize_t most, Py_ssize_t *n) {
  PyObject *fast = PySequence_Fast(list, "numbers are wanted");
  if (!fast) return -1;
  *n = PySequence_Fast_GET_SIZE(fast);
  int bad = *n > most;
  for (Py_ssize_t i = 0; !bad && i < *n; i++) {
    I x = 0;
    bad = read_number(PySequence_Fast_GET_ITEM(fast, i), &x) < 0 || x != (E)x;
    to[i] = (E)x;
  }
  Py_DECREF(fast);
  return bad ? wrong("a list") : 0;
}
static int read_frame(S *s, Fr *f, PyObject *list) {
  I block = 0;
  Py_ssize_t n = PyList_Check(list) ? PyList_GET_SIZE(list) : 0;
  if (n < 1 || n > NSLOT + 1 || read_number(PyList_GET_ITEM(list, 0), &block) < 0 || block < 0 || block >= N_BLOCKS)
    return wrong("a frame");
  f->block = (int32_t)block;
  f->n = (int32_t)n - 1;
  for (int i = 1; i < n; i++) {
    PyObject *x = PyList_GET_ITEM(list, i);
    f->is_list[i] = (unsigned char)PyTuple_Check(x);
    if (f->is_list[i]) {
      Py_ssize_t length;
      if (read_items(x, s->heap + s->hn, NHEAP - s->hn, &length) < 0) return -1;
      f->s[i] = ((I)s->hn << 32) | length;
      s->hn += (int32_t)length;
    } else if (read_number(x, &f->s[i]) < 0) {
      return -1;
    }
  }
  /* What this runtime reads without looking at how long the frame is. */
  int least = block == WINDOW || block == WINDOW_ASKS ? F_SLOTS : block == SENDING || block == SWAPPING ? 4 : block < FIRST_OWN ? 0 : slots_of_block[block];
  return f->n < least ? wrong("a frame") : 0;
}
static int read_position(S *s, PyObject *v, PyObject *z, PyObject *k, PyObject *f, PyObject *options, I player) {
  if (PyList_GET_SIZE(v) != NV || PyList_GET_SIZE(z) != NZ || PyList_GET_SIZE(k) != NK || PyList_GET_SIZE(f) > NFR)
    return wrong("a position");
  memset(s, 0, offsetof(S, f));
  for (int i = 0; i < NV; i++)
    if (read_number(PyList_GET_ITEM(v, i), &s->v[i]) < 0) return -1;
  for (int i = 0; i < NK; i++) {
    I x;
    if (read_number(PyList_GET_ITEM(k, i), &x) < 0) return -1;
    s->k[i] = i < FIRST_KEY ? 0 : (int32_t)x;
  }
  for (int i = 0; i < NZ; i++) {
    Py_ssize_t n;
    if (read_items(PyList_GET_ITEM(z, i), s->zd + zone_at[i], zone_room[i], &n) < 0) return -1;
    s->zn[i] = (int32_t)n;
    for (Py_ssize_t j = 0; j < n; j++)
      if (s->zd[zone_at[i] + j] < 0 || s->zd[zone_at[i] + j] >= (i ? NC : NP)) return wrong("a zone");
  }
  if (s->zn[0] > NP || player < -1 || player >= NP) return wrong("a position");
  for (s->nf = 0; s->nf < PyList_GET_SIZE(f); s->nf++)
    if (read_frame(s, &s->f[s->nf], PyList_GET_ITEM(f, s->nf)) < 0) return -1;
  Py_ssize_t n;
  if (read_items(options, s->o, NO, &n) < 0) return -1;
  s->no = (int32_t)n;
  s->p = (int32_t)player;
  return s->no && !s->nf ? wrong("a position") : 0;
}
static PyObject *module_load(PyObject *m, PyObject *args) {
  PyObject *v, *z, *k, *f, *options;
  long long player;
  int decided;
  (void)m;
  if (!PyArg_ParseTuple(args, "O!O!O!O!OLi", &PyList_Type, &v, &PyList_Type, &z, &PyList_Type, &k, &PyList_Type, &f,
                        &options, &player, &decided))
    return 0;
  Position *p = new_position();
  if (p && read_position(&p->s, v, z, k, f, options, player) < 0) Py_CLEAR(p);
  if (p) p->s.decided = decided;
  return (PyObject *)p;
}

/* ---------------------------------------------------------------- playing */
static PyObject *module_new(PyObject *m, PyObject *seed) {
  (void)m;
  unsigned long long number = PyLong_AsUnsignedLongLongMask(seed);
  if (number == (unsigned long long)-1 && PyErr_Occurred()) return 0;
  Position *p = new_position();
  if (p) open_game(ours, &p->s, number);
  return (PyObject *)p;
}
static PyObject *position_step(PyObject *o, PyObject *option) {
  S *s = &((Position *)o)->s;
  long i = PyLong_AsLong(option);
  if (i < 0 || i >= s->no) {
    if (!PyErr_Occurred()) PyErr_SetObject(PyExc_IndexError, option);
    return 0;
  }
  return PyLong_FromLong(step(ours, s, (int)i));
}
static PyObject *position_clone(PyObject *o, PyObject *unused) {
  Position *p = new_position();
  (void)unused;
  if (p) copy(&p->s, &((Position *)o)->s);
  return (PyObject *)p;
}
/* The numbers that the result ranks by, a tuple for each seat and None for who is not ranked; None when that fails. */
static PyObject *results(const I *numbers, const unsigned char *ranked) {
  PyObject *all = PyTuple_New(NP);
  for (int i = 0; all && i < NP; i++) {
    PyObject *one = ranked[i] ? PyTuple_New(N_RANKS) : Py_NewRef(Py_None);
    for (int j = 0; one && ranked[i] && j < N_RANKS; j++) {
      PyObject *x = PyLong_FromLongLong(numbers[i * N_RANKS + j]);
      if (!x) Py_CLEAR(one);
      else PyTuple_SET_ITEM(one, j, x);
    }
    if (!one) Py_CLEAR(all);
    else PyTuple_SET_ITEM(all, i, one);
  }
  return all;
}
static PyObject *position_results(PyObject *o, PyObject *unused) {
  I numbers[NP * N_RANKS];
  unsigned char ranked[NP];
  (void)unused;
  if (result_of(ours, &((Position *)o)->s, numbers, ranked) < 0) return Py_NewRef(Py_None);
  return results(numbers, ranked);
}
static PyObject *position_estimates(PyObject *o, PyObject *unused) {
  I numbers[NP];
  (void)unused;
  return estimates_of(ours, &((Position *)o)->s, numbers) < 0 ? Py_NewRef(Py_None) : list_of_v(numbers, NP);
}

/* How good each option is for who decides: twice the lead behind it, and one more where that has won; None on failure. */
static PyObject *position_prospects(PyObject *o, PyObject *unused) {
  const S *s = &((Position *)o)->s;
  S *trial = PyMem_RawMalloc(sizeof(S));
  PyObject *all = trial ? PyList_New(s->no) : PyErr_NoMemory();
  int well = 0;
  (void)unused;
  for (int i = 0; all && well == 0 && i < s->no; i++) {
    I worth[2];
    well = worth_of(ours, s, trial, i, s->p, worth);
    PyObject *x = PyLong_FromLongLong(well < 0 ? 0 : 2 * worth[0] + worth[1]);
    if (!x) Py_CLEAR(all);
    else PyList_SET_ITEM(all, i, x);
  }
  PyMem_RawFree(trial);
  if (!all || well == 0) return all;
  Py_DECREF(all);
  return Py_NewRef(Py_None);
}
/* How a game stands that is played on by a policy: estimates, who has won, whether it is over; None on failure. */
static PyObject *position_ahead(PyObject *o, PyObject *args) {
  unsigned long long seed;
  long long depth, until;
  int tried, loose;
  I numbers[2 * NP + 1];
  if (!PyArg_ParseTuple(args, "KLLii", &seed, &depth, &until, &tried, &loose)) return 0;
  Policy by = {seed, depth, until, tried, loose};
  S *s = PyMem_RawMalloc(sizeof(S)), *trial = PyMem_RawMalloc(sizeof(S));
  int well = 0;
  if (s && trial) {
    copy(s, &((Position *)o)->s);
    well = play_by_policy(ours, s, trial, &by) < 0 || standing_of(ours, s, numbers) < 0 ? -1 : 0;
  } else {
    PyErr_NoMemory();
  }
  PyMem_RawFree(s);
  PyMem_RawFree(trial);
  if (PyErr_Occurred()) return 0;
  return well < 0 ? Py_NewRef(Py_None) : list_of_v(numbers, 2 * NP + 1);
}

/* ---------------------------------------------------------------- worlds dealt anew */
static void free_deal(PyObject *capsule) { PyMem_RawFree(PyCapsule_GetPointer(capsule, "deal")); }
/* Looks at a deal, and keeps it: how many of each of its parts there are, and all its numbers as bytes. */
static PyObject *module_deal(PyObject *m, PyObject *args) {
  Deal d;
  const char *numbers;
  Py_ssize_t size;
  (void)m;
  if (!PyArg_ParseTuple(args, "(iiiiii)ppy#", &d.moved, &d.layers, &d.runs, &d.columns, &d.numbers, &d.held, &d.options,
                        &d.counts, &numbers, &size))
    return 0;
  Deal *kept = PyMem_RawMalloc(sizeof(Deal) + (size_t)size);
  if (!kept) return PyErr_NoMemory();
  memcpy(kept + 1, numbers, (size_t)size);
  *kept = d;
  kept->all = (const I *)(kept + 1);
  PyObject *made = 0;
  if (deal_is_sound(kept, size / (Py_ssize_t)sizeof(I))) made = PyCapsule_New(kept, "deal", free_deal);
  else PyErr_SetString(PyExc_ValueError, "this is no deal of this game");
  if (!made) PyMem_RawFree(kept);
  return made;
}
/* A copy in which what is hidden is dealt anew, by a deal and a key for the dice; None when that fails. */
static PyObject *position_dealt(PyObject *o, PyObject *args) {
  PyObject *capsule;
  const char *key;
  Py_ssize_t size;
  if (!PyArg_ParseTuple(args, "Oy#", &capsule, &key, &size)) return 0;
  const Deal *d = PyCapsule_GetPointer(capsule, "deal");
  if (!d) return 0;
  if (size < 4) return PyErr_Format(PyExc_ValueError, "a key has at least four bytes");
  Position *p = new_position();
  if (!p) return 0;
  copy(&p->s, &((Position *)o)->s);
  begin_dice(&ours->dice, (const unsigned char *)key, (size_t)size / 4);
  if (deal_anew(ours, &p->s, d, &ours->dice) == 0) return (PyObject *)p;
  Py_DECREF(p);
  return Py_NewRef(Py_None);
}

/* ---------------------------------------------------------------- the type of positions */
static PyObject *get_choices(PyObject *o, void *unused) {
  (void)unused;
  return PyLong_FromLong(((Position *)o)->s.no);
}
static PyObject *get_turn(PyObject *o, void *unused) {
  (void)unused;
  return PyLong_FromLong(((Position *)o)->s.p);
}
static PyObject *get_failed(PyObject *o, void *unused) {
  (void)unused;
  return PyBool_FromLong(((Position *)o)->s.failed);
}
static PyObject *get_over(PyObject *o, void *unused) {
  (void)unused;
  return PyBool_FromLong(((Position *)o)->s.v[STAGE] == OVER);
}
static PyObject *get_decided(PyObject *o, void *unused) {
  (void)unused;
  return PyLong_FromLong(((Position *)o)->s.decided);
}
static PyObject *get_options(PyObject *o, void *unused) {
  (void)unused;
  return tuple_of(((Position *)o)->s.o, ((Position *)o)->s.no);
}
static PyObject *get_seed(PyObject *o, void *unused) {
  (void)unused;
  return PyLong_FromUnsignedLongLong((unsigned long long)((Position *)o)->s.v[SEED]);
}
static PyGetSetDef position_fields[] = {
    {"choices", get_choices, 0, "how many options there are", 0},
    {"turn", get_turn, 0, "the seat that decides, or -1", 0},
    {"failed", get_failed, 0, "whether a step has failed here", 0},
    {"over", get_over, 0, "whether the game has ended", 0},
    {"decided", get_decided, 0, "how many decisions were taken", 0},
    {"seed", get_seed, 0, "what chance is drawn from, as 64 bits", 0},
    {"options", get_options, 0, "what the options stand for", 0},
    {0, 0, 0, 0, 0},
};
static PyMethodDef position_methods[] = {
    {"step", position_step, METH_O, "take an option; the number of the next ones, 0 at the end, -1 on failure"},
    {"clone", position_clone, METH_NOARGS, "an exact copy"},
    {"dealt", position_dealt, METH_VARARGS, "a copy dealt anew, by a deal and a key; None when that fails"},
    {"export", position_export, METH_NOARGS, "v, z, k, f and o as lists"},
    {"estimates", position_estimates, METH_NOARGS, "how good the position is for each seat; None when that fails"},
    {"prospects", position_prospects, METH_NOARGS, "twice the lead behind each option, one more where it has won"},
    {"ahead", position_ahead, METH_VARARGS, "played on by a policy: seed, depth, until, tried, loose; estimates and who has won"},
    {"results", position_results, METH_NOARGS, "what the result ranks by, for each seat"},
    {0, 0, 0, 0},
};
static PyTypeObject PositionType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.Position",
    .tp_basicsize = sizeof(Position),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = position_methods,
    .tp_getset = position_fields,
};
