"""The rooms of the house and who imports whom, read from the imports: `python docs/rooms.py` draws docs/rooms.svg anew.

It also writes the table of rooms in docs/architecture.md.  The floors come from the contracts in pyproject.toml.  The
picture shows an import only where no chain of other imports says the same.  Imports the standard library.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "rooms.svg"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: written by docs/rooms.py -->", "<!-- end of rooms -->"

BOX_HEIGHT, FLOOR_HEIGHT, WIDTH = 30, 62, 900


def floors() -> list[list[str]]:
    """The rooms floor by floor, the highest first: the front door, the window's rooms, the engine's."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    found = [["interface"]]
    for number, package in (("window", "visualizer"), ("rooms", "c4")):
        layers = next(contract["layers"] for contract in contracts if contract["id"] == number)
        found += [[f"{package}.{room}" for room in re.split(r"\s*[|:]\s*", layer)] for layer in layers]
    return [[room for room in floor if room != "c4.__main__"] for floor in found if floor != ["c4.__main__"]]


def room_of(module: str, rooms: set[str]) -> str | None:
    """The room a module lies in."""
    parts = module.split(".")
    return next((name for name in (".".join(parts[:2]), parts[0]) if name in rooms), None)


@cache
def imported() -> list[tuple[str, list[str]]]:
    """(module, what it imports) of the whole program, also inside functions and for types."""
    found = []
    for path in [ROOT / "interface.py", *(ROOT / "c4").rglob("*.py"), *(ROOT / "visualizer").rglob("*.py")]:
        names = []
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        found.append((".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), names))
    return found


def imports(rooms: set[str]) -> dict[str, set[str]]:
    """For each room the other rooms that its files import."""
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for module, names in imported():
        here = room_of(module, rooms)
        if here is not None:
            found[here] |= {room for name in names if (room := room_of(name, rooms))} - {here}
    return found


def reduced(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """The edges that no chain of others implies."""

    def reach(room: str, seen: set[str]) -> set[str]:
        for lower in edges[room] - seen:
            seen.add(lower)
            reach(lower, seen)
        return seen

    below = {room: reach(room, set()) for room in edges}
    return {
        room: {to for to in to_all if not any(to in below[other] for other in to_all - {to})}
        for room, to_all in edges.items()
    }


def about(room: str) -> str:
    """The first sentence of a room's docstring, without its name."""
    path = ROOT / Path(*room.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = " ".join((ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or "").split("\n\n")[0].split())
    return re.split(r"(?<=[a-z`\")])\.\s", text)[0].rstrip(".")


def places(levels: list[list[str]], edges: dict[str, set[str]]) -> dict[str, tuple[float, float]]:
    """The middle of every room's box: each floor is spread evenly, ordered by where the rooms above it stand."""
    found: dict[str, tuple[float, float]] = {}
    for number, floor in enumerate(levels):
        above = {room: [found[upper][0] for upper in found if room in edges[upper]] for room in floor}
        floor = sorted(
            floor, key=lambda room: (sum(above[room]) / len(above[room]) if above[room] else WIDTH / 2, room)
        )
        step = WIDTH / (len(floor) + 1)
        for place, room in enumerate(floor, start=1):
            found[room] = (place * step, 40 + number * FLOOR_HEIGHT)
    return found


def svg() -> str:
    """The picture: a box for each room, a floor to a row, an arrow to what it imports."""
    levels = floors()
    edges = reduced(imports({room for floor in levels for room in floor}))
    at = places(levels, edges)
    height = 40 + len(levels) * FLOOR_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        ' font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>',
        '<defs><marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#5b6b7b"/></marker></defs>',
    ]
    for upper in sorted(edges):
        for lower in sorted(edges[upper]):
            (x, y), (to_x, to_y) = at[upper], at[lower]
            span = round((to_y - y) / FLOOR_HEIGHT)
            bend = 0 if span <= 1 else (60 + 34 * span) * (1 if (x + to_x) / 2 >= WIDTH / 2 else -1)
            start, end = y + BOX_HEIGHT / 2, to_y - BOX_HEIGHT / 2 - 1
            middle = (start + end) / 2
            curve = f"{x + bend:.0f} {middle:.0f} {to_x + bend:.0f} {middle:.0f} {to_x:.0f} {end:.0f}"
            lines.append(
                f'<path d="M{x:.0f} {start:.0f}C{curve}"'
                ' fill="none" stroke="#5b6b7b" stroke-width="1.2" marker-end="url(#to)"/>'
            )
    for room, (x, y) in at.items():
        package, _, name = room.rpartition(".")
        fill = {"c4": "#dbe9f6", "visualizer": "#fdebd0"}.get(package, "#e3f1e3")
        width = 8.4 * len(name) + 26
        lines.append(
            f'<rect x="{x - width / 2:.0f}" y="{y - BOX_HEIGHT / 2:.0f}"'
            f' width="{width:.0f}" height="{BOX_HEIGHT}" rx="6"'
            f' fill="{fill}" stroke="#33475b"/>'
        )
        lines.append(f'<text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle" fill="#1b2733">{escape(name)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def table() -> str:
    """The rooms as Markdown, from the highest floor down: what is in them, and what they import."""
    levels = floors()
    edges = imports({room for floor in levels for room in floor})
    order = {room: number for number, room in enumerate(room for floor in levels for room in floor)}
    lines = ["| Room | What is in it | It imports |", "|---|---|---|"]
    for room in order:
        path = room.replace(".", "/")
        path += "/" if (ROOT / path).is_dir() else ".py"
        lower = sorted(edges[room], key=order.__getitem__)
        lines.append(f"| `{path}` | {about(room)} | {', '.join(lower) or 'nothing of the project'} |")
    return "\n".join(lines)


def page() -> str:
    """docs/architecture.md with the table as it is now."""
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


def main() -> None:
    PICTURE.write_text(svg(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
