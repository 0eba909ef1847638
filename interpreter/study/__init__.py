"""What many games tell: simulation and coverage. Knows matches, bots and scripts, and no command line."""
