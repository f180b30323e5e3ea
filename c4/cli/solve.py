"""`c4 solve`: exact scores of positions, printed as the public solvers print them."""

from __future__ import annotations

import sys

import click

from c4.cli.options import json_option, positions_argument, print_json, read_positions
from c4.game.numbers import read_digits
from c4.game.rules import STANDARD, C4Error, Rules


@click.command()
@positions_argument
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Threads that work on one position.",
)
@click.option(
    "--book/--no-book", default=True, help="Whether to look positions up in the book first (0 nodes).  [default: book]"
)
@click.option("--weak", is_flag=True, help="Only find out win (1), draw (0) or loss (-1), which is faster.")
@click.option("--columns", is_flag=True, help="Also print the score of every column, left to right; '.' is a full one.")
@click.option("--keep-table", is_flag=True, help="Keep the transposition table from one position to the next.")
@click.option(
    "--table-bits", type=click.IntRange(10, 30), metavar="N", help="Size of the transposition table: 2^(N + 4) bytes."
)
@click.option(
    "--board",
    metavar="ROWSxCOLUMNS",
    default=f"{STANDARD.rows}x{STANDARD.columns}",
    show_default=True,
    help="Size of the board.",
)
@click.option("--connect", type=int, default=STANDARD.connect, show_default=True, help="Stones in a line.")
@json_option
def command(
    positions: tuple[str, ...],
    threads: int,
    book: bool,
    weak: bool,
    columns: bool,
    keep_table: bool,
    table_bits: int | None,
    board: str,
    connect: int,
    as_json: bool,
) -> None:
    """Prints a line for each POSITION: the position, its exact score, nodes, microseconds.

    +k means that the side to move wins with its k-th last stone (+1: with its last), 0 is a draw, -k means that the
    other side wins with its k-th last stone.  Only the rule "first line wins" can be solved.  With "-" positions are
    read ahead and solved some at a time, for which the microseconds are the mean.
    """
    rules = parse_board(board, connect)
    from c4.solver.solver import ColumnNews
    from c4.solver.transpositions import DEFAULT_BITS, Table
    from c4.solver.work import check, sign_of
    from c4.truth.exact import solve, stream_columns

    def shown(news: ColumnNews | None) -> int | None:
        return None if news is None else sign_of(news.lower, news.upper) if weak else news.score

    table = Table(table_bits or DEFAULT_BITS) if columns or keep_table or table_bits else None
    if positions == ("-",) and table is None and threads == 1 and not as_json and hasattr(sys.stdin, "buffer"):
        from c4.cli.solving import answer_all

        answer_all(sys.stdin.buffer, rules, book, weak)
        return
    for text, position in read_positions(positions, rules, check):
        if table is not None and not keep_table:
            table.clear()
        found = solve(position, book=book, weak=weak, threads=threads, table=table)
        score = found.sign if weak else found.score
        scores = {}
        if columns:
            scores = {
                news.column: shown(news)
                for news in stream_columns(position, book=book, weak=weak, threads=threads, table=table)
            }
        every = [scores.get(column) for column in range(rules.columns)] if columns else []
        microseconds = round(1e6 * found.seconds)
        if as_json:
            result = {
                "position": text,
                "score": score,
                "nodes": found.nodes,
                "microseconds": microseconds,
                "weak": weak,
            }
            print_json(result | {"columns": every} if columns else result)
        else:
            click.echo(
                " ".join(
                    [
                        text,
                        str(score),
                        str(found.nodes),
                        str(microseconds),
                        *("." if value is None else str(value) for value in every),
                    ]
                )
            )
            sys.stdout.flush()


def parse_board(text: str, connect: int) -> Rules:
    """The rules of a board written "6x7".  Raises C4Error for anything else."""
    rows, columns = map(read_digits, text.partition("x")[::2])
    if rows is None or columns is None:
        raise C4Error(f"write a board as ROWSxCOLUMNS, such as 6x7, not {text!r}")
    return Rules(rows, columns, connect)
