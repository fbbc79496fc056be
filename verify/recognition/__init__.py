"""Recognition: which rule table a table is, row by row and column by column, with the evidence for it."""
