"""From the text of an effect or formula to its syntax tree: the grammar, its tables, the reader. Knows no names."""
