"""Words of headings: what chapters of rules are about, what only some of them are for, and what games are of."""

from __future__ import annotations

import re
from functools import cache

from engine.rulebook.raw import RAW
from errata.house.english.clauses import ANYBODY
from errata.house.english.only_some import REMARKS, SOME
from errata.house.english.rule_names import is_word
from errata.house.english.rule_words import names
from errata.house.english.word_forms import words

SOME_OF = SOME.union(
    words(
        "vargr aslan zhodani droyne hiver kkree solomani vilani darrian robot android drone animal creature beast"
        " monster mook minion boss villain henchman marine soldier pirate civilian military recruit child psion fighter"
        " capital dreadnought battleship cruiser frigate corvette destroyer warship merchant freighter liner shuttle"
        " pinnace cutter station starbase monitor boat craft wet snow jungle desert mountain storm wind underground"
    )
) - frozenset(words("melee laser missile vehicle hand"))
"""Words for some of those of whom rules speak; what a chapter of rules may be about is none of them."""
THINGS = frozenset(
    words(
        "missile torpedo laser beam pulse particle plasma fusion ion meson railgun sandcaster turret barbette bay"
        " spinal vehicle grenade rifle pistol carbine shotgun sword blade explosives psionics psion melee unarmed brawl"
        " grapple dogfight boarding chase ambush siege duel bombardment aircraft walker tank mecha commercial prototype"
        " experimental surplus salvage"
    )
)
"""Words for weapons, mounts, and sorts of craft and of fights: what stands below them is for those, and no others."""
NAMED = SOME_OF | THINGS
CHAPTER = REMARKS | ANYBODY | frozenset(
    words(
        "session zero introduction note general misc miscellaneous various variant optional option main basic core"
        " setup referee gm character creation generation equipment gear trade psionics encounter summary content index"
        " overview faq clarification reminder tweak fix homebrew modified change modification adjustment addition"
        " section part chapter appendix version update edition traveller mongoose mgt cepheus stuff list situation"
        " situational tactic lethality death wound fight fighting battle gunfight firefight brawl ground naval gunnery"
        " medicine medical healing injury recovery skill dice tools tech procedure mechanic system simple quick"
        " advanced detail power flow turn order preamble welcome philosophy goal principle tone safety theme scale"
        " alternate alternative important agreed current decided decision official final adopted accepted approved"
        " conventional ordinary standard common everyday assorted sundry cinematic gritty realistic heroic faster"
        " streamlined my pace tempo shooting money economy finance travel jump exploration building design construction"
        " nutshell brief short"
    )
)  # fmt: skip
"""Words of headings that restrict nothing."""
PLAIN = NAMED | frozenset(
    words(
        "get hit hurt bleed die blow people captain starship spaceship spacecraft vessel pilot gunner engineer medic"
        " doctor shoot gun bullet blast bonus penalty modifier number cheat sheet reference print house home own"
        " party player npc pc planet world starport port law crime contact career term life training experience luck"
        " advancement hero reputation social roleplay science repair maintenance fuel drive hull astrogation cargo"
        " passenger thing bit piece tool kit bang close up cover movement range distance scope sight map grid"
        " nut bolt shield computer software crew staff bounty salary upkeep mortgage vacuum atmosphere radiation"
        " poison disease drug fall fire suit vacc explosion smuggling faction patron job reward improvement everything"
        " else other book page rulebook first second third last one two three four five six remember different"
        " screen primer crb key task rulings war miss mishap crunch odds end bob basics resolution operation"
        " management sequence engagement hazard environment survival armament ordnance defence offence electronics"
        " hacking downtime commerce logistics interaction"
    )
)  # fmt: skip
"""Words of what games are about, besides those of rules."""
IN_PLAY = frozenset(
    words(
        "career term life lives round turn roll check attack hit wound injury jump crew friend contact enemy ally rival"
        " owner job experience training service character hand"
    )
)
"""Words for what somebody has had, or done, in a game: a former career is no former rule."""


@cache
def _named() -> frozenset[str]:
    """The words of which the names of rules, of their sets and of the rows of tables are made."""
    ids = frozenset(word for id in RAW for word in words(re.sub("[/-]", " ", id)))
    return ids.union(word for named in names().values() for name in named.must for word in name)


def is_topic(word: str) -> bool:
    """Whether a word, in its one form, says what rules are about, and no more.

    >>> is_topic("laser"), is_topic("weapon"), is_topic("gvurrdon")
    (True, True, False)
    """
    return word in CHAPTER or word in PLAIN or (word in _named() and is_word(word))
