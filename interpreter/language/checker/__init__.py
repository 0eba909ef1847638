"""Resolves names and types: from syntax trees to checked trees, or findings. Knows no machine."""
