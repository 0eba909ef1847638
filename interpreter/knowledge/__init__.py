"""Who may be shown what: views, what is told of a journal, worlds dealt anew. Knows no machine."""
