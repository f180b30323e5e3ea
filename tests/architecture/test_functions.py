"""Functions are short enough to read at once, except kernels."""

import ast

from paths import ROOT

LINES = 80


def is_kernel(function: ast.FunctionDef) -> bool:
    """Whether a function is compiled."""
    names = {
        node.id for decorator in function.decorator_list for node in ast.walk(decorator) if isinstance(node, ast.Name)
    }
    return "kernel" in names


def test_no_function_is_longer_than_80_lines():
    """Complexity is checked by ruff (C901)."""
    functions = [
        (f"{path.relative_to(ROOT)}: {node.name}", node.end_lineno - node.lineno + 1)
        for folder in ("c4", "visualizer", "lab", "tests", "docs")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and not is_kernel(node)
    ]
    assert len(functions) > 3000
    assert [name for name, lines in functions if lines > LINES] == []
