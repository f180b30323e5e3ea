"""What the documents say is true: the README's Python runs, its commands exist, the package holds what is promised."""

import ast
import doctest
import re
import shlex
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner
from paths import ROOT

from c4.cli import cli
from c4.cli.table import COMMANDS
from c4.exact.labels import Labels, codes_of
from c4.learning import LEARNERS
from c4.mcts.search import LIVE_NODES
from c4.practice import puzzles
from c4.session.undo_games import MOST_PUT_ASIDE
from lab.__main__ import cli as laboratory
from lab.make.files import write_labels
from visualizer.app.commands import BASE_COMMANDS
from visualizer.app.features import FEATURES
from visualizer.state.autosave import SOON_SECONDS
from visualizer.state.preferences import MOST_RECENT, SCALES
from visualizer.state.tree.playback import SPEEDS
from visualizer.ui.command import FIXED

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "saved_models" / "README.md",
]
COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def test_the_readme_runs():
    """Every Python example of the README gives what it shows."""
    text = README.replace("```", "")  # the end of a block is no output
    examples = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    failed, tried = doctest.DocTestRunner().run(examples)
    assert tried >= 5
    assert failed == 0


@pytest.mark.parametrize(
    "path",
    [path for path in sorted((ROOT / "c4").rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")],
    ids=lambda path: path.stem,
)
def test_the_examples_in_docstrings_run(path):
    """Every example in a docstring of c4 gives what it shows."""
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0


def test_the_commands_page_is_current():
    """docs/commands.md is what `python -m lab report commands` writes; the README names only commands that exist."""
    from lab.report.commands import page

    assert page(COMMANDS_PAGE) == COMMANDS_PAGE
    assert set(re.findall(r"^c4 (\w+)", COMMANDS_PAGE, flags=re.MULTILINE)) == set(COMMANDS)
    assert set(re.findall(r"^c4 (\w+)", README, flags=re.MULTILINE)) <= set(COMMANDS)


def command_lines():
    """(document, line) for every line of a document's code blocks that runs something."""
    for document in DOCUMENTS:
        for line in document.read_text(encoding="utf-8").splitlines():
            if re.match(r"( {4})?(c4|python) \S", line):
                yield document.name, re.split(r"\s+#", line.strip())[0]


@pytest.mark.parametrize(("document", "line"), sorted(set(command_lines())))
def test_commands_in_the_documents_exist(document, line, tmp_path, monkeypatch):
    """Every command line in a document is understood: its command, its options and their values."""
    monkeypatch.chdir(tmp_path)
    program, *words = words_of(line)
    if program == "python":
        assert python_runs(words), document
    else:
        make_files(words)
        check_command(words)


def words_of(line: str) -> list[str]:
    """The words of the first command of a line, with 1 in place of what the reader puts in."""
    plain = re.sub(r"\b(PLY|NUMBER|SEED)\b", "1", line.replace("$X", ""))
    return shlex.split(plain.split("&&")[0])


def python_runs(words: list[str]) -> bool:
    """Whether the words after "python" name a file or a module of the project, or one of the tools."""
    if words[:2] in (["-m", "pip"], ["-m", "pytest"]):
        return True
    target = words[1] if words[0] == "-m" else words[0]
    module = ROOT / target.replace(".", "/")
    return any(path.exists() for path in (ROOT / target, Path(f"{module}.py"), module / "__main__.py"))


def make_files(words: list[str]) -> None:
    """Makes empty files, in the current folder, for the words that name a file that must exist."""
    for word in words:
        if word.startswith("c4/arena") or ("." in word and "/" not in word):
            Path(word).parent.mkdir(parents=True, exist_ok=True)
            Path(word).touch()


def check_command(words: list[str]) -> None:
    """Raises if `c4` does not understand the words after it."""
    command = cli
    rest = words
    context = click.Context(cli)
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        command = command.get_command(context, rest[0])
        rest = rest[1:]
        assert command is not None, words
    if not rest or rest[0] not in ("--help", "--version"):
        command.make_context(command.name, rest)  # raises for an option or a value that does not exist


@pytest.mark.parametrize("words", [["sovle", "4453"], ["solve", "--no-such-option"], ["lesson", "--chapter"]])
def test_a_wrong_command_is_found(words):
    """A command or an option that does not exist is not understood."""
    with pytest.raises((AssertionError, click.ClickException)):
        check_command(words)
    assert not python_runs(["-m", "lab.no_such_module"])


SHORTER = {
    "match": "--games 2 --jobs 1",
    "train": "--episodes 20",
    "train td-lambda": "--episodes 500 --checkpoint-games 1",
}
"""What makes the long commands short."""

NOT_RUN = ("warm", "strategy verify first-player-wins")
"""Beginnings of commands that work for long; they have tests of their own, or .ci/smoke runs them."""

MADE_BEFORE = (
    "train td-lambda --model before.json --episodes 20 --export best_agent1.npy",
    "train sarsa --model before.npz --episodes 20 --export ActionQ.json",
    "train patterns --model before.sqlite --opponent random --episodes 20 --export ConnectFourPatterns.xml",
)
"""What makes the files of other programs that the documents import."""


def run(line: str) -> None:
    """Types a command, a long one with fewer games or less depth; it has to end well."""
    words = shlex.split(re.sub(r"\b(PLY|NUMBER|SEED)\b", "8", line))
    shorter = SHORTER.get(" ".join(words[:2])) or SHORTER.get(words[0], "")
    has_depth = "mcts" not in words
    if "--out" in words and words[0] == "search" and has_depth:  # a tree that `c4 verify` reads
        shorter = "--depth 4"
    done = CliRunner().invoke(cli, [*words, *shlex.split(shorter)], input="4453\n" if "-" in words else "q\n")
    assert done.exit_code == 0, f"c4 {line}: {done.output}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_commands_of_a_document_run(document, tmp_path, monkeypatch):
    """Typed one after another in a new folder they all end well, where what they need is installed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("C4_DATA", str(tmp_path / "own"))
    (tmp_path / "games.txt").write_text("4453\n", encoding="utf-8")
    code = codes_of(np.array([0], np.uint64), np.array([0], np.uint64))
    write_labels("labels.npz", Labels(code, np.array([1], np.int8), {}))
    (tmp_path / "saved_models").mkdir()
    shutil.copy(ROOT / "saved_models" / "windows.json", tmp_path / "my-windows.json")
    text = document.read_text(encoding="utf-8")
    if document.name == "own.md":
        text = text.partition("## What an evaluator is")[2]  # test_guides types the tutorial before it
    lines = [line.strip() for line in re.findall(r"^(?: {4})?c4 ([^#\n]+)", text, flags=re.MULTILINE)]
    absent = () if find_spec("safetensors") else ("export safetensors",)
    lines = [line for line in lines if not line.startswith(NOT_RUN + absent)]
    if any("--import" in line for line in lines):
        for line in MADE_BEFORE:
            run(line)
    if any("mine.md" in line for line in lines):
        page = (ROOT / "docs" / "own-lesson.md").read_text(encoding="utf-8")
        example = page.partition("````markdown\n")[2].partition("````")[0]
        Path("mine.md").write_text(example, encoding="utf-8")
    for line in lines:
        run(line)


def test_links_lead_somewhere():
    """Every file that a document links to exists."""
    for document in DOCUMENTS:
        prose = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", prose):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_picture_is_of_the_real_window():
    """The picture in the README is a PNG of the window's size, made by lab/report/screenshot.py."""
    picture = (ROOT / "docs" / "window.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 1280


def named_commands(*folders: str):
    """(place, words) for every command that a text of the program names: within a sentence, as `c4 ...` or
    `python -m lab ...`, and the latter on a line of its own.
    """
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if "`c4 " in text or "python -m lab " in text else ():
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    within = re.findall(r"`((?:c4|python -m lab) [a-z][^`{]*)", node.value)
                    alone = re.findall(r"^(?: {4})?(python -m lab [a-z][^#\n]*)", node.value, flags=re.MULTILINE)
                    for result in (*within, *alone):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", result


def check_names(place: str, text: str) -> None:
    """Raises AssertionError if a text such as `c4 solve --weak` names a command or an option that does not exist."""
    words = text.replace("python -m lab", "lab").split()
    command = laboratory if words[0] == "lab" else cli
    context = click.Context(cli)
    for word in words[1:]:
        if not isinstance(command, click.Group) or not word.islower():
            break
        command = command.get_command(context, word.strip(",.;:"))
        assert command is not None, f"{place}: {text}"
    options = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    for word in words:
        if re.match("--[a-z]", word):
            assert word.strip(",.;:") in {*options, "--help", "--version"}, f"{place}: {text}"


def test_advice_names_commands_that_exist():
    """Every command that a message, a docstring or a help text names can be typed."""
    named = list(named_commands("c4", "visualizer", "lab"))
    assert len(named) > 50
    for place, text in named:
        check_names(place, text)


def test_documents_name_commands_and_options_that_exist():
    """Within sentences, too, and those of the laboratory: `python -m lab measure boards`."""
    found = 0
    for document in (*DOCUMENTS, ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", ROOT / "lab" / "NOTES.md"):
        text = document.read_text(encoding="utf-8")
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        within = re.findall(r"`((?:c4|python -m lab) [a-z][^`]*)`", prose)
        alone = re.findall(r"^(?: {4})?(python -m lab [^#\n]+)", text, flags=re.MULTILINE)
        for line in (*within, *alone):
            check_names(document.name, line)
            found += 1
    assert found > 150


def test_menus_that_documents_name_exist():
    """`*File > Open recent*` is an entry of the window, by its name."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "visualizer").rglob("*.py"))
    entries = set()
    for document in DOCUMENTS:
        entries |= set(
            re.findall(r"\*[A-Z]\w+(?: >|,) ([A-Z][^*>.]+?)(?:\.\.\.)?\*", document.read_text(encoding="utf-8"))
        )
    assert len(entries) >= 8
    for entry in entries:
        assert re.search(rf'\b{re.escape(entry)}(?:\.\.\.)?"', sources), entry


def test_keys_that_documents_name_exist():
    """`Ctrl+Shift+O` is the key of a command, written as the window writes it."""
    commands = [*BASE_COMMANDS]
    for name in FEATURES:
        commands += import_module(name).FEATURE.commands
    keys = {key for command in commands for key in command.keys} | {*FIXED, "Ctrl+W", "Shift+Tab"}
    found = set()
    for document in (*DOCUMENTS, *(ROOT / "docs" / "lessons").glob("*.md"), ROOT / "CHANGELOG.md"):
        text = document.read_text(encoding="utf-8")
        named = set(re.findall(r"`((?:Ctrl|Alt|Shift)\+\S+|F\d+|[A-Z]|Pg\w+|Home|End|Del)`", text))
        assert not named - keys, document.name
        found |= named
    assert len(found) > 60


def test_a_page_has_one_name():
    """The contents of the site call a page what its first line does."""
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("nav:")[2]
    pages = {
        "contributing.md": "CONTRIBUTING.md",
        "changelog.md": "CHANGELOG.md",
        "models.md": "saved_models/README.md",
    }
    named = re.findall(r'- "?(.+?)"?: (\S+\.md)', contents)
    for name, page in named:
        path = ROOT / pages.get(page, f"docs/{page}")
        if path.exists() and page != "index.md":
            assert path.read_text(encoding="utf-8").startswith(f"# {name}\n"), page
    assert len(named) > 30


def test_the_numbers_of_the_window_page():
    """What docs/window.md counts is what the program has."""
    words = {6: "six", 10: "ten", 20: "Twenty"}
    page = " ".join((ROOT / "docs" / "window.md").read_text(encoding="utf-8").split())
    assert f"{len(puzzles.shipped()):,} puzzles" in page
    assert f"all {words[len(LEARNERS)]} learners" in page
    assert f"up to {LIVE_NODES / 1e6} million nodes" in page
    assert f"{words[MOST_PUT_ASIDE]} games are remembered" in page
    assert f"has the last {words[MOST_RECENT]} files" in page
    assert f"at {SPEEDS[0]} to {SPEEDS[-1]} events per second" in page
    assert f"from {SCALES[0]} to {SCALES[-1]} %" in page
    assert SOON_SECONDS == 0.5
    assert "Half a second after each change" in page
