"""Tiny documents: one that is right, one that is wrong by one, one that is silent, one that is broken."""

RIGHT = """\
# Space combat

## Range bands (CRB p. 155-156) [V]

| Range Band | Distance | Thrust to Change |
|---|---|---|
| Adjacent | 1 km or less | 1 |
| Close | 1-10 km | 1 |
| Short | 11-1,250 km | 2 |
| Medium | 1,251-10,000 km | 5 |
| Long | 10,001-25,000 km | 10 |
| Very Long | 25,001-50,000 km | 25 |
| Distant | More than 50,000 km | 50 |

### Common modifiers to spacecraft attacks (CRB p. 156) [V]

| Bonuses | DM | Penalties | DM |
|---|---|---|---|
| Short Range | **+1** | Long Range | −2 |
| Using a Pulse Laser | +2 | Very Long Range | -4 |
| Using a Beam Laser | +4 | Distant Range | -6 |

## Turret weapons (HG p. 28) [V]

| Weapon | TL | Range | Power | Damage | Cost | Traits |
|---|---|---|---|---|---|---|
| Beam Laser | 10 | Medium | 4 | 1D | MCr0.5 | — |
| Laser Drill | 8 | Adjacent | 4 | 2D | Cr150,000 | AP 4 |
| Fusion Gun | 14 | Medium | 12 | 4D | MCr2 | Radiation |

A Boon lifts the mean of 2D from 7 to about 8.46.
"""
"""Three tables of the High Guard reference and a claim, as they should be."""

WRONG_BY_ONE = RIGHT.replace("| Short Range | **+1** |", "| Short Range | **+2** |")
"""The attack DM at Short is one too high."""

SILENT = """\
# A shopping list

Bring 6 apples and 12 eggs. The shop opens at 8 and closes at 20.

| Fruit | Price | Weight |
|---|---|---|
| Apple | 3 | 150 |
| Pear | 4 | 180 |
"""
"""Numbers and a table, and not a word about the rules."""

BROKEN = """\
# Range bands

| Range Band | Distance | Thrust to Change |
|---|---|
| Short | 11-1,250 km
| | |
|||||||
| Medium | $1{,}251$ | five | 9 | 9 |
**unclosed [brackets](
| Long | 10,001-
"""
"""A table that came to grief."""
