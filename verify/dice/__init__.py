"""Dice claims: exact values, seeded simulation, statistical tests, and figures that follow from the rules."""
