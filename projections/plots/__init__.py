"""Plots: SVG that is drawn by ourselves, the same bytes for the same numbers, and its table."""
