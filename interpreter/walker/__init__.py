"""The reference interpreter: walks the checked tree, slow and obvious; the specification. Knows no compiled code."""
