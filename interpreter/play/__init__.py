"""Playing a checked game: scripts, stated positions, bots, transcripts and recordings."""
