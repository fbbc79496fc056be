"""Syntax trees to tables: literals, ladders of conditions, constants and records, laid out as grids."""
