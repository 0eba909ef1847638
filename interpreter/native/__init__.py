"""The native machine: a game as C, built by the system's compiler and loaded; it knows no words, and no journal."""
