"""Adapters that misbehave, by the name on the command line: `python hostile_adapters.py loop`.

Each answers a scene `{"x": 3}` with `{"dm": 3}`. In the scene `{"x": "bad"}` it does what its name says. It notes the
messages in `transcript.jsonl`, and holds a lock on `lock` for as long as it or a child of it runs.
"""

import fcntl
import json
import os
import signal
import sys
import time
from itertools import count, product

KIND = sys.argv[1]
OPS = [
    {"n": 0, "op": "a.number", "at": "lib/a.js:1", "in": {"x": [1, 9]}},
    {"n": 1, "op": "a.roll", "in": [], "out": ["total"]},
    {"n": 2, "op": "a.roll", "in": ["x"], "walks": False, "refuses": True, "skip": "", "known": "wrong", "issue": "#1"},
]
seq = 0


def note(line):
    if len(line) < 100_000:
        with open("transcript.jsonl", "a") as transcript:
            transcript.write(line.strip() + "\n")


def send(answer, **seqs):
    line = json.dumps({"seq": seq, **answer, **seqs})
    note(line)
    write(line + "\n")


def write(text):
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data) :]


def number(x):
    return {"dist": [[{"dm": x}, {"0": 1}, []]], "runs": 1, "most": 0}


def roll(faces, limit):
    """2D in all ways."""
    ways, tapes = {}, {}
    for dice in product(faces, repeat=2):
        ways[sum(dice)] = ways.get(sum(dice), 0) + 1
        tapes.setdefault(sum(dice), dice)
    if len(faces) ** 2 > limit:
        return {"over": limit, "most": 2}
    return {"dist": [[{"total": t}, {"2": n}, tapes[t]] for t, n in ways.items()]}


def tried(tape, sides):
    """As many dice as the scene has `x`, from a tape; endless ones for x = 0."""
    return [{"total": sum(tape)}, sides] if 0 < sides == len(tape) else None


def answer_to(run):
    x = run["in"].get("x")
    if x == "bad":
        return BAD[KIND]() or number(0)
    if x == "skip":
        return {"skip": "no such thing here", "issue": "#2"}
    if "samples" in run:
        return {"counts": [[{"dm": x}, run["samples"] - 1], [{"raises": "Error"}, 1]]}
    if "tapes" in run:
        return {"outs": [tried(tape, x) for tape in run["tapes"]]}
    return number(x) if run["n"] == 0 else roll(run["faces"], run["limit"])


# What they do


def loop():
    while True:
        pass


def memory():
    blocks = []
    while True:
        blocks.append(bytearray(10_000_000))


def chatter(lines):
    write("".join(f"rolling {i}\n" for i in range(lines)))


def forge():
    write("".join(json.dumps({"seq": seq + i, **number(99)}) + "\n" for i in range(5)))


def forge_late():
    send(number(0))
    time.sleep(0.1)  # until the next request is there, but not read
    forge()
    skip_answer()


def skip_answer():
    raise KeyError("no answer")


def cyclic():
    value = []
    value.append(value)
    json.dumps(value)


def write_file():
    with open("big", "wb") as file:
        for _ in range(80):
            file.write(bytes(1_000_000))


def close_output():
    os.close(1)
    time.sleep(60)


def deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    loop()


def fork(parent_stays):
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        time.sleep(60)
    if not parent_stays:
        os._exit(4)


def fork_away():
    if os.fork() == 0:
        os.setsid()
        time.sleep(1)
        os._exit(0)
    os._exit(4)


def utf16():
    write((json.dumps({"seq": seq, **number(0)}) + "\n").encode("utf-16"))
    skip_answer()


def die_late():
    send(number(0))
    os._exit(5)


def die_a_little_later():
    send(number(0))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    skip_answer()


BAD = {
    "good": lambda: None,
    "loop": loop,
    "exit": lambda: os._exit(3),
    "exit quietly": lambda: os._exit(0),
    "abort": os.abort,
    "memory": memory,
    "noise": lambda: chatter(1000),
    "endless noise": lambda: [chatter(1000) for _ in count()],
    "some noise": lambda: chatter(900),
    "forged answers": forge_late,
    "raw writes": lambda: write("rolling 2D... "),
    "throws": lambda: 1 // 0,
    "error": lambda: {"error": {"kind": "adapter", "message": "no such weapon"}},
    "cyclic": cyclic,
    "NaN": lambda: number(float("nan")),
    "no answer": skip_answer,
    "nothing": lambda: {"seq": seq},
    "wrong chances": lambda: {"dist": [[{"dm": 1}, {"0": 2}, []]]},
    "30 MB": lambda: number("x" * 30_000_000),
    "8 MB": lambda: number("x" * 8_000_000),
    "one endless line": lambda: [write("x" * 1_000_000) for _ in count()],
    "deep": lambda: write("{" + '"a":[' * 200_000 + "\n"),
    "dies after the answer": die_late,
    "dies a little after the answer": die_a_little_later,
    "80 MB in a file": write_file,
    "closes its output": close_output,
    "closes its input": lambda: os.close(0),
    "ignores SIGTERM": deaf,
    "leaves a child": lambda: fork(True),
    "leaves a child and ends": lambda: fork(False),
    "leaves a child in another session and ends": fork_away,
    "reads no more": lambda: [send(number(0)), time.sleep(60)],
    "old answer first": lambda: send(number(99), seq=seq - 1),
    "UTF-16": utf16,
    "stderr": lambda: sys.stderr.write("a warning\n" * 500_000) and None,
    "stderr, then ends": lambda: [sys.stderr.write("a warning\n" * 50_000 + "the reason"), os._exit(1)],
    "lone surrogate": lambda: {"skip": "\ud800\x1b[2J"},
}


def start():
    if KIND == "never starts":
        time.sleep(60)
    if KIND == "ends at once":
        sys.exit("Error: Cannot find module 'lodash'")
    if KIND == "another protocol":
        return {"unsupported": ["rawcheck-probe/1"]}
    with open("transcript.jsonl") as transcript:
        starts = sum('"start"' in line for line in transcript)
    ops = OPS[: 1 if KIND == "changes" and starts > 1 else 3]
    if KIND == "changes":
        BAD[KIND] = BAD["exit"]
    return {"protocol": "rawcheck-probe/1", "vtt": {"name": "hostile", "version": "1"}, "edition": "2016", "ops": ops}


def main():
    global seq
    lock = open("lock", "w")  # noqa: SIM115 - held to the end
    fcntl.flock(lock, fcntl.LOCK_SH)
    while line := sys.stdin.buffer.readline():
        note(line.decode())
        request = json.loads(line)
        seq = request["seq"]
        if request["cmd"] == "stop":
            break
        try:
            if request["cmd"] == "start":
                send(start())
            elif request["cmd"] == "batch":
                send({"all": [answer_to(run) for run in request["runs"]]})
            else:
                send(answer_to(request))
        except KeyError:  # no answer
            pass
        except (ArithmeticError, ValueError, OSError) as error:
            send({"error": {"kind": "adapter", "message": f"{type(error).__name__}: {error}", "stack": "…"}})


if __name__ == "__main__":
    main()
