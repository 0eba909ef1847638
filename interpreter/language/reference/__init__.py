"""The reference of the language as data, and the page that is printed from it. Knows nothing of how it is checked."""
