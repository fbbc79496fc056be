"""The stand-ins for Foundry and Fantasy Grounds: small rulesets written for these platforms run on them."""

import shutil
from collections import Counter
from itertools import product

import pytest

from tests.test_errata.test_conformance.test_kits import KITS, Driver, command

FOUNDRY = """
import { op, serve } from './rawcheck-probe.mjs';
import { messages } from './foundry-stub.mjs';
const { renderTemplate } = foundry.applications.handlebars;
class Ship extends Actor { prepareDerivedData() { this.system.armour = this.items.getName('Armour').system.points; } }
class Sheet extends foundry.applications.api.HandlebarsApplicationMixin(foundry.applications.sheets.ActorSheetV2) {}
Actors.registerSheet('mini', Sheet, { makeDefault: true });
Hooks.once('init', () => { CONFIG.MINI = { hit: 8 }; game.settings.register('mini', 'crit', { default: 6 }); });
Hooks.callAll('init');
op('roll', { in: ['formula'] }, async (scene) => {
  const roll = await new Roll(scene.formula, { skill: { gunner: 2 } }).evaluate();
  return { total: roll.total };
});
op('old roll', { in: ['formula'] }, (scene) => ({ total: new Roll(scene.formula).evaluate({ async: false }).total }));
op('results', {}, () => {
  const roll = new Roll('2d6kh + 1').rollSync();
  return { dice: roll.dice[0].results.map((die) => [die.result, die.active]), terms: roll.terms.length, formula: roll.formula };
});
op('attack', {}, async () => {
  messages.length = 0;
  const ship = await Ship.create({ name: 'Beowulf', system: { hull: 40 }, items: [{ name: 'Armour', system: { points: 4 } }] });
  ship.prepareData();
  const roll = await new Roll('2D6').evaluate();
  await roll.toMessage({ speaker: ChatMessage.getSpeaker({ actor: ship }), flavor: await renderTemplate('x.html', {}) });
  await ship.update({ 'system.hull': ship.system.hull - roll.total + ship.system.armour });
  ui.notifications.warn(game.i18n.localize('MINI.hit'));
  const hit = messages[0].rolls[0].total >= CONFIG.MINI.hit + game.settings.get('mini', 'crit');
  return { hull: ship.system.hull, hit, target: game.user.targets.size };
});
op('utils', {}, () => {
  const object = { a: { b: 1, c: [1] }, d: 4 };
  const merged = foundry.utils.mergeObject(object, { 'a.b': 2, e: 5 }, { inplace: false });
  const { deepClone, duplicate, getProperty, setProperty, hasProperty, flattenObject, expandObject, isEmpty } = foundry.utils;
  const copy = deepClone(object);
  setProperty(copy, 'a.x.y', 7);
  return { merged, kept: object, copy: duplicate(copy), got: getProperty(copy, 'a.x.y'), has: hasProperty(object, 'a.z'),
    flat: flattenObject(expandObject({ 'p.q': 1, 'p.r': 2 })), empty: isEmpty({}), few: foundry.utils.mergeObject({ a: 1 }, { b: 2 }, { insertKeys: false }) };
});
serve({ name: 'mini' });
"""
RULESET = """
function onInit()
  ActionsManager.registerModHandler("attack", modAttack)
  ActionsManager.registerResultHandler("attack", onAttack)
  OOBManager.registerOOBMsgHandler("hurt", onHurt)
end
function modAttack(rSource, rTarget, rRoll) rRoll.nMod = rRoll.nMod + DB.getValue(ActorManager.getCreatureNode(rSource), "skills.gunner", 0) end
function onAttack(rSource, rTarget, rRoll)
  local rMessage = ActionsManager.createActionMessage(rSource, rRoll)
  local nTotal = ActionsManager.total(rRoll)
  if nTotal >= 8 then
    rMessage.text = rMessage.text .. " [HIT]"
    Comm.deliverOOBMessage({ type = "hurt", sTarget = ActorManager.getCreatureNodeName(rTarget), nDamage = nTotal - 8 })
  end
  if OptionsManager.isOption("LOUD", "on") then ChatManager.SystemMessage(Interface.getString("loud")) end
  CombatManager.somethingElse()
  Comm.deliverChatMessage(rMessage)
end
function onHurt(msgOOB)
  local node = DB.findNode(msgOOB.sTarget)
  DB.setValue(node, "hull", "number", DB.getValue(node, "hull", 0) - tonumber(msgOOB.nDamage))
end
"""
GROUNDS = """
package.path = "./?.lua;" .. package.path
local probe = require("rawcheck-probe")
local stub = require("fantasy-grounds-stub")
stub.load("ruleset.lua", "ActionAttack")
stub.option("LOUD", "on")
probe.op("attack", { takes = { "gunner" } }, function(scene)
  stub.reset()
  DB.setValue("ship", "skills.gunner", "number", scene.gunner)
  DB.createNode("target").getChild().setValue(nil)
  DB.setValue("target", "hull", "number", 40)
  local aDice, nMod = DiceManager.convertStringToDice("2d6-1")
  stub.act(ActorManager.resolveActor("ship"), ActorManager.resolveActor("target"), { sType = "attack", sDesc = "[ATTACK]", aDice = aDice, nMod = nMod })
  return { loud = stub.messages[1].text, hit = stub.messages[2].text == "[ATTACK] [HIT]", hull = DB.getValue("target.hull") }
end)
probe.op("database", {}, function()
  stub.reset()
  local list = DB.createNode("party.members")
  DB.createChild(list).setValue("Ann")
  DB.createChild(list).setValue("Bo")
  DB.createChild(list, "last").setValue(5)
  DB.deleteNode("party.members.last")
  local names = {}
  for i, node in ipairs(DB.getChildList("party", "members")) do names[i] = node.getName() .. "=" .. node.getValue() end
  local second = DB.findNode("party.members.id-00002")
  return { names = names, path = DB.getPath(second), up = DB.getName(second, "..."), joined = DB.getPath("a", "b"), missing = DB.getValue("no.node", "", "default") }
end)
probe.op("strings", {}, function()
  local dice, modifier = StringManager.convertStringToDice("2d6 + d3 - 4")
  return { dice = dice, modifier = modifier, words = StringManager.split("a, b,c", ",", true), caps = StringManager.capitalizeAll("pulse laser") }
end)
probe.serve({ name = "mini" })
"""
SIX = range(1, 7)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vtt")
    shutil.copytree(KITS, folder, dirs_exist_ok=True)
    for name, source in {"adapter.mjs": FOUNDRY, "adapter.lua": GROUNDS, "ruleset.lua": RULESET}.items():
        (folder / name).write_text(source, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def foundry(folder):
    with Driver(command("mjs", "adapter.mjs"), folder) as driver:
        yield driver


@pytest.fixture(scope="module", params=["lua51", "lua54"])
def grounds(request, folder):
    with Driver(command(request.param, "adapter.lua"), folder) as driver:
        yield driver


def outcomes(driver, op, **inputs):
    """The outcomes of one scene and in how many ways each comes about."""
    return [(outcome, sum(ways.values())) for outcome, ways, _ in driver.play(op, **{"in": inputs})["dist"]]


def by_total(pairs):
    return Counter({outcome["total"]: ways for outcome, ways in pairs})


FORMULAS = {
    "2D6 + 3": (2, lambda a, b: a + b + 3),
    "2d6 * 60": (2, lambda a, b: (a + b) * 60),
    "3D6kh2": (3, lambda *dice: sum(sorted(dice)[1:])),
    "3d6kl2 - -1": (3, lambda *dice: sum(sorted(dice)[:2]) + 1),
    "3d6dl1": (3, lambda *dice: sum(sorted(dice)[1:])),
    "2d6k": (2, max),
    "d6[fire] + @skill.gunner": (1, lambda a: a + 2),
    "d6 + @skill.pilot": (1, lambda a: a),
    "10 * (1d6 - 1) + d6": (2, lambda a, b: 10 * (a - 1) + b),
    "floor(2d6 / 2)": (2, lambda a, b: (a + b) // 2),
    "max(1d6, 1d6, 3)": (2, lambda a, b: max(a, b, 3)),
    "7 % 4 * 2": (0, lambda: 6),
}


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_of_foundry_is_rolled_with_one_draw_for_each_die(foundry, formula):
    dice, total = FORMULAS[formula]
    expected = Counter(total(*roll) for roll in product(SIX, repeat=dice))
    assert by_total(outcomes(foundry, "roll", formula=formula)) == expected


@pytest.mark.parametrize("formula", ["2d6x6", "2d6 +", "(2d6", "2d6)", "", "eval(1)", "2d6r1", "1d6 1d6"])
def test_a_formula_that_the_stub_does_not_know_is_an_error_with_its_text(foundry, formula):
    ((outcome, _),) = outcomes(foundry, "roll", formula=formula)
    assert outcome["raises"].startswith(f"Error: foundry-stub cannot roll '{formula}'")


def test_old_systems_of_foundry_roll_at_once(foundry):
    assert by_total(outcomes(foundry, "old roll", formula="d6")) == Counter(SIX)


def test_a_roll_of_foundry_shows_its_dice(foundry):
    results = outcomes(foundry, "results")
    expected = [[[a, a >= b], [b, b > a]] for a, b in product(SIX, repeat=2)]
    assert [outcome["dice"] for outcome, _ in results] == expected
    assert {(outcome["terms"], outcome["formula"]) for outcome, _ in results} == {(3, "2d6kh + 1")}


def test_a_system_of_foundry_updates_its_actors_and_sends_messages(foundry):
    expected = Counter((40 - a - b + 4, a + b >= 14) for a, b in product(SIX, repeat=2))
    results = outcomes(foundry, "attack")
    assert {(outcome["hull"], outcome["hit"]): ways for outcome, ways in results} == expected


def test_the_utilities_of_foundry(foundry):
    (outcome,) = (outcome for outcome, _ in outcomes(foundry, "utils"))
    assert outcome == {
        "merged": {"a": {"b": 2, "c": [1]}, "d": 4, "e": 5},
        "kept": {"a": {"b": 1, "c": [1]}, "d": 4},
        "copy": {"a": {"b": 1, "c": [1], "x": {"y": 7}}, "d": 4},
        "got": 7,
        "has": False,
        "flat": {"p.q": 1, "p.r": 2},
        "empty": True,
        "few": {"a": 1},
    }


def test_a_ruleset_of_fantasy_grounds_attacks(grounds):
    results = outcomes(grounds, "attack", gunner=2)
    totals = Counter(a + b + 1 for a, b in product(SIX, repeat=2))
    expected = Counter()
    for total, ways in totals.items():
        expected[total >= 8, 40 - max(0, total - 8)] += ways
    assert {(outcome["hit"], outcome["hull"]): ways for outcome, ways in results} == expected
    assert {outcome["loud"] for outcome, _ in results} == {"loud"}


def test_the_database_of_fantasy_grounds(grounds):
    (outcome,) = (outcome for outcome, _ in outcomes(grounds, "database"))
    assert outcome == {
        "names": ["id-00001=Ann", "id-00002=Bo"],
        "path": "party.members.id-00002",
        "up": "party",
        "joined": "a.b",
        "missing": "default",
    }


def test_the_strings_of_fantasy_grounds(grounds):
    (outcome,) = (outcome for outcome, _ in outcomes(grounds, "strings"))
    assert outcome == {"dice": ["d6", "d6", "d3"], "modifier": -4, "words": ["a", "b", "c"], "caps": "Pulse Laser"}
