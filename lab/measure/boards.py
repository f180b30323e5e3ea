"""`python -m lab measure boards`: who wins on every small board, compared with what others have published.

Long boards can be stopped: the bounds that are known so far are kept in a file, and the same command goes on from them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from c4.cli.options import Integer, json_option, show
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import WIN, exact_value
from c4.solver.solver import FAR, stream_bounds
from c4.solver.table import Table
from c4.storage import write_text

MIN_BOARD_SIDE = 4
"""The smallest measure of a board on which a line of four fits in every direction."""

PUBLISHED = {
    4: "=16 =20 -24 =28 -32 -36",
    5: "=20 =25 =30 =35 +39",
    6: "=24 =30 -36 +41",
    7: "=28 =35 +41",
    8: "=32 =40",
    9: "=36",
}
"""For every number of rows, the outcomes on 4, 5, ... columns: + the first player wins, - the second, = a draw; and the
number of the last disc.

Winners: John Tromp, https://tromp.github.io/c4/c4.html.  Last discs: Christophe Steininger,
https://github.com/ChristopheSteininger/c4.
"""

WINNERS = {"+": "the first player wins", "-": "the second player wins", "=": "a draw"}


@dataclass
class Progress:
    """What is known of a board: inclusive bounds of the first player's score, and the work so far."""

    lower: int = -FAR
    upper: int = FAR
    nodes: int = 0
    seconds: float = 0.0


class Progresses:
    """The file of all boards' progress."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.boards: dict[str, Progress] = {}
        if path.exists():
            try:
                content = json.loads(path.read_text())
                self.boards = {name: Progress(**fields) for name, fields in content.items()}
            except (OSError, ValueError, TypeError, AttributeError):
                raise C4Error(f"{path} is no file of `python -m lab measure boards`") from None

    def of(self, rules: Rules) -> Progress:
        """The progress on a board, empty at first."""
        return self.boards.setdefault(f"{rules.columns}x{rules.rows}", Progress())

    def save(self) -> None:
        """Writes the file completely or not at all."""
        content = {name: asdict(progress) for name, progress in self.boards.items()}
        write_text(self.path, json.dumps(content, indent=1))


def boards(largest: int) -> list[Rules]:
    """All boards with rows + columns up to `largest`, the smallest first."""
    sizes = [
        (rows, columns)
        for rows in range(MIN_BOARD_SIDE, largest - MIN_BOARD_SIDE + 1)
        for columns in range(MIN_BOARD_SIDE, largest - rows + 1)
    ]
    return sorted((Rules(rows, columns) for rows, columns in sizes), key=_size)


def _size(rules: Rules) -> tuple[int, int]:
    return rules.cells, rules.columns


def outcome(rules: Rules, score: int) -> str:
    """A score of the empty board as in PUBLISHED, such as "+41"."""
    if score == 0:
        return f"={rules.cells}"
    value = exact_value(score, score, Position.from_moves("", rules))
    assert value is not None
    return f"{'+' if score > 0 else '-'}{WIN - abs(value.points)}"


def published(rules: Rules) -> str | None:
    """What is published about a board, or None."""
    row = PUBLISHED.get(rules.rows, "").split()
    place = rules.columns - MIN_BOARD_SIDE
    return row[place] if place < len(row) else None


def solve_board(rules: Rules, progresses: Progresses, table: Table, threads: int) -> Progress:
    """Solves the empty board, beginning with what is known of it; saves after every question."""
    progress = progresses.of(rules)
    nodes = progress.nodes
    seconds = progress.seconds
    table.clear()
    news = stream_bounds(
        Position.from_moves("", rules), table=table, threads=threads, lower=progress.lower, upper=progress.upper
    )
    for solution in news:
        progress.lower = solution.lower
        progress.upper = solution.upper
        progress.nodes = nodes + solution.nodes
        progress.seconds = seconds + solution.seconds
        progresses.save()
    return progress


@click.command()
@click.option(
    "--largest",
    type=Integer(min=2 * MIN_BOARD_SIDE, max=16),
    default=13,
    show_default=True,
    help="Greatest rows + columns.",
)
@click.option("--only", metavar="COLUMNSxROWS", help='Only this board, such as "7x6".')
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("boards.json"),
    show_default=True,
    help="Where progress is kept.",
)
@click.option("--table-bits", type=Integer(min=20, max=30), default=23, show_default=True, help="2^(N + 4) bytes.")
@click.option("--threads", type=Integer(min=1), default=1, show_default=True, help="Threads of a long search.")
@json_option
def command(largest: int, only: str | None, file: Path, table_bits: int, threads: int, as_json: bool) -> None:
    """Prints for every board who wins with best play, the first player's score, the last disc, nodes and seconds, and
    whether this agrees with what is published.

    Ctrl-C stops; the same command goes on.
    """
    chosen = [rules for rules in boards(largest) if only in (None, f"{rules.columns}x{rules.rows}")]
    if not chosen:
        raise C4Error(f"no board with rows + columns up to {largest} is called {only}")
    progresses = Progresses(file)
    table = Table(table_bits)
    for rules in chosen:
        progress = solve_board(rules, progresses, table, threads)
        result = outcome(rules, progress.lower)
        known = published(rules)
        agrees = f"published: {known}"
        if known is None:
            agrees = "not published"
        elif known == result:
            agrees = "as published"
        text = (
            f"{rules.columns}x{rules.rows}: {WINNERS[result[0]]}, score {progress.lower}, last disc {result[1:]},"
            f" {progress.nodes:,} nodes, {progress.seconds:.1f} s, {agrees}"
        )
        content = {"columns": rules.columns, "rows": rules.rows, "outcome": result, "published": known}
        show(content | asdict(progress), text, as_json)
