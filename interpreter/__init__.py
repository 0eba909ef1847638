"""Plays board and card games from data: reads rules and cards, checks them, and steps a game decision by decision."""
