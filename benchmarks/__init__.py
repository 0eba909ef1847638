"""What measures speed; `python -m benchmarks` runs it all."""
