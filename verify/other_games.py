"""Names of other games and other editions of Traveller, to recognise documents and code that are not about ours.

Code calls games by other names than documents do, and `d20` or `pathfinder` in code is a die or an algorithm.
"""

import re

TRAVELLER = ("traveller", "mongoose", "mgt", "high guard", "crb")
"""Words of which one stands in any document about our game."""

_CEPHEUS = r"cephe(?:us|i)"
_CLASSIC = r"classic[ _-]?traveller|mega[ _-]?traveller"
_EDITIONS = rf"{_CEPHEUS}|{_CLASSIC}|\bmgt ?1e?\b|2300 ?ad|gurps"

GAMES_IN_DOCUMENTS = re.compile(
    r"D&D|\b(?:Dungeons (?:&|and) Dragons|Pathfinder|Starfinder|GURPS|Cepheus|Savage Worlds|Star Wars|Shadowrun"
    r"|Call of Cthulhu|Stars Without Number|d20)\b",
    re.IGNORECASE,
)
GAMES_IN_CODE = re.compile(
    rf"{_EDITIONS}|home[ _-]?brew(?! modules| content)|starfinder|star frontiers|stars without number"
    r"|battletech|dungeons|d&d|dnd_?5e|(?-i:SRD)|\bsrd\b|twilight ?2000|savage worlds|shadowrun|\bswn\b|\bsfrpg\b"
    r"|elite:? dangerous",
    re.IGNORECASE,
)
EDITIONS_IN_TITLES = re.compile(rf"{_EDITIONS}|traveller ?5|\bt5\b|new era", re.IGNORECASE)
"""Other editions and offspring of Traveller in the title of a page or a package."""
EDITIONS_AT_TABLES = re.compile(
    r"(?<!\d)1e(?![A-Za-z\d])|\b1st[ _-]?ed(?:ition|n)?\b|\bfirst[ _-]edition|\b(?:mgt|mongoose)[ _-]?1\b"
    rf"|{_CLASSIC}|\btraveller[ _-]?[45]\b|\bnew era\b|\b{_CEPHEUS}\b",
    re.IGNORECASE,
)
"""The same in a name or a remark at a table."""
EDITION_FIELD = re.compile(r"1(?:st|\.0)?|first|2008|ct|mt|tne|t4|t5|gt", re.IGNORECASE)
"""What names another edition in a field that holds nothing but an edition."""
