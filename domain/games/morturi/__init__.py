"""Morturi Te Salutant: schools of gladiators, and the arenas they fight in."""
