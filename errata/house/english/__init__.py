"""Reading house rules in plain English. Nothing but errata/house imports it, and it is to be replaced as a whole."""
