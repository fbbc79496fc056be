"""Documents: files read into tables and sentences with places, what they state, and whether they make sense."""
