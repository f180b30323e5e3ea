"""Writes the list of commands in docs/commands.md from the table of the program, `c4.cli.SECTIONS`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from c4.cli.table import SECTIONS, Entry
from c4.storage import write_text

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"
START = "<!-- made by `python -m lab report commands` -->\n"
END = "<!-- end -->\n"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
def main(as_json: bool) -> None:
    """Writes the list of commands in docs/commands.md."""
    write_text(PAGE, page(PAGE.read_text(encoding="utf-8")))
    click.echo(json.dumps({"file": str(PAGE)}) if as_json else f"wrote {PAGE}")


def page(text: str) -> str:
    """The page with its list made again."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return before + START + "\n" + "\n".join(map(section, SECTIONS)) + "\n" + END + after


def section(title: str) -> str:
    """The commands of a section: a line about each, then examples."""
    entries = SECTIONS[title]
    lines = [f"| `{name}` | {entry.about} |" for name, entry in entries.items()]
    return "\n".join([f"## {title}", "", "| | |", "|---|---|", *lines, "", "```", *examples(entries), "```", ""])


def examples(entries: dict[str, Entry]) -> list[str]:
    """The examples with their comments in one column."""
    pairs = [line.split("  # ") for entry in entries.values() for line in entry.examples]
    width = max(len(pair[0]) for pair in pairs if len(pair[0]) < 60)
    return ["   # ".join([pair[0].ljust(width), *pair[1:]]).rstrip() for pair in pairs]
