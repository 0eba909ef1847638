"""The printer of Python."""
