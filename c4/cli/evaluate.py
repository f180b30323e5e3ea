"""`c4 evaluate`: what an evaluator says of positions, and why."""

from __future__ import annotations

from typing import Any

import click

from c4.cli.options import (
    evaluator_options,
    json_option,
    make_rules,
    positions_argument,
    print_json,
    read_positions,
    rules_options,
)


@click.command()
@positions_argument
@evaluator_options
@rules_options
@json_option
def command(positions: tuple[str, ...], evaluator: str, model: str | None, as_json: bool, **board: Any) -> None:
    """Prints the value of each POSITION for the side to move, without searching, and explains it.

    With packed:NUMBER it is the value for the side that the state calls its own.
    """
    rules = make_rules(**board)
    from c4.evaluators import load

    loaded = load(evaluator, model)
    for text, position in read_positions(positions, rules):
        rows = loaded.explain(position)
        value = loaded.evaluate(position)
        if as_json:
            features = [
                {
                    "feature": row.feature,
                    "value": row.value,
                    "weight": row.weight,
                    "contribution": row.contribution,
                    "cells": row.cells,
                }
                for row in rows
            ]
            print_json(
                {
                    "position": text,
                    "value": value,
                    "unit": loaded.unit,
                    "scale": loaded.scale,
                    "evaluator": evaluator,
                    "features": features,
                }
            )
            continue
        click.echo(f"{text}  {loaded.label} {value}" + ("" if loaded.scale == 1 else f" = {loaded.with_unit(value)}"))
        for row in sorted(rows, key=lambda row: not row.remark):
            cells = " ".join(f"{'abcdefghijklmnopqrstuvwxyzABCDEF'[column]}{row_ + 1}" for row_, column in row.cells)
            click.echo(
                (" " * 14 if row.remark else f"    {row.contribution:+8.0f}  ") + f"{row.feature} {cells}".rstrip()
            )
