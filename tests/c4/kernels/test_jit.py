"""Kernels: those that call themselves, and those that may be handed to others."""

from __future__ import annotations

import ctypes
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
import pytest
from refusal import refused

from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import Floats, Ints, Record, U, Words, address_of, array, numbers_of

sum_again = recursion()


@kernel(again=sum_again)
def sum_from(numbers: Ints | Floats, place: int) -> float:
    """The numbers from a place on, added up."""
    return 0.0 if place == len(numbers) else numbers[place] + sum_again(numbers, place + 1)


@kernel(passed=True)
def doubled(value: int) -> int:
    return 2 * value


@kernel
def tripled(value: int) -> int:
    return 3 * value


class Function(Protocol):
    """A kernel from number to number."""

    def __call__(self, value: int, /) -> int: ...


@kernel
def applied(function: Function, value: int) -> int:
    return function(value)


Subject = TypeVar("Subject", contravariant=True)


class Measure(Protocol[Subject]):
    """A kernel from anything to a number."""

    def __call__(self, subject: Subject, /) -> float: ...


def twice(measure: Measure[Subject], subject: Subject) -> float:
    return 2 * measure(subject)


@kernel(passed=True)
def half(subject: int) -> float:
    return subject / 2


@kernel(passed=True)
def total(subject: Floats) -> float:
    return subject.sum()


class Counter(Record):
    """Two numbers and four more."""

    steps: int
    size: float
    seen: Words = array(4)


class Pair(NamedTuple):
    """A record and a number beside it."""

    counter: Counter
    by: int


@kernel
def count(pair: Pair, word: U) -> float:
    """Counts in the record, and keeps the word there."""
    pair.counter.seen[pair.counter.steps] = word
    pair.counter.steps += pair.by
    return pair.counter.size


@kernel
def known(number: int | None) -> int:
    """The number, or -1 for None."""
    if number is None:
        return -1
    else:
        return number


@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_a_kernel_calls_itself(dtype):
    """For each of its signatures it is the same as by its own name."""
    numbers = np.arange(10, dtype=dtype) / dtype(2) if dtype is np.float64 else np.arange(10, dtype=dtype)
    assert sum_from(numbers, 0) == numbers.sum()
    assert sum_from(numbers, 7) == numbers[7:].sum()


def test_a_record_is_shared():
    """What a kernel writes into a record is seen in Python, and the other way round; so it is by way of its address."""
    counter = Counter.new()
    counter.size = 2.5
    for word in (7, 8):
        assert count(Pair(counter, 1), U(word)) == 2.5
    assert counter.steps == 2
    assert counter.seen.tolist() == [7, 8, 0, 0]
    counter.steps = 0
    assert count(Pair(counter, 3), U(9)) == 2.5
    assert counter.steps == 3
    assert counter.seen.tolist() == [9, 8, 0, 0]
    assert (ctypes.c_int64 * 6).from_address(address_of(counter))[:4:2] == [3, 9]


def test_a_union_is_compiled_for_each_part():
    """None is told from a number when the kernel is compiled."""
    assert known(5) == 5
    assert known(None) == -1
    assert len(known.load().signatures) == 2


def test_a_generic_function_is_a_kernel_for_each_type():
    """A function with a type variable becomes a kernel for numbers, and another one for arrays."""
    assert kernel(given={Subject: int})(twice)(half, 7) == 7
    assert kernel(given={Subject: Floats})(twice)(total, np.array([1.5, 2.0])) == 7


def test_numbers_by_name():
    """A named tuple for a kernel takes its numbers by name, each as what it is annotated to be."""

    class Source:
        rate = 1
        games = 2.0
        extra = "no number"

    class Rates(NamedTuple):
        rate: float
        games: int
        mirrored: bool

    result = numbers_of(Rates, Source, mirrored=1)
    assert result == (1.0, 2, True)
    assert [type(number) for number in result] == [float, int, bool]


def test_only_kernels_meant_for_it_are_passed_on():
    """An evaluation can be handed to a search; any other kernel is refused, not called at a place where nothing is."""
    assert applied(doubled, 21) == 42
    with pytest.raises(ValueError, match="wrapper address"):
        applied(tripled, 14)


def test_numba_that_may_not_compile(monkeypatch):
    """With NUMBA_DISABLE_JIT set, a kernel says in one sentence that it needs numba to compile."""
    from c4.kernels import compiler

    monkeypatch.setattr(compiler.numba.config, "DISABLE_JIT", 1)
    with refused("NUMBA_DISABLE_JIT is set"):
        compiler._dispatcher_of.__wrapped__(None)
