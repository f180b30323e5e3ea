"""What the documents say is true: the README's Python runs, its commands exist, the package holds what is promised."""

from __future__ import annotations

import doctest
import re

import pytest
from click.testing import CliRunner
from paths import ROOT

from c4.cli import COMMANDS, cli

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_runs():
    """Every Python example of the README gives what it shows."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert failed == 0


def test_the_readme_names_every_command():
    """Each subcommand of c4 stands in the README, and each one there exists."""
    named = set(re.findall(r"^c4 (\w+)", README, flags=re.MULTILINE))
    assert named == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps(name):
    """`c4 NAME --help` explains itself."""
    done = CliRunner().invoke(cli, [name, "--help"])
    assert done.exit_code == 0
    assert len(done.output.splitlines()) > 5


def test_links_lead_somewhere():
    """Every file that a document links to exists."""
    for document in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").glob("*.md"),
        ROOT / "saved_models" / "README.md",
    ]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_picture_is_of_the_real_window():
    """The picture in the README is a PNG of the window's size, made by docs/screenshot.py."""
    picture = (ROOT / "docs" / "window.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 1280


def test_every_package_is_in_the_build():
    """Each folder of modules is a package that pyproject.toml takes in, so that an installed copy is whole."""
    import tomllib
    from fnmatch import fnmatch

    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"][
        "find"
    ]["include"]
    folders = {path.parent for room in ("c4", "visualizer", "saved_models") for path in (ROOT / room).rglob("*.py")}
    assert len(folders) > 5
    for folder in folders:
        assert (folder / "__init__.py").exists(), folder
        assert any(fnmatch(".".join(folder.relative_to(ROOT).parts), pattern) for pattern in patterns), folder
