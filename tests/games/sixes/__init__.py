"""Sixes: the least game there can be, for tests of what all games have: the first 6 wins."""
