"""What reports are made of: grouped findings, excerpts, tables, numbers, and what house rules do at the table."""
