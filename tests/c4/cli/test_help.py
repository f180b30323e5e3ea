"""`c4 help`: topics and commands."""

from email.message import Message
from functools import partial

import click
from click.testing import CliRunner
from commands import c4

from c4.agents import AGENTS
from c4.cli import cli
from c4.cli.help import TOPICS
from c4.cli.table import COMMANDS
from c4.evaluators import EVALUATORS

helped = partial(c4, "help")


def test_topics_and_commands_are_explained():
    """Alone it lists both; a topic names everything there is; a command is explained as with --help."""
    listed = helped()
    assert all(f"  {name} " in listed for name in (*COMMANDS, *TOPICS))
    assert all(f"  {name} " in helped("agents") for name in AGENTS)
    assert all(f"  {name} " in helped("evaluators") for name in EVALUATORS)
    assert "packed:NUMBER" in helped("positions")
    assert "NUMBA_CACHE_DIR" in helped("files")
    assert helped("solve") == CliRunner().invoke(cli, ["solve", "--help"], prog_name="c4").output


def test_the_number_of_positions():
    """`c4 help positions` says how many positions the game has (R1-12)."""
    assert "4,531,985,219,092 positions" in " ".join(helped("positions").split())


def test_lists_of_commands_are_not_cut_off():
    """A group describes each of its commands in a sentence that fits."""
    for name in COMMANDS:
        group = cli.get_command(click.Context(cli), name)
        if isinstance(group, click.Group):
            help_text = CliRunner().invoke(cli, [name, "--help"]).output
            assert "...\n" not in help_text.partition("Commands:")[2].partition("Examples:")[0], name


def test_help_says_where_the_documents_are(monkeypatch):
    """At the address that a published package names; without one, in the folder of the source."""
    assert "Documents (docs/...): the folder docs of the project's source" in helped()
    names = Message()
    names["Project-URL"] = "Source, https://host.example/o/n"
    names["Project-URL"] = "Documentation, https://host.example/o/n/docs/contents.md"
    monkeypatch.setattr("c4.cli.help.metadata", lambda name: names)
    assert "Documents (docs/...): https://host.example/o/n/docs/contents.md" in helped()
