"""Plays a VTT's own functions, through an adapter, and compares what they do with the engine."""
