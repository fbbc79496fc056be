"""The same adapter in three languages: what the kits are asked in their tests."""

JAVASCRIPT = """
const die = () => Math.floor(Math.random() * 6) + 1;
const two = () => ({ total: die() + die() });
op('two', {}, two);
op('keep', {}, () => { const [, a, b] = [die(), die(), die()].sort(); return { total: a + b }; });
op('d3', {}, () => ({ total: Math.floor(Math.random() * 3) + 1 }));
op('d66', {}, () => ({ total: 10 * die() + die() }));
op('attack', { at: 'guns.js:5', label: 'turret', in: { gunner: [0, 4], weapon: ['Beam Laser'] }, out: ['hit', 'damage'], known: 'old', issue: 'https://example.org/1' }, (scene) => {
  const roll = die() + die() + scene.gunner;
  return roll < 8 ? { hit: false } : { hit: true, damage: die() + roll - 8 };
});
op('list of 11', { grid: 11, in: ['x'] }, () => ({ place: Math.floor(draw() * 11) }));
op('boom', {}, () => { if (die() === 3) missing.part(); return { fine: true }; });
op('refuses', { refuses: true }, () => { if (die() > 4) refuse('no reach'); return {}; });
op('skips', {}, () => skip('no missiles', 'https://example.org/2'));
op('odd values', {}, () => ({ a: NaN, b: [Infinity, -Infinity], c: 2.0, d: 0.1, e: { f: 'Gauß "x"' } }));
op('noisy', {}, () => { console.log('{"seq":3}'); process.stdout.write('half a line'); return two(); });
op('endless', {}, () => { for (;;) die(); });
op('muffled', {}, () => { for (;;) { try { for (;;) die(); } catch { return { fine: true }; } } });
let calls = 0;
op('stateful', {}, () => ({ calls: calls += 1 }));
let warm = 0;
op('cooling', {}, () => { warm += 1; return { total: warm > 3 ? 0 : die() }; });
op('cyclic', {}, () => { const loop = {}; loop.loop = loop; return loop; });
op('bare', {}, () => 5);
op('code', {}, () => ({ fn: () => 0 }));
op('greedy', { in: ['weapons'] }, (scene) => { scene.weapons.push('laser'); return { weapons: scene.weapons.length }; });
op('echo', { in: ['text'] }, (scene) => ({ text: scene.text, nothing: scene.nothing ?? 'nil' }));
op('raw', {}, () => ({ middle: Number.isInteger(Math.random() * 12) }));
op('rolls', {}, (_, rolls) => ({ total: rolls.attack[0] + rolls.attack[1] }));
op('deep', {}, () => { const down = (n) => 1 + down(n + 1); return { down: down(1) }; });
op('orders', {}, () => {
  const keys = Array.from({ length: 20 }, (_, i) => [`key${i + 1}`, true]);
  return Object.fromEntries(die() > 3 ? keys : keys.reverse());
});
op('empty', {}, () => crypto.webcrypto.getRandomValues(null)); // empty: none
op('not ours', { skip: 'a rule of our own' }, two);
op('async boom', {}, async () => { await null; throw new TypeError('no target'); });
op('interval', {}, () => { setInterval(() => {}, 1000); return {}; });
op('late', {}, async () => { const face = die(); if (face === 6) Promise.reject(new TypeError('too late')); return { face }; });
op('timer', {}, () => { setTimeout(() => { throw new Error('tick'); }, 1); return { fine: true }; });
op('once late', {}, () => { if (calls++ < 100) { calls = 100; Promise.reject(new Error('just once')); } return { fine: true }; });
op('far', {}, () => { setTimeout(() => { throw new Error('far too late'); }, 60); return { fine: true }; });
op('waits', {}, () => new Promise((done) => { setTimeout(done, 30, { fine: true }); }));
op('crypto.randomInt', {}, () => ({ face: crypto.randomInt(1, 7) }));
op('crypto.randomInt below', {}, () => ({ face: crypto.randomInt(6) + 1 }));
op('crypto remainder', {}, () => ({ face: crypto.getRandomValues(new Uint8Array(1))[0] % 6 + 1 }));
op('crypto quotient', {}, () => ({ face: Math.floor(globalThis.crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32 * 6) + 1 }));
serve({ name: 'mini', version: '1.2', edition: '2016' });
"""

MODULE = (
    "import { op, serve, draw, refuse, skip } from './rawcheck-probe.mjs';\nimport * as crypto from 'node:crypto';\n"
)
COMMON = "const { op, serve, draw, refuse, skip } = require('./rawcheck-probe.cjs');\nconst crypto = require('node:crypto');\n"

PYTHON = """
from rawcheck_probe import draw, op, refuse, serve, skip
import asyncio, enum, math, random, secrets, sys
from decimal import Decimal
from fractions import Fraction
from random import randint

def die(): return randint(1, 6)
def offer(name, body, **options): op(name, **options)(body)

@op("two")
def two(scene): return {"total": die() + die()}
offer("keep", lambda scene: {"total": sum(sorted([die(), die(), die()])[1:])})
offer("d3", lambda scene: {"total": random.randrange(3) + 1})
offer("d66", lambda scene: {"total": 10 * die() + die()})
@op("attack", at="guns.js:5", label="turret", takes={"gunner": [0, 4], "weapon": ["Beam Laser"]}, out=["hit", "damage"], known="old", issue="https://example.org/1")
def attack(scene):
    roll = die() + die() + scene.gunner
    return {"hit": True, "damage": die() + roll - 8} if roll >= 8 else {"hit": False}
offer("list of 11", lambda scene: {"place": int(draw() * 11)}, grid=11, takes=["x"])
@op("boom")
def boom(scene):
    if die() == 3: missing.part()
    return {"fine": True}
@op("refuses", refuses=True)
def refuses(scene):
    if die() > 4: refuse("no reach")
    return {}
offer("skips", lambda scene: skip("no missiles", "https://example.org/2"))
offer("odd values", lambda scene: {"a": math.nan, "b": [math.inf, -math.inf], "c": 2.0, "d": 0.1, "e": {"f": 'Gauß "x"'}})
@op("noisy")
def noisy(scene):
    print('{"seq":3}')
    import os; os.write(1, b"half a line")
    return two(scene)
@op("endless")
def endless(scene):
    while True: die()
@op("muffled")
def muffled(scene):
    try: return endless(scene)
    except Exception: return {"fine": True}
calls = []
@op("stateful")
def stateful(scene):
    calls.append(0)
    return {"calls": len(calls)}
warm = []
@op("cooling")
def cooling(scene):
    warm.append(0)
    return {"total": 0 if len(warm) > 3 else die()}
@op("cyclic")
def cyclic(scene):
    loop = {}
    loop["loop"] = loop
    return loop
offer("bare", lambda scene: 5)
offer("code", lambda scene: {"fn": die})
@op("greedy", takes=["weapons"])
def greedy(scene):
    scene.weapons.append("laser")
    return {"weapons": len(scene.weapons)}
offer("echo", lambda scene: {"text": scene.text, "nothing": "nil" if scene["nothing"] is None else scene["nothing"]}, takes=["text"])
offer("raw", lambda scene: {"middle": (random.random() * 12).is_integer()})
offer("rolls", lambda scene, rolls: {"total": sum(rolls["attack"])})
@op("deep")
def deep(scene): return deep(scene)
offer("orders", lambda scene: {f"key{i}": True for i in (range(1, 21) if die() > 3 else range(20, 0, -1))})
offer("empty", lambda scene: random.getrandbits(None))  # empty: none
offer("not ours", two, skip="a rule of our own")
@op("async boom")
async def async_boom(scene): raise TypeError("no target")
@op("late")
async def late(scene):
    async def fails(): raise TypeError("too late")
    face = die()
    if face == 6: asyncio.ensure_future(fails())
    return {"face": face}
@op("left running")
async def left_running(scene):
    asyncio.ensure_future(asyncio.sleep(60))
    if die() == 6: raise TypeError("no target")
    return {"fine": True}
offer("exits", lambda scene: sys.exit(3) if die() == 6 else {"fine": True})
offer("exact", lambda scene: {"tons": Fraction(9, 2), "whole": Fraction(4, 2), "cost": Decimal("2.50"), "level": Level(2), "pair": (1, 2)})
class Level(enum.IntEnum): two = 2
one_die = {
    "randint": lambda: random.randint(1, 6), "randrange": lambda: random.randrange(1, 7), "choice": lambda: random.choice([1, 2, 3, 4, 5, 6]),
    "choices": lambda: random.choices(range(1, 7))[0], "sample": lambda: random.sample(range(1, 7), 1)[0],
    "uniform": lambda: int(random.uniform(1, 7)), "getrandbits": lambda: random.getrandbits(16) % 6 + 1,
    "Random": lambda: random.Random(3).randint(1, 6), "SystemRandom": lambda: random.SystemRandom().randint(1, 6),
    "secrets": lambda: secrets.randbelow(6) + 1, "seed": lambda: random.seed(4) or random.randint(1, 6),
}
for name, body in one_die.items(): offer(name, lambda scene, body=body: {"face": body()})
@op("shuffle")
def shuffle(scene):
    cards = [1, 2, 3]
    random.shuffle(cards)
    return {"first": cards[0]}
serve(name="mini", version="1.2", edition="2016")
"""

LUA = """
package.path = arg[0]:match("^(.-)[^/]*$") .. "?.lua;" .. package.path
local probe = require("rawcheck-probe")
local op, refuse, skip = probe.op, probe.refuse, probe.skip
local function die() return math.random(6) end
local function two() return { total = die() + die() } end
op("two", {}, two)
op("keep", {}, function() local dice = { die(), die(), die() } table.sort(dice) return { total = dice[2] + dice[3] } end)
op("d3", {}, function() return { total = math.floor(math.random() * 3) + 1 } end)
op("d66", {}, function() return { total = 10 * math.random(1, 6) + die() } end)
op("attack", { at = "guns.js:5", label = "turret", takes = { gunner = { 0, 4 }, weapon = { "Beam Laser" } }, out = { "hit", "damage" }, known = "old", issue = "https://example.org/1" }, function(scene)
  local roll = die() + die() + scene.gunner
  if roll < 8 then return { hit = false } end
  return { hit = true, damage = die() + roll - 8 }
end)
op("list of 11", { grid = 11, takes = { "x" } }, function() return { place = math.floor(probe.draw() * 11) } end)
op("boom", {}, function() local missing if die() == 3 then missing.part() end return { fine = true } end)
op("refuses", { refuses = true }, function() if die() > 4 then refuse("no reach") end return {} end)
op("skips", {}, function() skip("no missiles", "https://example.org/2") end)
op("odd values", {}, function() return { a = 0 / 0, b = { 1 / 0, -1 / 0 }, c = 2.0, d = 0.1, e = { f = 'Gauß "x"' } } end)
op("noisy", {}, function() print('{"seq":3}') io.write("half a line") io.stdout:write("more") return two() end)
op("endless", {}, function() while true do die() end end)
op("muffled", {}, function() pcall(function() while true do die() end end) return { fine = true } end)
local calls = 0
op("stateful", {}, function() calls = calls + 1 return { calls = calls } end)
local warm = 0
op("cooling", {}, function() warm = warm + 1 return { total = warm > 3 and 0 or die() } end)
op("cyclic", {}, function() local loop = {} loop.loop = loop return loop end)
op("bare", {}, function() return 5 end)
op("code", {}, function() return { fn = die } end)
op("greedy", { takes = { "weapons" } }, function(scene) table.insert(scene.weapons, "laser") return { weapons = #scene.weapons } end)
op("echo", { takes = { "text" } }, function(scene) return { text = scene.text, nothing = scene.nothing or "nil" } end)
op("raw", {}, function() local parts = math.random() * 12 return { middle = parts == math.floor(parts) } end)
op("rolls", {}, function(_, rolls) return { total = rolls.attack[1] + rolls.attack[2] } end)
op("deep", {}, function() local function down() return 1 + down() end return { down = down() } end)
op("orders", {}, function()
  local up, outcome = die() > 3, {}
  for i = 1, 20 do outcome["key" .. (up and i or 21 - i)] = true end
  return outcome
end)
op("empty", {}, function() local face = math.random(0) return { face = face } end) -- empty: none
op("not ours", { skip = "a rule of our own" }, two)
op("seed", {}, function() math.randomseed(4) return { face = die() } end)
op("table of faces", {}, function() local faces = { 1, 2, 3, 4, 5, 6 } return { face = faces[math.random(#faces)] } end)
op("null", {}, function() return { face = probe.null } end)
probe.serve({ name = "mini", version = "1.2", edition = "2016" })
"""
