"""The printer of C; it knows the form and nothing of what runs it."""
