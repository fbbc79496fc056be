"""Recognition of tables and constants in source code, where names are identifiers and values have many notations."""
