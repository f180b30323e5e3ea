"""Runs the notebooks in docs/ and keeps what they show.

A small runner, so that no notebook server is needed: a cell's last expression is shown as a notebook would show it, and
so are matplotlib's open figures.  Words that the code cells print are checked by tests/architecture/test_notebooks.py.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import click
import matplotlib

matplotlib.use("Agg")  # before pyplot is imported, which would look for a display
import matplotlib.pyplot as plt

DOCS = Path(__file__).resolve().parents[2] / "docs"


def shown(value: object) -> dict[str, Any]:
    """What a notebook keeps of a value, by kind."""
    kinds = {"text/plain": [repr(value)]}
    for kind, name in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        if (method := getattr(value, name, None)) is not None:
            kinds[kind] = [method()]
    return kinds


def run(cells: list[dict[str, Any]]) -> None:
    """Runs the cells one after another in an empty folder, and puts what each shows into it."""
    names: dict[str, object] = {}
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number, cell in enumerate((cell for cell in cells if cell["cell_type"] == "code"), start=1):
                cell["execution_count"] = number
                cell["outputs"] = outputs("".join(cell["source"]), names, number)
        finally:
            os.chdir(before)
            plt.close("all")


def outputs(source: str, names: dict[str, object], number: int) -> list[dict[str, Any]]:
    """What a cell prints and shows."""
    tree = ast.parse(source)
    last = None
    printed = io.StringIO()
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), names)
        value = None if last is None else eval(compile(last, f"<cell {number}>", "eval"), names)
    result: list[dict[str, Any]] = []
    if printed.getvalue():
        result.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(True)})
    if value is not None:
        result.append(
            {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": shown(value)}
        )
    for open_one in plt.get_fignums():
        picture = io.BytesIO()
        plt.figure(open_one).savefig(picture, dpi=70, metadata={"Software": None})
        plt.close(open_one)
        data = {"image/png": base64.b64encode(picture.getvalue()).decode()}
        result.append({"output_type": "display_data", "metadata": {}, "data": data})
    return result


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Runs the notebooks in docs, all or those of these NAMES, and stores what they show."""
    for path in sorted(DOCS.glob("*.ipynb")):
        if not names or path.stem in names:
            content = json.loads(path.read_text(encoding="utf-8"))
            run(content["cells"])
            path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(path.name)
