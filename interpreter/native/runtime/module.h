/* The module of a built game. */

static PyMethodDef module_methods[] = {
    {"new", module_new, METH_O, "a new game with this seed, at its first decision"},
    {"load", module_load, METH_VARARGS, "a position out of v, z, k, f, o, the seat that decides, the decisions taken"},
    {"playouts", module_playouts, METH_VARARGS, "games from a position: it, how many, seed, depth or -1, greedily"},
    {"batch", module_batch, METH_VARARGS, "games side by side: how many, the tables of actions and of features"},
    {"between", module_between, METH_VARARGS, "whole games by dice: seeds, and a key for each seat of each game"},
    {"deal", module_deal, METH_VARARGS, "what may be dealt anew in a position, to be handed to its `dealt`"},
    {"games", module_games, METH_VARARGS, "whole games: first seed, how many, seed of the choices"},
    {0, 0, 0, 0},
};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "game", 0, -1, module_methods, 0, 0, 0, 0};

PyMODINIT_FUNC PyInit_game(void) {
  if (PyType_Ready(&PositionType) < 0 || PyType_Ready(&BatchType) < 0) return 0;
  PyObject *m = PyModule_Create(&definition);
  if (!m) return 0;
  if (!(ours = new_context()) || PyModule_AddIntConstant(m, "state_size", sizeof(S)) < 0 ||
      PyModule_AddIntConstant(m, "ranks", N_RANKS) < 0 ||
      PyModule_AddIntConstant(m, "players", NP) < 0 ||
      PyModule_AddIntConstant(m, "cards", N_CARDS) < 0) Py_CLEAR(m);
  return m;
}
