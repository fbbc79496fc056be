"""Dice: exact distributions, and the notation that books print (`2D`, `3D+2`, `2D boon`)."""
