"""The effect language: text to syntax tree, and syntax tree to a tree whose names and types are checked."""
