"""A match as the outside sees it: opening, playing, saving; what every machine says alike. Knows no compiled code."""
