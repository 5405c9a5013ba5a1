"""The rules: what may happen, and what has happened."""
