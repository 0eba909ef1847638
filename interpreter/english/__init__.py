"""Cards in plain English, generated from their checked effects: what a rulebook would print about them."""
