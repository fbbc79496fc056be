# An adapter for rawcheck: it says which of this project's functions answer which rules. Begin here, then run
#   rawcheck probe -- python rawcheck_adapter.py
from rawcheck_probe import op, serve  # before your own modules, since it replaces the module random

# from combat import attack
# from ships import hardpoints


# This one is right as it stands. Call your own function instead: `at` says where it is, `takes` which inputs it heeds,
# and the function turns the scene into your call and your result into outputs.
@op("checks.characteristic_dm", at="rawcheck_adapter.py:11", takes=["score"])
def characteristic_dm(scene):
    if scene.score <= 0:
        return {"dm": -3}
    return {"dm": min(3, scene.score // 3 - 2)}


# Dice are rolled by your own code: rawcheck replaces the module random and plays every way in which they can fall. An
# input can be limited: to some values, as `weapon`, or to the lowest and highest number, as `gunner`. `out` names the
# outputs that you have. The function may be async.
# @op("space.attack", at="combat.py:40", takes={"weapon": ["Pulse Laser"], "range": True, "gunner": [0, 5]}, out=["hit", "damage"])
# def space_attack(scene):
#     result = attack(weapon=scene.weapon, range_band=scene.range.lower(), gunner=scene.gunner)
#     return {"hit": True, "damage": result.damage} if result.hit else {"hit": False}

# Where the rules forbid something and your code does too, say `refuses=True`, and call refuse("why") in the function
# (import it from the kit too).

serve(name="my VTT", edition="2022")  # "2016" for the core rulebook of that year
