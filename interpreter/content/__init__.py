"""The content of a game: its declarations and cards, read from YAML and checked as a whole."""
