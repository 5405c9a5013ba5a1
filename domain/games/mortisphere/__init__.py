"""Mortisphere: crews with Existence Dice, clashes in abstract Areas."""
