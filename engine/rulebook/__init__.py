"""The rulebook as data: names, typed values, rule tables, RAW and the other editions as overlays of it."""
