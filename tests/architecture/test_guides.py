"""The guides: every example runs and prints what stands below it, and the numbers in their sentences are true."""

import contextlib
import io
import json
import os
import re
from statistics import fmean

import pytest
from click.testing import CliRunner
from paths import ROOT

import c4
from c4 import evaluators
from c4.cli import cli
from c4.cli.table import COMMANDS
from c4.strategy.strategies import CERTIFICATES, load
from lab.report import curves, stories

GUIDES = {"alpha-beta.md": 4, "first-player.md": 3, "graphs.md": 4, "learning-story.md": 4, "mcts.md": 7}
"""How many examples each has."""


@pytest.mark.parametrize("name", GUIDES)
def test_the_examples_print_what_is_shown(name, tmp_path, monkeypatch):
    """Run from top to bottom, every example of a guide prints the text below it."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)
    assert len(examples) == text.count("```python") == GUIDES[name]
    names: dict[str, object] = {}
    for code, shown in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, names)
        assert printed.getvalue() == shown


def test_the_sentences_of_how_alpha_beta_works():
    """The picture, and the nodes at depth 8."""
    text = (ROOT / "docs" / "alpha-beta.md").read_text(encoding="utf-8")
    rows = re.search(r"```text\n(\. \. .*?)1 2 3", text, re.DOTALL)[1].split("\n")[:-1]
    picture = "/".join([".......", ".......", "......."] + [row.replace(" ", "") for row in rows])
    assert c4.Position.from_grid(picture) == c4.Position.from_moves("4453")
    engine = c4.load_agent("engine:depth=8").choose(c4.Position.from_moves("4453")).nodes
    plain = c4.look_ahead("4453", depth=8).nodes
    assert f"{engine:,} nodes for depth 8, where plain alpha-beta needs {plain:,}" in " ".join(text.split())


def test_the_sentences_of_the_other_stories():
    """What they take from the pages for looking things up is what stands there."""
    learned, figures = (
        (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("learning-story.md", "learning.md")
    )
    before = re.search(r"windows, nothing learned \| (\d+)\.\d.*\| (\d+\.\d)", figures)
    after = re.search(r"\*\*windows, 20,000\*\*.*\| .*\| (\d+)\.", figures)
    assert f"scores {before[1]} % against random moves" in learned
    assert f"began with {round(float(before[2]))} % against it and had {after[1]} %" in learned


def test_the_sizes_of_the_strategies_that_ship():
    """docs/strategy.md counts the positions of each strategy by the side to move; README and docs/first-player.md agree."""
    guide = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    for name in CERTIFICATES:
        size = load(name).size()
        numbers = (size.owner, size.leaves, size.other, size.positions)
        assert f"| `{name}` | {' | '.join(f'{number:,}' for number in numbers)} |" in guide
    size = load("first-player-wins").size()
    story = (ROOT / "docs" / "first-player.md").read_text(encoding="utf-8")
    assert f"**an answer in {size.owner:,} positions, {size.leaves:,} of them leaves**" in story
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"{size.owner:,} stored answers" in readme


@pytest.mark.parametrize("name", stories.PICTURES)
def test_the_pictures_of_the_stories(name):
    """They are what `python -m lab report stories` draws now."""
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == stories.PICTURES[name]()


def test_the_picture_of_the_learning_curves():
    """It is what `python -m lab report curves` draws of the figures that it has measured, and its description says them."""
    figures = json.loads(curves.FIGURES.read_text(encoding="utf-8"))
    assert curves.PICTURE.read_text(encoding="utf-8") == curves.picture(figures)
    ends = {name: (round(fmean(rows[0])), round(fmean(rows[-1]))) for name, rows in figures.items()}
    for page in ("learning.md", "learning-story.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        for first, last in ends.values():
            assert f"from {first} to {last} per cent" in text


@pytest.mark.slow
def test_the_site_builds(tmp_path):
    """Every page is in the contents, every link leads somewhere: a warning would be an error."""
    pytest.importorskip("mkdocstrings")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    config = load_config(str(ROOT / "mkdocs.yml"), strict=True, site_dir=str(tmp_path / "site"))
    build(config)
    start = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert 'src="window.png"' in start
    assert (tmp_path / "site" / "window.png").exists()
    commands = (tmp_path / "site" / "reference-commands" / "index.html").read_text(encoding="utf-8")
    assert all(f">c4 {name}<" in commands for name in COMMANDS)
    python = (tmp_path / "site" / "reference-python" / "index.html").read_text(encoding="utf-8")
    assert all(
        f'id="c4.api.{name}"' in python for name in ("look_ahead", "exact_values", "load_evaluator", "load_agent")
    )
    for notebook in (ROOT / "docs").glob("*.ipynb"):
        page = (tmp_path / "site" / notebook.stem / "index.html").read_text(encoding="utf-8")
        assert "<svg" in page
    assert "white-space: normal" in (tmp_path / "site" / "site.css").read_text(encoding="utf-8")
    assert "site.css" in python
    assert {page.name for page in (ROOT / "docs").glob("*.md")} <= set(re.findall(r"[\w-]+\.md", str(config.nav)))


def test_the_tutorial(tmp_path, monkeypatch):
    """Typed step by step it ends with an evaluator that beats V2, and its matches end as they are told."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "own.md").read_text(encoding="utf-8").partition("## What an evaluator is")[0]
    message = ""
    results = []
    for version, (kind, block) in enumerate(re.findall(r"```(python|text|)\n(.*?)```", text, re.DOTALL)):
        if kind == "python":
            (tmp_path / "my_idea.py").write_text(block)
            os.utime("my_idea.py", (version, version))
        for line in block.splitlines() if kind == "" else ():
            words = line.replace("depth=4", "depth=2").replace("--games 98", "--games 20").split()
            done = CliRunner().invoke(cli, [*words[1:], *(["--jobs", "1"] if words[1] == "match" else [])])
            assert done.exit_code == 0, f"{line}: {done.output}"
            message += done.output
            results += re.findall(r"A won (\d+), drew (\d+) and lost (\d+)", done.output)
    evaluators.forget("my_idea.py")
    assert results == [("1", "0", "19"), ("12", "2", "6")]
    assert "lost 19 of 20 games" in text
    assert "12 won, 2 drawn, 6 lost" in text
    assert "evaluate and evaluate_bits agree" in message
    assert message.count("ok\n") == 2
    assert "my_tree.npz" in message


def test_the_functions_of_an_evaluator_go_together(tmp_path, monkeypatch):
    """The compiled form and the reasons that docs/own.md shows belong to its first evaluator: `c4 check` agrees."""
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "own.md").read_text(encoding="utf-8"), re.DOTALL)
    functions = [examples[0], *(code for code in examples if code.startswith(("def evaluate_bits", "def explain")))]
    assert len(functions) == 3
    (tmp_path / "mine.py").write_text("\n\n".join(functions), encoding="utf-8")
    done = CliRunner().invoke(cli, ["check", "mine.py"])
    evaluators.forget("mine.py")
    assert done.exit_code == 0, done.output
    assert "evaluate and evaluate_bits agree" in done.output
