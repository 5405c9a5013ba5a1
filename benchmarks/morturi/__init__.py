"""Robots in the arena: whom they play with, how they play, and what of the codex they used."""
