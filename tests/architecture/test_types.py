"""What mypy is told to overlook: only intrinsics go without annotations, and only where pyproject.toml says so."""

import ast
import tomllib
from fnmatch import fnmatch

import pytest
from paths import ROOT

OVERRIDES = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["overrides"]
WITH_INTRINSICS = next(entry["module"] for entry in OVERRIDES if entry.get("disallow_untyped_defs") is False)
NOT_YET = [pattern for entry in OVERRIDES if entry.get("ignore_errors") for pattern in entry["module"]]
COMPILED = {"intrinsic"}


def is_compiled(function: ast.FunctionDef) -> bool:
    """Whether a function is decorated as an intrinsic of numba."""
    names = [entry.func if isinstance(entry, ast.Call) else entry for entry in function.decorator_list]
    return any(isinstance(name, ast.Name) and name.id in COMPILED for name in names)


def functions(node: ast.AST, compiled: bool = False):
    """(function, whether it is compiled or stands inside one that is) of everything below a node."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            inside = compiled or is_compiled(child)
            yield child, inside
            yield from functions(child, inside)
        else:
            yield from functions(child, compiled)


@pytest.mark.parametrize(
    "module", [name for name in WITH_INTRINSICS if not any(fnmatch(name, room) for room in NOT_YET)]
)
def test_only_intrinsics_go_without_annotations(module):
    """Every other function of such a module says what it takes and returns."""
    source = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    assert source.exists(), f"{module} is gone: take its line out of pyproject.toml"
    result = list(functions(ast.parse(source.read_text(encoding="utf-8"))))
    assert any(compiled for _, compiled in result), f"{module} has no intrinsic: take its line out of pyproject.toml"
    for function, compiled in result:
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        bare = [each.arg for each in arguments if each.annotation is None and each.arg not in ("self", "cls")]
        assert compiled or (not bare and function.returns), f"{module}, line {function.lineno}"
