"""What the rules do: checks, attacks, criticals, wounds, healing and ship design, each played by any rulebook."""
