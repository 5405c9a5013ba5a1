"""The store under fire: kills, power cuts, failing disks, flipped bits, writers at once, races."""
