# rawcheck-probe: plays this project's own rules functions for `rawcheck probe`, which compares them with the rules of
# Mongoose Traveller 2e. An adapter beside this file names the functions; this file speaks the protocol rawcheck-probe/1
# over stdin and stdout. The module random is replaced while a function is played, so that every way in which the dice
# can fall is tried: import this before the code that is played. It writes no files and opens no connections.
# No dependencies; Python 3.8 or later. Written by `rawcheck probe --init python`; MIT licence.
"""Offers functions to rawcheck: `@op("space.dodges", at="lib/ships.py:12", takes=["thrust"])`, then `serve(name=…)`."""

import asyncio
import inspect
import json
import math
import os
import random
import sys
import time
import traceback
from decimal import Decimal
from fractions import Fraction

__all__ = ["draw", "op", "refuse", "serve", "skip"]

PROTOCOL = "rawcheck-probe/1"
MOST_DRAWS = 200
TOO_MANY = f"more than {MOST_DRAWS} draws in one run"
LATE_S = 0.005  # how long a run waits for the tasks that it left behind
OPTIONS = ["at", "label", "takes", "out", "refuses", "skip", "known", "issue", "dice", "grid", "edition", "house"]


class Refusal(Exception):
    """The rules here do not allow what the scene asks for."""


class Skip(Exception):
    """The scene cannot be played here."""


class Fault(Exception):
    """A mistake of the adapter or of this kit, never of the functions that are played."""


# ---- dice


class Tape:
    """The faces that the run shows, one for each draw; `filler` follows the end (None: the tape is too short)."""

    playing = False  # outside of a run chance is left alone
    faces = ()
    filler = None
    taken = 0
    grid = 6
    too_many = too_short = False


original_random = random.random
system_random = random.SystemRandom.random


def draw():
    """The next random number, 0 <= u < 1: the middle of a part of the grid. A die of s sides shows floor(u * s) + 1."""
    if not Tape.playing:
        return original_random()
    if Tape.taken >= MOST_DRAWS:
        Tape.too_many = True
        raise RuntimeError(TOO_MANY)
    if Tape.taken >= len(Tape.faces):
        if Tape.filler is None:
            Tape.too_short = True
            raise RuntimeError("the tape is too short")
        Tape.faces.append(Tape.filler)
    Tape.taken += 1
    return (Tape.faces[Tape.taken - 1] - 0.5) / Tape.grid


def replace_random():
    """Replaces what everything in `random` and `secrets` draws from, also generators of the VTT's own. Seeds change nothing."""

    def bits(count):
        """A number near u * 2^count, with the face's remainder for those who write `% 6`."""
        u = draw()
        value = int(u * 2**count)
        return value - value % Tape.grid + int(u * Tape.grid)

    def while_playing(original, replacement):
        return lambda self, *args: replacement(*args) if Tape.playing else original(self, *args)

    replacements = {
        "random": draw,
        "_randbelow": lambda n: int(draw() * n),
        "getrandbits": bits,
    }
    for cls in (random.Random, random.SystemRandom):
        for name, replacement in replacements.items():
            setattr(cls, name, while_playing(getattr(cls, name), replacement))
    for name in replacements.keys() & vars(random).keys():
        setattr(random, name, getattr(random._inst, name))


replace_random()


# ---- operations


class Scene:
    """The inputs of one scene: `scene.thrust`, or `scene["thrust"]`."""

    def __init__(self, inputs):
        self.__dict__.update(inputs)

    def __getitem__(self, name):
        return self.__dict__[name]

    def __repr__(self):
        return f"Scene({self.__dict__})"


class Operation:
    """One offered function."""

    def __init__(self, name, options, fn):
        self.fn, self.checked, self.grid = fn, False, options.get("grid", 6)
        offer = {"in" if key == "takes" else key: value for key, value in options.items()}
        self.offer = {"n": len(operations), "op": name, "in": [], **offer}


operations = []


def op(name, **options):
    """Offers a function: it takes the scene and returns a dict of outputs. `takes` names the inputs that it heeds."""
    unknown = [option for option in options if option not in OPTIONS]
    if unknown:
        raise TypeError(f"op({name!r}): unknown option {unknown[0]!r}; known are {', '.join(OPTIONS)}")

    def offer(fn):
        operations.append(Operation(name, options, fn))
        return fn

    return offer


def refuse(reason):
    """Says that the rules here do not allow what the scene asks for."""
    raise Refusal(str(reason))


def skip(reason, issue=None):
    """Says that this scene cannot be played here."""
    raise Skip(str(reason), issue)


# ---- outcomes


def plain(value):
    """A value as JSON has it; what JSON lacks is tagged: {"$": "NaN"}. Whole floats become whole numbers."""
    kind = type(value)
    if value is None or kind in (bool, int, str):
        return value
    if kind is dict:
        return {str(key): plain(each) for key, each in value.items()}
    if kind in (list, tuple):
        return [plain(each) for each in value]
    if isinstance(value, float):
        if math.isfinite(value):
            return int(value) if value == int(value) else float(value)
        return {"$": "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, (Fraction, Decimal)):
        return plain(int(value)) if value == int(value) else str(Fraction(value))
    if isinstance(value, (int, str)):
        return int(value) if isinstance(value, int) else str.__str__(value)
    if hasattr(value, "item"):  # a number of numpy
        return plain(value.item())
    raise TypeError(f"a {kind.__name__} is no output")


encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def outcome_of(value):
    """The outcome that a function returned, as JSON with sorted keys."""
    if not isinstance(value, dict):
        raise Fault(f"the operation must return a dict of outputs, not {value!r}")
    try:
        return encode(plain(dict(value)))
    except RecursionError:
        raise Fault("the outcome cannot be written as JSON (it is cyclic or too deep)") from None
    except (TypeError, ValueError, OverflowError) as error:
        raise Fault(f"the outcome cannot be written as JSON ({error})") from None


def where_of(error):
    """Where an error was raised: the innermost line inside the working folder, else the innermost of all."""
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    places = [(os.path.abspath(file), line) for file, line in reversed(frames) if file != __file__]
    here = os.path.join(os.getcwd(), "")
    inside = [(file[len(here) :], line) for file, line in places if file.startswith(here)]
    for file, line in [place for place in inside if "site-packages" not in place[0]] + places:
        return f"{file}:{line}".replace("\\", "/")
    return None


def thrown_by(error):
    """The outcome of a run that raised, as JSON."""
    if isinstance(error, (Skip, Fault)):
        raise error
    if isinstance(error, Refusal):
        return encode({"refused": str(error)})
    try:
        raises = f"{type(error).__name__}: {error}"[:1000]
    except Exception:
        raises = type(error).__name__
    where = where_of(error)
    return encode({"raises": raises, "where": where} if where else {"raises": raises})


# ---- playing scenes

loop = None


async def with_its_tasks(awaitable):
    """The value of an awaitable; an error of a task that it left behind counts as its own."""
    done = ()
    try:
        value = await awaitable
    finally:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        if tasks:
            done, waiting = await asyncio.wait(tasks, timeout=LATE_S)
            for task in waiting:
                task.cancel()
            if waiting:
                await asyncio.wait(waiting, timeout=LATE_S)
    for task in done:
        if not task.cancelled():
            task.result()
    return value


def run_once(fn, inputs):
    """One run along the tape: its outcome as JSON; None where the tape was too short."""
    global loop
    Tape.taken = 0
    Tape.too_many = Tape.too_short = False
    error = value = None
    try:
        value = fn(Scene(inputs))
        if type(value) is not dict and inspect.isawaitable(value):
            loop = loop or asyncio.new_event_loop()
            value = loop.run_until_complete(with_its_tasks(value))
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        error = raised
    if Tape.too_short:
        return None
    if Tape.too_many:
        return encode({"raises": TOO_MANY})
    return thrown_by(error) if error else outcome_of(value)


def walk(operation, run, faces, limit, deadline):
    """Plays all ways of the dice: count up the last draw, cut the tape there, until no tape is left."""
    following = dict(zip(faces, faces[1:]))
    Tape.filler = faces[0]
    if not operation.checked:
        first = [(outcome, Tape.taken) for Tape.faces in ([], []) for outcome in [run()]]
        if first[0] != first[1]:
            raise Fault("the function keeps state between calls")
        operation.checked = True
    dist, runs, most, tape = {}, 0, 0, []
    while True:
        Tape.faces = tape
        outcome = run()
        if Tape.taken < len(tape):
            raise Fault("the function keeps state between calls: it drew fewer dice than before")
        runs, most = runs + 1, max(most, Tape.taken)
        if outcome not in dist:
            dist[outcome] = ({}, tape[:])
        ways = dist[outcome][0]
        ways[Tape.taken] = ways.get(Tape.taken, 0) + 1
        while tape and tape[-1] not in following:
            tape.pop()
        if not tape:
            return {"dist": [[json.loads(text), *entry] for text, entry in dist.items()], "runs": runs, "most": most}
        if runs >= limit or time.monotonic() > deadline:
            return {"over": runs, "most": most}
        tape.append(following[tape.pop()])


def replay(run, tapes):
    """Plays one run for each tape."""
    Tape.filler, outs = None, []
    for faces in tapes:
        Tape.faces = list(faces)
        outcome = run()
        outs.append(None if outcome is None else [json.loads(outcome), Tape.taken])
    return {"outs": outs}


def sample(run, samples, deadline):
    """Plays runs with the VTT's own dice."""
    Tape.playing, counts = False, {}
    for number in range(samples):
        outcome = run()
        counts[outcome] = counts.get(outcome, 0) + 1
        if time.monotonic() > deadline:
            return {"over": number + 1, "most": 0}
    return {"counts": [[json.loads(text), count] for text, count in counts.items()]}


def play(request):
    """The answer to one scene."""
    try:
        if request.get("n") not in range(len(operations)):
            raise Fault(f"there is no operation {request.get('n')}")
        operation = operations[request["n"]]
        deadline = time.monotonic() + request.get("ms", math.inf) / 1000
        text = json.dumps(request.get("in", {}))
        flat = not any(isinstance(value, (dict, list)) for value in request.get("in", {}).values())
        inputs = [request["rolls"]] if "rolls" in request else []
        fn = (lambda scene: operation.fn(scene, *inputs)) if inputs else operation.fn
        run = lambda: run_once(fn, request.get("in", {}) if flat else json.loads(text))  # noqa: E731
        Tape.playing, Tape.grid = True, operation.grid
        if "samples" in request:
            return sample(run, request["samples"], deadline)
        if "tapes" in request:
            return replay(run, request["tapes"])
        faces = request.get("faces") or list(range(1, operation.grid + 1))
        return walk(operation, run, faces, request.get("limit", 60000), deadline)
    except Skip as skipped:
        reason, issue = skipped.args
        return {"skip": reason, "issue": issue} if issue else {"skip": reason}
    except Exception as error:
        return {"error": {"kind": "adapter", "message": str(error) or repr(error), "stack": traceback.format_exc()}}
    finally:
        Tape.playing = False


# ---- vectors


def spelling(name):
    return "".join(letter for letter in name.lower() if letter.isalnum())


def same(a, b):
    """Whether two values are equal: numbers to 1e-9, names by their letters and digits."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-9
    if isinstance(a, str) and isinstance(b, str):
        return a == b or spelling(a) == spelling(b) != ""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return a == b


def allows(values, value):
    """Whether an input may have this value: `values` is True, a list, or the lowest and highest number."""
    if not isinstance(values, (list, tuple)):
        return True
    if len(values) == 2 and all(type(each) in (int, float) for each in (*values, value)):
        return values[0] <= value <= values[1]
    return any(same(each, value) for each in values)


def heeds(offer, changed, inputs):
    """Whether an offer heeds every input that is not at its default, and plays the values of those that it limits."""
    heeded = offer.get("in", ())
    heeded = heeded if isinstance(heeded, dict) else dict.fromkeys(heeded, True)
    limited = heeded.keys() & inputs.keys()
    return changed.keys() <= heeded.keys() and all(allows(heeded[name], inputs[name]) for name in limited)


def faults(vector, offer, outcome):
    """What is wrong with an outcome: "effect 0, not 2"; empty where it is as the vector says."""
    if "raises" in outcome:
        return f"raises {outcome['raises']}"
    if vector.get("refused"):
        return "" if "refused" in outcome else "allowed, not refused"
    if "refused" in outcome:
        return f"refused ({outcome['refused']}), not allowed" if offer.get("refuses") else ""
    wanted = {name: value for name, value in vector["out"].items() if name in offer.get("out", vector["out"])}
    wrong = [name for name, value in wanted.items() if name not in outcome or not same(outcome[name], value)]
    said = {name: json.dumps(outcome[name]) if name in outcome else "missing" for name in wrong}
    return "; ".join(f"{name} {said[name]}, not {json.dumps(wanted[name])}" for name in wrong)


def play_vectors(file):
    """Plays a vector file and prints what fails; the number of failures."""
    with open(file, encoding="utf-8") as lines:
        suite = json.load(lines)
    played = failed = known = 0
    for vector in suite["vectors"]:
        changed = vector.get("in", {})
        inputs = {**suite["operations"].get(vector["op"], {}).get("defaults", {}), **changed}
        offers = [each.offer for each in operations if each.offer["op"] == vector["op"]]
        for offer in offers:
            cannot_refuse = vector.get("refused") and not offer.get("refuses")
            if "skip" in offer or cannot_refuse or not heeds(offer, changed, inputs):
                continue
            answer = play({"n": offer["n"], "in": inputs, "faces": [vector.get("dice", 6)]})
            if "skip" in answer:
                continue
            wrong = faults(vector, offer, answer["dist"][0][0]) if "dist" in answer else answer["error"]["message"]
            played += 1
            if wrong:
                known, failed = known + ("known" in offer), failed + ("known" not in offer)
                place = f" ({offer.get('label') or offer.get('at')})" if len(offers) > 1 else ""
                print(f"{vector['id']}: {wrong}{place}{' (known)' if 'known' in offer else ''}")
    print(f"{played} vectors played, {failed} failed" + (f", {known} known" if known else ""))
    return failed


# ---- the protocol


def start(request, vtt):
    """The answer to `start`: what is offered."""
    if request.get("protocol") != PROTOCOL:
        return {"unsupported": [PROTOCOL]}
    about = {key: vtt[key] for key in ("name", "version", "commit", "issues") if key in vtt}
    more = {key: value for key, value in vtt.items() if key not in about}
    ops = [operation.offer for operation in operations]
    return {"protocol": PROTOCOL, "vtt": about, "dice": "tape", "walks": True, **more, "ops": ops}


def answer(request, vtt):
    """The answer to one request, without its number."""
    command = request.get("cmd")
    if command == "start":
        return start(request, vtt)
    if command == "run":
        return play(request)
    if command == "batch":
        return {"all": [play(run) for run in request["runs"]]}
    if command == "stop":
        return {}
    raise Fault(f"unknown command {command}")


def serve(**vtt):
    """Answers rawcheck until it stops; with `--vectors FILE` plays that file instead. Give your `name` and `edition`."""
    if "--vectors" in sys.argv:
        try:
            sys.exit(1 if play_vectors(sys.argv[sys.argv.index("--vectors") + 1]) else 0)
        except Exception:
            traceback.print_exc()
            sys.exit(2)
    sys.stdout.flush()
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # answers only: print and everything else goes to stderr
    sys.stdout, sys.stdin = sys.stderr, open(os.devnull)  # noqa: SIM115
    for line in requests:
        request = {}
        try:
            asked = json.loads(line)
            if not isinstance(asked, dict):
                raise Fault("a request is a JSON object")
            request = asked
            body = answer(request, vtt)
        except Exception as error:
            body = {"error": {"kind": "adapter", "message": str(error), "stack": traceback.format_exc()}}
        print(encode({"seq": request.get("seq"), **body}), file=answers, flush=True)
        if request.get("cmd") == "stop":
            break
