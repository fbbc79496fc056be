"""The operations, area by area; each function is the reference of the one that it declares."""
