"""Called shots in space: a location that the gunner chooses, where the book rolls 2D."""

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC803"
RULE = "space/critical/location"
TRIGGER = r"called[_ -]?shot"

_DEFINED = pattern(
    r"(?:\b(?:function|def|const|let|var|local)\s+\w{0,40}called_?shot\w{0,40}|\w{0,40}called_?shot\w{0,40}[\"']?\s*[:=](?!=)"
    r"|id=[\"'][\w-]{0,40}called-?shot)"
)
_DENIED = pattern(r"[:=]\s*(?:false|null|nil|none|0|undefined)\b|\bno called|not allowed|removed")


def find(source: Code) -> Signs:
    """The first place in a file where called shots are defined or offered."""
    for n, match in source.matches(_DEFINED, "called"):
        if not _DENIED.search(match.string):
            yield Sign(n, match.start() + 1, match[0].strip()[:40], "chosen")
            return
