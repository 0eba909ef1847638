"""The compiled machine: what runs, copies, saves and words a game that was compiled to Python."""
