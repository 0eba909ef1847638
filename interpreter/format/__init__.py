"""One style for effects and formulas, and files rewritten in it. Knows of a game only which texts it reads."""
