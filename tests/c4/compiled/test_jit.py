"""Kernels: those that call themselves, and those that may be handed to others."""

from __future__ import annotations

import ast

import numpy as np
import pytest
from numba import types
from paths import ROOT

from c4.compiled import jit
from c4.compiled.jit import kernel, recursion

SUM = [types.int64(types.int64[::1], types.int64), types.float64(types.float64[::1], types.int64)]
sum_again = recursion(*SUM)

APPLIED = types.int64(types.int64)


@kernel(SUM)
def sum_from(numbers, place):
    """The numbers from a place on, added up."""
    return numbers[0] * 0 if place == len(numbers) else numbers[place] + sum_again(numbers, place + 1)


@kernel(APPLIED, passed=True)
def doubled(value):
    return 2 * value


@kernel(APPLIED)
def tripled(value):
    return 3 * value


@kernel(types.int64(types.FunctionType(APPLIED), types.int64))
def applied(function, value):
    return function(value)


@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_a_kernel_calls_itself(dtype):
    """For each of its signatures it is the same as by its own name."""
    numbers = np.arange(10, dtype=dtype) / dtype(2) if dtype is np.float64 else np.arange(10, dtype=dtype)
    assert sum_from(numbers, 0) == numbers.sum()
    assert sum_from(numbers, 7) == numbers[7:].sum()


def test_only_kernels_meant_for_it_are_passed_on():
    """An evaluation can be handed to a search; any other kernel is refused, not called at a place where nothing is."""
    assert applied(doubled, 21) == 42
    with pytest.raises(ValueError, match="wrapper address"):
        applied(tripled, 14)


def test_no_kernel_calls_itself_by_name():
    """By name it works as well, and makes compiling several times as long (see `c4.compiled.jit.recursion`)."""
    seen = 0
    for path in (ROOT / "c4").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef) or not any(
                "kernel" in ast.unparse(decorator) for decorator in function.decorator_list
            ):
                continue
            seen += 1
            calls = {
                call.func.id
                for call in ast.walk(function)
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
            }
            assert function.name not in calls, f"{path.name}: {function.name}"
    assert seen > 80


def test_where_machine_code_is_kept(tmp_path, monkeypatch):
    """Beside the sources; where an installed copy cannot be written, in a cache of the person's; where NUMBA_CACHE_DIR says so, there."""
    monkeypatch.setattr(jit.config, "CACHE_DIR", "")
    (tmp_path / "c4").mkdir()
    assert jit.cache_folder(tmp_path) == tmp_path / "c4" / "__pycache__"
    monkeypatch.setattr(jit.os, "access", lambda path, mode: False)
    assert jit.cache_folder(tmp_path).name == "connect4"
    assert tmp_path not in jit.cache_folder(tmp_path).parents
    monkeypatch.setattr(jit.config, "CACHE_DIR", str(tmp_path / "there"))
    assert jit.cache_folder(tmp_path) == tmp_path / "there"
