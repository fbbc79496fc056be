"""Goldens: every verdict that rawcheck gives on a fixed set of inputs, so that a refactoring is seen to change none.

`make goldens` writes them, `make goldens-check` compares. The inputs:

- references  the bundled documents
- mutations   every third number of every bundled document, changed one at a time
- books       made-up rulebook PDFs
- miniatures  every file that a test writes or hands to a document check, collected by running the tests once
- trees       every folder below the one that RAWCHECK_TREES names: public codebases, never committed

A record is a tab-separated line: fact or finding, file, line, column, rule, printed value, verdict, code, level, and
the sentences. `tests/goldens/` keeps those of our own files without the sentences, and of the many miniatures only a
digest each. `.goldens/` and the folder beside the trees keep everything in full, to show what changed. With --messages
the sentences are compared as well.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMITTED = ROOT / "tests" / "goldens"
LOCAL = ROOT / ".goldens"
MINIATURES = LOCAL / "miniatures"
EVERY = 3
BOOKS = 120
FIELDS = ("file", "line", "column", "rule", "actual", "verdict", "code", "level")
SENTENCES = ("message", "expected", "source", "evidence", "impact")


def main() -> int:
    """Write or compare the goldens."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["collect", "write", "check"])
    parser.add_argument("--only", action="append", choices=list(SOURCES), help="only this source")
    parser.add_argument("--messages", action="store_true", help="record and compare messages and evidence as well")
    asked = parser.parse_args()
    sources = asked.only or list(SOURCES)
    if asked.action == "collect" or ("miniatures" in sources and not MINIATURES.exists()):
        collect()
    if asked.action == "collect":
        return 0
    changed = 0
    for source in sources:
        if source == "trees" and "RAWCHECK_TREES" not in os.environ:
            print("trees: RAWCHECK_TREES names no folder, skipped")
            continue
        recorded = dict(_recorded(source))
        full = Path(os.environ["RAWCHECK_TREES"]).parent / "goldens" if source == "trees" else LOCAL / "full"
        if asked.action == "write":
            _write(full, source, recorded)
            if source != "trees":
                _write(COMMITTED, source, _short(source, recorded))
        elif (full / f"{source}.txt").exists():
            before = _read(full, source)
            if not asked.messages:
                before, recorded = _without_sentences(before), _without_sentences(recorded)
            changed += _compare(source, before, recorded)
        else:
            changed += _compare(source, _read(COMMITTED, source), _short(source, recorded))
    return 1 if changed else 0


# --- inputs: each source gives (name, arguments of rawcheck, folder) ---


def references(_: Path) -> Iterator[tuple[str, list[str]]]:
    """The bundled documents."""
    for path in sorted((ROOT / "references").glob("*.md")):
        if path.name != "rulings.md":
            yield path.name, ["verify", "--facts", str(path)]


def mutations(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Changed documents: a number of a reference, one more than it was. Only findings, the facts hardly change."""
    from tests.mutate import changed_texts

    for path in sorted((ROOT / "references").glob("*.md")):
        if path.name == "rulings.md":
            continue
        for n, (line, column, change, text) in enumerate(changed_texts(path.read_text(encoding="utf-8"))):
            if n % EVERY == 0:
                target = folder / f"{path.stem}-{n}" / path.name
                target.parent.mkdir()
                target.write_text(text, encoding="utf-8")
                yield f"{path.name}:{line}:{column} {change}", ["verify", str(target)]


def books(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Made-up rulebooks as PDFs."""
    from tests.test_verify.test_pdf import random_books

    for seed in range(BOOKS):
        yield f"{seed}.pdf", ["pdf", "--facts", str(random_books.written(folder, seed)[0])]


def miniatures(_: Path) -> Iterator[tuple[str, list[str]]]:
    """What the tests write, by the hash of its content."""
    for tree in sorted(MINIATURES.iterdir()):
        files = sorted(path for path in tree.rglob("*") if path.is_file())
        pdfs = [str(path) for path in files if path.suffix == ".pdf"]
        if pdfs:
            for n, pdf in enumerate(pdfs):
                yield f"{tree.name} pdf {n}", ["pdf", "--facts", pdf]
            continue
        if tree.name.startswith("document-"):
            yield tree.name, ["verify", "--facts", *map(str, files)]
            continue
        if tree.name.startswith("house-"):
            for path in files:
                yield f"{tree.name} {path.relative_to(tree)}", ["house", str(path)]
            continue
        yield f"{tree.name} errata", ["errata", "--no-cache", "--facts", str(tree)]
        for config in [path for path in files if path.name == "rawcheck.toml"]:
            yield f"{tree.name} gate {config.parent.relative_to(tree)}", ["gate", "--no-cache", str(config.parent)]


def trees(_: Path) -> Iterator[tuple[str, list[str]]]:
    """Public codebases, outside the project."""
    for path in sorted(Path(os.environ["RAWCHECK_TREES"]).iterdir()):
        if path.is_dir():
            yield path.name, ["errata", "--no-cache", "--facts", str(path)]


SOURCES = {source.__name__: source for source in (references, mutations, books, miniatures, trees)}


# --- running and recording ---


def _recorded(source: str) -> Iterator[tuple[str, list[str]]]:
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(max_workers=2) as pool:
        names, runs = zip(*SOURCES[source](Path(folder)), strict=True)
        made = pool.map(_run, runs, chunksize=1 if source in ("trees", "books") else 8)
        yield from zip(names, made, strict=True)


def _run(words: list[str]) -> list[str]:
    """The sorted records of one run of rawcheck."""
    from errata import cli

    folder = os.path.dirname(words[-1]) + "/"
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["rawcheck", words[0], "--format", "json", *words[1:]]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            cli.main()
    except SystemExit as error:
        code = error.code
    finally:
        sys.argv = before
    if not out.getvalue():
        return [f"exit {code}" + "\t" * len(FIELDS) + _cell(err.getvalue().strip()).replace(folder, "")]
    report = json.loads(out.getvalue())
    lines = [
        line
        for kind, entries in (
            ("fact", report.get("facts", [])),
            ("finding", report["findings"]),
            ("suppressed", [one["finding"] for one in report.get("gate", {}).get("suppressed", [])]),
        )
        for line in _lines(kind, entries, folder)
    ]
    if words[0] == "pdf":  # most of the rulebook is in no made-up book
        counts = Counter(fact["verdict"] for fact in report["facts"])
        lines = [line for line in lines if not line.startswith("fact") or "\tagrees\t" in line or "\tdiffers\t" in line]
        lines.append(f"pdf missing={counts['missing']} unchecked={counts['unchecked']}")
    if "gate" in report:
        lines.append(f"gate failed={report['gate']['failed']} known={report['gate']['known']}")
    return sorted(lines)


def _lines(kind: str, entries: Iterable[dict[str, object]], folder: str) -> Iterator[str]:
    for entry in entries:
        yield "\t".join([kind, *(_cell(entry.get(field)) for field in (*FIELDS, *SENTENCES))]).replace(folder, "")


def _without_sentences(recorded: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        name: ["\t".join(line.split("\t")[: len(FIELDS) + 1]).rstrip("\t") for line in lines]
        for name, lines in recorded.items()
    }


def _short(source: str, recorded: dict[str, list[str]]) -> dict[str, list[str]]:
    """What is committed: records without sentences; of the miniatures their number and a digest."""
    short = _without_sentences(recorded)
    if source != "miniatures":
        return short
    return {
        name: [f"{len(lines)} {hashlib.sha256(repr(lines).encode()).hexdigest()[:12]}"] for name, lines in short.items()
    }


def _cell(value: object) -> str:
    return "" if value is None else str(value).replace("\t", " ").replace("\n", "⏎")


# --- keeping ---


def _write(folder: Path, source: str, recorded: dict[str, list[str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{source}.txt"
    with path.open("w", encoding="utf-8") as file:
        for name, lines in recorded.items():
            file.write(f"# {name}\n")
            file.writelines(line + "\n" for line in lines)
    print(f"{source}: {len(recorded)} inputs, {sum(map(len, recorded.values()))} records")


def _read(folder: Path, source: str) -> dict[str, list[str]]:
    path = folder / f"{source}.txt"
    if not path.exists():
        sys.exit(f"{path} does not exist; `make goldens` writes it")
    kept: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
        if line.startswith("# "):
            kept[line[2:]] = []
        else:
            kept[list(kept)[-1]].append(line)
    return kept


def _compare(source: str, before: dict[str, list[str]], after: dict[str, list[str]]) -> int:
    """Print every record that came or went; how many did."""
    changed = 0
    for name in before.keys() & after.keys():
        came, went = _minus(after[name], before[name]), _minus(before[name], after[name])
        if came or went:
            print(f"{source}: {name}")
            for mark, lines in (("-", went), ("+", came)):
                for line in lines:
                    print(f"  {mark} {line}")
            changed += len(came) + len(went)
    gone, new = before.keys() - after.keys(), after.keys() - before.keys()
    print(f"{source}: {len(after)} inputs, {changed} records changed, {len(gone)} inputs gone, {len(new)} new")
    return changed


def _minus(some: list[str], others: list[str]) -> list[str]:
    left = list(others)
    rest = []
    for line in some:
        if line in left:
            left.remove(line)
        else:
            rest.append(line)
    return rest


# --- collecting miniatures ---


def collect() -> None:
    """Run the tests, and keep every folder of files and every document that they make."""
    shutil.rmtree(MINIATURES, ignore_errors=True)
    MINIATURES.mkdir(parents=True)
    plugins = ["-p", "tests.goldens", "-n", "auto"]
    subprocess.run([sys.executable, "-m", "pytest", *plugins, "-q", "tests"], cwd=ROOT, check=False)


def pytest_sessionstart() -> None:
    """As a plugin of pytest: make the same PDFs each time, and keep each document that a test makes in memory."""
    from reportlab import rl_config

    from verify.documents.files import Document

    rl_config.invariant = 1

    init = Document.__init__

    def kept(self: object, name: str, text: str, *more: object, **others: object) -> None:
        init(self, name, text, *more, **others)
        if len(text) < 50_000 and name not in {path.name for path in (ROOT / "references").iterdir()}:
            _keep("document", {f"{Path(name).stem}.md": text.encode("utf-8", "surrogatepass")})

    Document.__init__ = kept


def pytest_runtest_teardown(item: object) -> None:
    """As a plugin of pytest: keep each folder of files that a test made."""
    folder = getattr(item, "funcargs", {}).get("tmp_path")
    if folder is None:
        return
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if ".git" in name.parts or not path.is_file() or path.is_symlink() or path.stat().st_size > 500_000:
            continue
        with contextlib.suppress(OSError):
            files[str(name)] = path.read_bytes()
    _keep("house" if "test_house" in item.nodeid else "tree", files)


def _keep(kind: str, files: dict[str, bytes]) -> None:
    if not files or sum(map(len, files.values())) > 1_000_000 or len(files) > 100:
        return
    digest = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:12]
    for name, content in files.items():
        path = MINIATURES / f"{kind}-{digest}" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
