"""Everything that can be wrong with what the engine is given.

RawcheckError             a person can put it right; the message says how
├── NotationError         a text is not the notation it should be; shows the place
├── LimitError            too large to compute; names the limit
├── UnknownRule           no rule has that id; names the nearest
├── WrongKind             a value does not fit its rule; says what fits
└── RuleBroken            a design or an action that the rules do not allow; gives the cite
"""

from fractions import Fraction


class RawcheckError(Exception):
    """A person can put this right, and the message says how."""


class NotationError(RawcheckError):
    """A text that is not the notation it should be.

    >>> print(NotationError("2D+x", 3, "expected a number or dice", "accepted: 2D, 3D+2"))
    expected a number or dice
      2D+x
         ^
    accepted: 2D, 3D+2
    """

    def __init__(self, text: str, position: int, reason: str, hint: str = "") -> None:
        self.text, self.position, self.reason, self.hint = text, position, reason, hint
        super().__init__(text, position, reason, hint)

    def __str__(self) -> str:
        start = max(0, self.position - 40)
        shown = "".join(c if c.isprintable() else " " for c in self.text[start : self.position + 30])
        lines = [self.reason, f"  {shown}", f"  {' ' * (self.position - start)}^", self.hint]
        return "\n".join(line for line in lines if line.strip() or line == lines[1])


class LimitError(RawcheckError):
    """Too large to compute; the message names the limit."""


class UnknownRule(RawcheckError, KeyError):
    """No rule has that id; the message names the nearest."""

    def __str__(self) -> str:
        return Exception.__str__(self)


class WrongKind(RawcheckError):
    """A value does not fit its rule; the message says what fits."""


class RuleBroken(RawcheckError):
    """A design or an action that the rules do not allow; the message gives the cite."""


def refuse_negative(**numbers: int | Fraction) -> None:
    """Refuse a count or a distance below 0."""
    for name, number in numbers.items():
        if number < 0:
            raise RuleBroken(f"{name.replace('_', ' ')} is not below 0: {number}")
