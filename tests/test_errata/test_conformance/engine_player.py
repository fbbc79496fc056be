"""An implementation made of the engine itself, by any rulebook: what a hunt plays when no child process is wanted."""

from collections.abc import Mapping, Sequence
from math import ceil, log

from engine.rulebook.raw import RAW
from errata.conformance.hunt import Played, TooMany


class EnginePlayer:
    """Plays an operation by a rulebook, as if each scene took so many dice."""

    def __init__(self, operation, book=RAW, draws=4):
        self.operation, self.book, self.draws = operation, book, draws

    def play(self, runs: Sequence[tuple[Mapping[str, object], tuple[int, ...]]], limit: int):
        return [self._answer(scene, faces, limit) for scene, faces in runs]

    def _answer(self, scene, faces, limit):
        if len(faces) ** self.draws > limit:
            return TooMany(self.draws)
        outcomes = self.operation.outcomes(scene, self.book, faces)
        return Played(outcomes, dict.fromkeys(outcomes, (faces[0],) * self.draws), self.draws)

    def sample(self, scene, rolls):
        outcomes = self.operation.outcomes(scene, self.book)
        return {end: round(chance * rolls) for end, chance in outcomes.items() if round(chance * rolls)}


def dice_of(outcomes):
    """How many dice of six it takes to give such chances."""
    least = max(chance.denominator for chance in outcomes.values())
    return ceil(log(least, 6)) if least > 1 else 0
