"""`c4 evaluate`: what an evaluator says of positions, and why."""

from __future__ import annotations

from typing import Any

import click

from c4.cli.options import evaluator_options, json_option, positions_argument, read_positions, rules_options, show
from c4.game.columns import square
from c4.game.rules import Rules
from c4.game.values import THOUSANDTHS, points_text


@click.command()
@positions_argument
@evaluator_options("to ask")
@rules_options
@json_option
def command(positions: tuple[str, ...], evaluator: str, model: str | None, as_json: bool, **board: Any) -> None:
    """Prints the value of each POSITION for the side to move, without searching, and explains it.

    With packed:NUMBER it is the value for the side that the state calls its own.
    """
    rules = Rules(**board)
    from c4.evaluators import load

    loaded = load(evaluator, model)
    for text, position in read_positions(positions, rules):
        rows = loaded.explain(position)
        value = loaded.evaluate(position)
        features = [
            {name: getattr(row, name) for name in ("feature", "value", "weight", "contribution", "cells")}
            for row in rows
        ]
        facts = {"position": text, "value": value, "unit": loaded.unit, "scale": loaded.scale}
        lines = [f"{text}  {loaded.label} {points_text(value, loaded.scale)}"]
        if loaded.scale not in (1, THOUSANDTHS):
            lines[0] += f" = {loaded.with_unit(value)}"
        for row in sorted(rows, key=lambda row: not row.remark):
            cells = " ".join(square(*cell) for cell in row.cells)
            share = points_text(row.contribution, loaded.scale)
            signed = share if row.contribution < 0 else f"+{share}"
            start = " " * 14 if row.remark else f"    {signed:>8}  "
            lines.append(start + f"{row.feature} {cells}".rstrip())
        show(facts | {"evaluator": evaluator, "features": features}, "\n".join(lines), as_json)
