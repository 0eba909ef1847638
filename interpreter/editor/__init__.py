"""What an editor asks about the text being written: findings, names, help. Knows content, and no protocol."""
