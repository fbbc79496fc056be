"""Helpers for tests of the HTML page: reports of every kind, hostile texts, and a parsed page."""

from __future__ import annotations

import json
from fractions import Fraction
from html.parser import HTMLParser
from typing import get_args

from engine import roll
from errata.impact.results import Change, Panel, Ranged, Scene, Sweep
from errata.report import Decision, FunctionVerdict, Matrix, PlayedFunction, Report, Spread, place_of
from errata.reports import Options, render
from verify.findings import Finding, Place

SHORT = "space/range-bands/short/attack-dm"
HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    "</title></style></textarea><svg onload=alert(1)>",
    "\"' onmouseover=alert(1) x='\"",
    "{{ 7*191 }}{% raw %}{# #}",
    "a\0b\x1b[31m\x85",
    "\u202egnp.exe\u2066\u200b",
    "javascript:alert(1)",
    "<!--]]>--><![CDATA[",
    "\ud800&lt;b&gt;&#60;",
)


def finding(code="RC201", verdict="differs", rule=SHORT, file="src/combat.js", line=2, column=57, **more):
    told = {"expected": "+1", "actual": "-2", "source": "CRB 2016 p. 156", "words": {"book": "the book"}} | more
    return Finding(code, verdict, place=Place(file, line, column), rule=rule, **told)


def report(command="errata", findings=(), **more):
    """A report on some findings, and the texts of their files."""
    return Report(command, findings=list(findings) or [finding()], **more)


def hostile_report(text):
    """A report in which one text stands wherever a file can put it."""
    odd = finding(
        file=text,
        line=1,
        column=1,
        expected=text,
        actual=text,
        source=text,
        words={"title": text, "book": text},
        evidence=(text, text),
        impact={"what": text, "book": text, "here": text},
        qualified_name=text,
    )
    roll_of = roll("1D")
    scene = Scene(
        f"{text} at {text} range", text, text, (Change(text, text, Fraction(1), None, (roll_of, roll_of + 1)),)
    )
    made = report("gate", [odd, finding("RC906", "unchecked", "", text)])
    made.decision = Decision("error", True, suppressed=[(odd, text)], let_through={text: 1}, baseline_changes=[text])
    made.matrix = Matrix((text, "b"), ((SHORT, (text, "✓")),), (SHORT,))
    sweep = Sweep(text, text, text, ((text, Fraction(1)), ("b", None)), text)
    ranged = Ranged(text, text, ((text, Fraction(0), Fraction(1)), (text, None, Fraction(1))))
    made.panel = Panel((scene,), 1, {text: scene}, ranges=(ranged,), sweeps=(sweep,))
    made.skipped = {text: 3}
    made.probe = probe_report(text)
    made.texts = {text: lambda: f"{text}\n{text}"}
    return made


def probe_report(text="the old sheet"):
    """What a probe found, in functions of every verdict; one text stands wherever an adapter can put it."""
    told = {"operation": text, "reason": text, "issue": text}
    words = told | dict.fromkeys(("scene", "dice", "also", "inert", "shift", "again"), text)
    words["vector"] = json.dumps({"id": text})
    at = f"{text}:7"
    odd = Finding("RC951", "differs", place_of(at), SHORT, text, text, text, (text,), words=words, qualified_name=text)
    made = Report("probe", findings=[odd, Finding("RC955", "differs", place_of(at), words=told)])
    verdicts = get_args(FunctionVerdict)
    made.functions = [PlayedFunction(text, text, at, "", verdict, 150, 174_590, text) for verdict in verdicts]
    made.not_offered = (text, "space.ion")
    made.spreads = {odd.fingerprint: Spread(text, roll("2D"), roll("3D"))}
    return made


def panel_report():
    """What two house rules do, by hand: three ranges, a spread, a sweep."""
    bands = [("Short", Fraction(5, 12), Fraction(7, 12)), ("Medium", Fraction(1, 6), Fraction(1, 4))]
    spreads = (roll("2D"), roll("3D"))
    scenes = [
        Scene(
            f"A turret duel at {band} range",
            "space combat",
            f"Beam lasers at {band} now hit more often.",
            (
                Change("hit chance", "%", before, after),
                Change(
                    "damage",
                    "points",
                    Fraction(7),
                    Fraction(21, 2),
                    spreads,
                    {"Short range": Fraction(1), "Beam laser": Fraction(2)},
                    of_several=True,
                ),
                Change("rounds to disable", "rounds", None, Fraction(9)),
                Change("cost", "Cr", Fraction(500_000), Fraction(650_000)),
            ),
        )
        for band, before, after in bands
    ]
    points = (("+0", Fraction(1, 4)), ("+1", Fraction(1, 3)), ("+2", None), ("+3", Fraction(1, 2)))
    made = report("house", [finding(file="house.md", line=1, column=14)])
    sweep = Sweep(SHORT, "hit chance of a beam laser", "%", points, "+1")
    alone = {"Short range": scenes[0], "Beam laser": scenes[1]}
    ranged = Ranged("A turret duel", "hit chance", tuple(bands))
    made.panel = Panel(tuple(scenes), 41, alone, ranges=(ranged,), sweeps=(sweep,))
    made.texts = {"house.md": lambda: "Short range: -2 instead of +1\n"}
    return made


def page(made, **wanted):
    """The page of a report."""
    return render(made, "html", Options(**{"least": "note", "suppressed": True, **wanted}))


class Dom(HTMLParser):
    """A page as a parser sees it: every element with its attributes and its text."""

    VOID = frozenset({"meta", "input", "br", "img", "link"})

    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(text)
        self.close()
        assert [one["tag"] for one in self.open] == []

    def handle_starttag(self, tag, attrs):
        one = {"tag": tag, "attrs": dict(attrs), "text": "", "within": list(self.open)}
        assert len(one["attrs"]) == len(attrs), f"an attribute twice in {tag}"
        self.elements.append(one)
        if tag not in self.VOID:
            self.open.append(one)

    def handle_startendtag(self, tag, attrs):
        self.elements.append({"tag": tag, "attrs": dict(attrs), "text": "", "within": list(self.open)})

    def handle_endtag(self, tag):
        assert self.open, tag
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data):
        for one in self.open:
            one["text"] += data

    def all(self, tag, **attrs):
        """The elements of a sort; `class_` is one of their classes."""
        wanted = attrs.pop("class_", None)
        return [
            one
            for one in self.elements
            if one["tag"] == tag
            and all(one["attrs"].get(name) == value for name, value in attrs.items())
            and (wanted is None or wanted in (one["attrs"].get("class") or "").split())
        ]

    def shape(self):
        """The elements with the names of their attributes: what a text must not change."""
        return [(one["tag"], sorted(one["attrs"])) for one in self.elements]
