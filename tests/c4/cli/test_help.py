"""`c4 help`: topics and commands."""

from functools import partial

from click.testing import CliRunner
from commands import c4

from c4.agents import AGENTS
from c4.cli import COMMANDS, cli
from c4.cli.help import TOPICS
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
