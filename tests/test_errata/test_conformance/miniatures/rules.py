"""A small VTT, right in all that it does."""

import random
from math import ceil


def dice(number):
    return sum(random.randint(1, 6) for _ in range(number))


def roll(boons, banes):
    if boons == banes:
        return dice(2)
    low, middle, high = sorted(random.randint(1, 6) for _ in range(3))
    return middle + high if boons > banes else low + middle


def check(dm, boons, banes):
    effect = roll(boons, banes) + dm - 8
    return {"success": effect >= 0, "effect": effect}


RANGE_DM = {"Adjacent": 0, "Close": 0, "Short": 1, "Medium": 0, "Long": -2}
WEAPONS = {"Pulse Laser": (2, 2, 1), "Pulse Laser Barbette": (3, 2, 3)}


def attack(weapon, range, gunner, armour, evasion):
    number, dm, multiple = WEAPONS[weapon]
    effect = roll(0, 0) + gunner + dm + RANGE_DM[range] - (evasion or 0) - 8
    if effect < 0:
        return {"hit": False}
    damage = max(0, dice(number) + effect - armour) * multiple
    return {"hit": True, "effect": effect, "damage": damage}


def severity(effect, damage):
    if effect < 6 or damage <= 0:
        return 0
    return min(6, ceil(damage / 10))


def range_band(km):
    bands = ((1, "Adjacent"), (10, "Close"), (1250, "Short"), (10000, "Medium"), (25000, "Long"), (50000, "Very Long"))
    return next((name for limit, name in bands if km <= limit), "Distant")


def dodge(dex_dm, athletics):
    return -max(0, dex_dm, athletics)


def smart(weapon_tl, target_tl):
    return min(6, max(1, weapon_tl - target_tl))


def hurt(strength, dex, end, damage):
    first = min(end, damage)
    rest = max(0, strength + dex - (damage - first))
    return {"end": end - first, "rest": rest}
