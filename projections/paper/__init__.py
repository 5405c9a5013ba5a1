"""Rosters, cards, battle sheets and arenas to be printed: one model, written as HTML and as PDF."""
