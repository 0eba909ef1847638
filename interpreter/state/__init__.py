"""A match as plain data: layout, numbers, zones, frames, chance and stated positions. Knows no rule that changes it."""
