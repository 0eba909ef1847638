"""Why a text is not read, in words for its author. Knows the grammar and no declarations."""
