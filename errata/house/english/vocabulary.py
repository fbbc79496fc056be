"""The vocabulary of plain lines: words that mean the same, words that tell nothing, and what is said in several."""

from __future__ import annotations

import re

SAME = {
    "armour": "armor", "armoured": "armored", "critical": "crit", "damage": "dmg hurt",
    "cost": "price priced cheap cheaper dear dearer pricier",
    "dm": "dms modifier mod bonus penalty malus", "ton": "tonnage tonne weigh weight", "manoeuvre": "maneuver",
    "defence": "defense", "attack": "hit shot shoot attacker", "metre": "meter", "gunner": "gunnery",
    "ship": "starship spacecraft spaceship vessel space", "multiple": "multiplier multiply multiplied times",
    "restore": "heal recover regain return", "check": "difficulty task", "traveller": "pc", "maximum": "max cap capped",
    "minimum": "min", "first": "1st", "evasive": "evade evasion evading", "occupants": "occupant passenger",
    "barbette": "barb", "str": "strength", "dex": "dexterity", "end": "endurance", "int": "intelligence",
    "edu": "education", "low": "lowest lower", "high": "highest higher", "reload": "reloaded", "gun": "firearm",
    "fail": "failure botch", "divisor": "divide divided", "characteristic": "stat attribute", "fast": "faster quickly",
    "slow": "slower slowly", "range": "rng", "lethal": "kill deadly", "natural": "naturally",
    "surprised": "ambushed ambushee",
}  # fmt: skip
"""Words that mean the same here, under the one that stands for all of them."""

SILENT = frozenset(
    word
    for line in (
        "a an the this that these those it its they them their he she his her him we us our my me i you your one",
        "all any each every both another other others own same such some everyone everybody anyone anybody anything",
        "someone somebody something nobody nothing whoever there here",
        "of to for in on at by with from into onto and or but nor not no than as per under over up down out off back",
        "against vs versus unless except until after before during while when whenever where who whose which what how",
        "if then so because though although plus through via oh ah hey hmm yeah okay btw",
        "now instead rather only also just still always simply flat more less most least much too even quite really",
        "merely again yet already normally usually usual default longer anymore automatically actually harder easier",
        "never gone removed banned scrapped abolished between whole entire entirely completely totally altogether",
        "is are be been being was were am has have had having do does did doing done can could may might must shall",
        "will would should cannot let lets",
        "add adds adding added apply applies applied allow allows allowed become becomes bring brings carry carries",
        "cause causes change changes changed come comes coming count counts counting deal deals enjoy enjoys",
        "face faces gain gains get gets getting got give gives given giving go goes going grant grants happen happens",
        "impose imposes incur incurs inflict inflicts lose loses losing make makes made making mean means need needs",
        "needed occur occurs offer offers play plays played provide provides put puts receive receives remain remains",
        "require requires say says set sets start starts stay stays suffer suffers take takes taken taking treat",
        "treated try tries trigger triggers provoke provokes equal equals well use uses using want wants wear wears",
        "work works working worth spend spends spending spent tried",
        "rule rules ruling house hr raw book books rulebook game games table campaign value values number roll rolls",
        "rolled",
        "honestly frankly basically obviously personally anyway imho imo imtu tbh btw fwiw yes course",
        "rolling combat new old like extra additional sort kind way thing things",
    )
    for word in line.split()
)
"""Words that say nothing about which rule is meant."""

KEPT = frozenset(
    {
        "armoured",
        "during",
        "advanced",
        "improved",
        "fixed",
        "directed",
        "linked",
        "increased",
        "surprised",
        "ambushed",
        "times",
    }
)
"""Words that are names as they stand, whatever they end with."""

_CHANGE = r"(?:raise|increase|reduce|lower|improve|change|bump|drop|cut|make|set|buff|nerf)"
_CHANGED = r"(?:rais|increas|reduc|lower|improv|chang|bump|drop|cut|buff|nerf)(?:e[ds]?|s|ed|ing|ped)?"
"""Verbs that say only that something changes."""
SAID_SO = tuple(
    (re.compile(said), meant)
    for said, meant in (
        (r"\b(?:on top of|as well as|in addition to) (?:an?|the|its) (?:boon|bane)\b", ""),
        (r"\b(?:cannot|never|not|\w+n['’]t)\s+(?:exceed|go (?:above|beyond|over))\b", "maximum"),
        (r"\b\w+n['’]t\b|\bcan['’]t\b", ""),
        (r"\bkeeps? (?:their|its)\b", ""),
        (r"^[\s*+-]*\[x\]", ""),
        (r"(?<=\w)['’](?:s|re|ve|ll|d|m)\b", ""),
        (r"\s[/÷]\s|÷", " divide "),
        (r"\bhit(?:s|ting)? for\b", "damage"),
        (r"\bto hit\b", "attack dm"),
        (
            r"\b(?:victims?|targets?) of (?:an? |the )?(?:ambush(?:es)?|surprise)\b"
            r"|\b(?:ambush|surprise) (?:victims?|targets?)\b",
            "surprised ambush",
        ),
        (
            r"\b(?:goes|go|moves?|bump(?:s|ed)?|raised?|increase[ds]?|brought|pushed|cranked)\b([^,;:.]*?)"
            r"\b(?:up|down) to\b",
            r"\1",
        ),
        (r"\bkeeps?\s+(?:their|its)\b(?!\s+(?:best|worst|high|low|two|dic?e)\w*)", ""),
        (r"\bat most\b|\bno more than\b|\bup to\b|\b(?:max(?:es)?|tops?) out\b", "maximum"),
        (r"\bat least\b|\bno less than\b", "minimum"),
        (r"\b(?:tech(?:nology)?|tec) levels?\b", "tl"),
        (r"\bpoints? (?:of|from|in) ", ""),
        (r"\b(?:give|gives|get|gets|gain|gains)\s+back\b", "restore"),
        (r"\bon top of\b|\bin addition to\b", ""),
        (r"\b(?:i|we) let (?:the |my |our )?(?:players?|people) (?=buy\b)|\b(?:you|players?|people) can (?=buy\b)", ""),
        (r"\bbuy\s+(?:(?:one|it|them|these)\s+)?for\b|\bbought for\b", "cost"),
        (r"\ba ?piece\b", ""),
        (r"\bas (?:you|one|we)(?: would| might)? expect\b|\byes,? (?:really|i know)\b|\bjust a reminder\b", ""),
        (r"\bbeats? (?:the|your|a|their) (?:roll|target|check|target number) by\b", "effect"),
        (r"\b(?:if|when|whenever) (?:an?|the|your) (?:character|person|combatant) (?:is|has|goes)\b", ""),
        (r"\b(?:people|others|opponents|enemies) (?:get|have|take|suffer)\b(?=.*\byou\b)", "attacker"),
        (r"\bground(?: combat)?(?= (?:rounds?|initiative|attacks?|fights?|movement)\b)", "personal"),
        (r"\bpd\b", "point defence"),
        (r"\bfc\s?/?\s?(?=\d)", "fire control "),
        (r"^\W*(?:buffed|nerfed|changed|raised|lowered)\b|^\W*(?:fixed|new|now)(?=\s*:)", ""),
        (r"\b(?:1|one)\s+(?=per\b|for (?:each|every)\b)", ""),
        (r"\barmou?r[- ]piercing\b", "ap"),
        (r"\b(?:out cold|knocked out|passed out|pass(?:es)? out)\b", "unconscious"),
        (r"\b(?:stay|stays|staying|lie|lies|lying|rest|rests|resting) in bed\b", "bed rest"),
        (r"\bew\b|\becm\b", "electronic warfare"),
        (r"\bdamage control\b", "repair"),
        (
            r"\b(?:our|my) (?:\w+ )?(?:mind|opinion|view|taste|experience|version|variant|universe|setting|reading)\b",
            "",
        ),
        (r"\bat once\b", ""),
        (r"\bas (?:normal|usual|before|written|standard|always|per raw|in the book)\b", ""),
        (r"\bm[ -]drive", "manoeuvre drive"),
        (r"\bj[ -]drive", "jump drive"),
        (
            rf"^\W*{_CHANGE}\b|(?<=:\s){_CHANGE}\b(?=.*\b(?:by|to)\b)|^\s*{_CHANGED}(?=\s+(?:by|from|to)\b)|(?<=[a-z\d)]\s){_CHANGED}(?=\s*(?:by|from|to)\b|\s*[^a-z\s]|\s{{2}}|\s*$)",
            "",
        ),
    )
)
"""What is said in several words, and the words that it stands for."""
ANY_SAID_SO = re.compile("|".join(said.pattern for said, _ in SAID_SO))
"""Any of them: most texts have none."""
