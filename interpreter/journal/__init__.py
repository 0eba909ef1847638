"""What can happen in a match: the events of the journal, each with its cause. Knows no state and no machine."""
