"""Rulebooks as PDF: a table is found by what the engine knows of it, and read cell by cell. Nothing of it is kept."""
