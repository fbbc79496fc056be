"""What a changed rule does at the table: scenes played by two rulebooks, measured and told in sentences."""
