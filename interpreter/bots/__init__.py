"""Players made of program. They know a match by its face alone, and no game."""
