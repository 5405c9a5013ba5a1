"""Chapters 11 to 16: the school between battles, and what a battle leaves behind."""
