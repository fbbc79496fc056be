"""High Yield that adds a die of damage; by the book, ones on the damage dice count as twos."""

from engine.rulebook.raw import RAW
from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC802"
RULE = "ship/weapon-advantages/high-yield/effect"
TRIGGER = r"high[_ -]?yield"

_NAME = pattern(r"(?<!very )(?<!very_)(?<!very)high[_ -]?yield")
_MORE = pattern(r"\+\s?1\s?d(?:6)?\b|\+\s?1\s(?:die|damage di[ec]e?)|\bdice\w*\s*(?:\+=\s*1\b|\+\+)")


def find(source: Code) -> Signs:
    """Lines that name High Yield and add a die, on the same line or the next two."""
    for n, _ in source.matches(_NAME, "yield", in_data=True):
        for at, text in source.statement(n, 2):
            if at > n and _NAME.search(text):
                break
            if (more := _MORE.search(text)) and "very" not in text.lower():
                value = RAW.rule(RULE).kind.value("+1D damage")
                yield Sign(at, more.start() + 1, more[0].strip(), value)
                break
