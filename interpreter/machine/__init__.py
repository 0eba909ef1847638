"""The machine: state, decisions, the step loop, randomness and the journal of a running match."""
