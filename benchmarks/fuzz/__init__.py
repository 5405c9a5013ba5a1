"""Fuzzing by coverage; `run` starts it, `driver` is what it starts."""
