"""The shape of the project: which way imports go, where each library lives, what the engine may not touch."""

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
MAY_IMPORT = {"engine": {"engine"}, "verify": {"verify", "engine"}, "errata": {"errata", "verify", "engine"}}
HOMES = {
    "click": "errata/commands",
    "hypothesis": "errata/conformance/hypothesis_search.py",
    "jinja2": "errata/reports/html.py",
    "msgspec": "errata/gate",
    "numpy": "verify/dice/roller.py",
    "pathspec": "errata/source/gitignore.py",
    "pdfplumber": "verify/pdf/ruled.py",
    "PIL": "verify/pdf/picture.py",
    "platformdirs": "errata/source/cache.py",
    "pypdfium2": "verify/pdf/file.py",
    "rapidocr_onnxruntime": "verify/pdf/scans.py",
    "re2": "errata/source/prefilter.py",
    "tabulate": "errata/reports/parts/text_tables.py",
    "tree_sitter": "errata/literals/syntax.py",
    "tree_sitter_c_sharp": "errata/readers/csharp.py",
    "tree_sitter_javascript": "errata/readers/javascript.py",
    "tree_sitter_lua": "errata/readers/lua.py",
    "tree_sitter_python": "errata/readers/python.py",
    "tree_sitter_typescript": "errata/readers/typescript.py",
    "yaml": "errata/readers/yaml.py",
}
"""The one module or folder of each third-party library."""
IMPURE = {"random", "secrets", "time", "datetime", "os", "pathlib", "io", "socket", "subprocess", "urllib", "tempfile"}
"""What a pure engine has no use for."""

LAYERS = (
    "engine.errors",
    "engine.rulebook.names",
    "engine.dice",
    "engine.rulebook.values",
    "engine.rulebook.parsing",
    "engine.rulebook.kinds",
    "engine.rulebook.effects",
    "engine.rulebook.rulebook",
    "engine.rulebook.declarations",
    "engine.rules",
    "engine.rulebook.raw",
    "engine.rulebook.editions",
    "engine.mechanics",
    "engine",
    "verify.bounded_files",
    "verify.finding_codes",
    "verify.typographic_signs",
    "verify.tokens",
    "verify.other_games",
    "verify.rulings",
    "verify.findings",
    "verify.grids",
    "verify.recognition.values",
    "verify.compare",
    "verify.claims",
    "verify.recognition",
    "verify.dice",
    "verify.documents",
    "verify.attestation",
    "verify.check",
    "verify.pdf",
    "verify",
    "errata.terminal",
    "errata.source.text",
    "errata.impact",
    "errata.rulebook_choice",
    "errata.literals.model",
    "errata.report",
    "errata.impact.plots",
    "errata.source.scan_results",
    "errata.literals",
    "errata.readers",
    "errata.signatures",
    "errata.source",
    "errata.conformance",
    "errata.excerpts",
    "errata.codebase_check",
    "errata.fix",
    "errata.reports",
    "errata.house",
    "errata.gate",
    "errata.commands",
    "errata.cli",
    "errata",
)
"""Modules and folders in the order in which they may use each other: each imports only itself and what stands above.

A module belongs to the longest name that it begins with."""
CYCLES_LEFT = ("verify.pdf",)
"""Modules among which there are still import cycles, to be cut; the names on a line are those of one cycle."""
MOST_MODULES = 13
"""Modules in a folder."""
CROWDED = {
    "verify/pdf",
    "errata/house/english",
    "tests/test_verify/test_pdf",
    "tests/test_errata/test_house/test_english",
}
"""Folders that have more, and are to be reworked."""
ENGLISH = "errata.house.english"
"""The reading of house rules in plain English, which only `errata/house` uses."""
USES_ENGLISH: set[str] = set()
"""Modules elsewhere that still do."""

FOREIGN = {TOP / "errata/conformance" / folder for folder in ("adapters/kits", "runners")}
"""Folders of files for other projects, which run there: they belong to no layer and import nothing of ours."""

MODULES = sorted(path for package in MAY_IMPORT for path in (TOP / package).rglob("*.py") if path.parent not in FOREIGN)
TESTS = sorted((TOP / "tests").rglob("*.py"))


def imports(path):
    """Every module that a file imports, wherever in it, by its first name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module.split(".")[0]


def dotted(path):
    """The name by which a module is imported."""
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def own_imports(path, known):
    """The modules of the project that a file imports, wherever in it, by their full names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from inner & known
            if node.module in known and not inner <= known:
                yield node.module


NAMES = {dotted(path) for path in MODULES}
USES = {dotted(path): set(own_imports(path, NAMES)) - {dotted(path)} for path in MODULES}


def is_in(module, folder):
    return module == folder or module.startswith(f"{folder}.")


def ids(path):
    return path.relative_to(TOP).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_imports_go_one_way_and_each_library_has_one_home(path):
    package = path.relative_to(TOP).parts[0]
    for name in imports(path):
        if name in MAY_IMPORT:
            assert name in MAY_IMPORT[package], f"{ids(path)} imports {name}"
        elif name not in sys.stdlib_module_names:
            assert name in HOMES, f"{ids(path)} imports {name}, which has no home yet"
            assert ids(path).startswith(HOMES[name]), f"{name} lives in {HOMES[name]}"


@pytest.mark.parametrize("module", sorted(USES))
def test_imports_go_from_layer_to_layer(module):
    def layer(name):
        return LAYERS.index(max((known for known in LAYERS if is_in(name, known)), key=len))

    for used in USES[module] - {"errata"}:  # the version
        assert layer(used) <= layer(module), f"{module} may not import {used}"


def test_there_are_no_import_cycles():
    left = [line.split() for line in CYCLES_LEFT]

    def is_left(module, used):
        return any(all(any(is_in(name, f) for f in folders) for name in (module, used)) for folders in left)

    graph = {module: {name for name in used if not is_left(module, name)} for module, used in USES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"an import cycle: {' -> '.join(reversed(error.args[1]))}")


def test_no_folder_is_crowded():
    for folder in {path.parent for path in (*MODULES, *TESTS)}:
        if ids(folder) not in CROWDED:
            modules = [module for module in folder.glob("*.py") if module.stem != "__init__"]
            assert len(modules) <= MOST_MODULES, ids(folder)


def test_tests_import_public_names_only():
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] in MAY_IMPORT:
                private = [alias.name for alias in node.names if re.match(r"_[^_]", alias.name)]
                assert not private, f"{ids(path)} imports {private}"


def test_only_house_rules_use_the_reading_of_plain_english():
    users = {module for module, used in USES.items() if any(is_in(name, ENGLISH) for name in used)}
    assert {module for module in users if not is_in(module, "errata.house")} <= USES_ENGLISH


@pytest.mark.parametrize("path", [p for p in MODULES if ids(p).startswith(("engine/", "verify/"))], ids=ids)
def test_no_import_is_for_the_type_checker_alone(path):
    if not ids(path).startswith("verify/pdf/"):
        assert "TYPE_CHECKING" not in path.read_text(encoding="utf-8")


def test_the_check_of_documents_loads_no_pdf_reader_and_no_numpy():
    loaded = "import sys, verify.check; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", loaded], cwd=TOP, capture_output=True, text=True, check=True)
    assert not {name for name in run.stdout.split() if is_in(name, "verify.pdf") or is_in(name, "numpy")}


@pytest.mark.parametrize("path", [p for p in MODULES if "engine" in p.relative_to(TOP).parts[:1]], ids=ids)
def test_the_engine_is_pure(path):
    assert not IMPURE & set(imports(path))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"eval", "exec", "compile", "open", "float", "print", "input", "__import__"}
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{ids(path)}: a float"


def test_every_library_that_is_used_is_declared():
    import tomllib

    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["ocr"], *extras["thorough"]]
    declared = {requirement.split(">")[0].split("=")[0] for requirement in wanted}
    packages = {"google-re2": "re2", "Jinja2": "jinja2", "pillow": "PIL", "PyYAML": "yaml"}
    assert {packages.get(name, name.replace("-", "_")) for name in declared} == set(HOMES)


def test_the_top_level_is_as_designed():
    listed = subprocess.run(["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    top = {line.split("/")[0] for line in listed.stdout.splitlines()}
    allowed = {"pyproject.toml", "README.md", "engine", "references", "verify", "errata", "tests"}
    assert {name for name in top if not name.startswith(".")} == allowed | {
        "Makefile",
        "LICENSE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs",
    }


NOT_FOR_DOCUMENTS = (
    "verify.recognition.code",
    "verify.pdf",
    "errata.source",
    "errata.readers",
    "errata.literals",
    "errata.signatures",
)
"""What reads code and PDF files; checking a document needs none of it."""
VERIFY = """
import sys
from errata.cli import main

sys.argv[1:] = ["verify", sys.argv[1]]
try:
    main()
except SystemExit as exit:
    status = exit.code
print("loaded:", *sys.modules)
sys.exit(status)
"""


def test_checking_a_document_loads_nothing_that_reads_code_or_pdf(tmp_path):
    import subprocess

    sheet = tmp_path / "sheet.md"
    sheet.write_text("| Range | DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n", encoding="utf-8")
    run = subprocess.run([sys.executable, "-c", VERIFY, sheet], cwd=TOP, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    assert "RC201" in run.stdout
    loaded = run.stdout.partition("loaded:")[2].split()
    assert "verify.recognition.document_table_recogniser" in loaded
    assert [name for name in loaded if name.startswith(NOT_FOR_DOCUMENTS)] == []
