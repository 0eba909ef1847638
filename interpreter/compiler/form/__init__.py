"""The intermediate form between the checked tree and what is printed: nodes, symbols, tables, and facts about them."""
