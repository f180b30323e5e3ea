"""The annotations of kernels: words, numbers, arrays, records and named tuples.

U, int, float, bool            one number, 64 bits; a bool
Words, Ints, Floats, ...       a contiguous array of one dimension (others: `Annotated[NDArray[...], Contiguous(...)]`)
tuple[...]                     a tuple
a NamedTuple                   its fields, each as annotated; passed by value
a Record                       a structure in memory; passed by address, so what a kernel writes into it stays
Callable[[...], ...]           a kernel as an argument (see `passed` in `c4.kernels.jit`)
X | None                       compiled twice: for X, and for None, where a test `is None` costs nothing
a type variable                what the kernel is made for (see `given` in `c4.kernels.jit`)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Plan = TypeVar("Plan", bound=tuple[Any, ...])

U = np.uint64
"""A word of 64 bits: a bitboard, a key, a mask, or a shift of one."""

signed: Callable[[Any], int] = np.int64  # type: ignore[assignment]  # numba's int, and an int to whoever reads annotations
"""In kernels: a signed number of 64 bits."""


class Contiguous(NamedTuple):
    """An array of this dtype and so many dimensions whose numbers lie one after another."""

    dtype: Any
    dimensions: int = 1


Words = Annotated[NDArray[np.uint64], Contiguous(np.uint64)]
Ints = Annotated[NDArray[np.int64], Contiguous(np.int64)]
Ints32 = Annotated[NDArray[np.int32], Contiguous(np.int32)]
Words32 = Annotated[NDArray[np.uint32], Contiguous(np.uint32)]
Flags = Annotated[NDArray[np.bool_], Contiguous(np.bool_)]
Ints8 = Annotated[NDArray[np.int8], Contiguous(np.int8)]
Bytes = Annotated[NDArray[np.uint8], Contiguous(np.uint8)]
Floats = Annotated[NDArray[np.float64], Contiguous(np.float64)]
Floats32 = Annotated[NDArray[np.float32], Contiguous(np.float32)]

Words2 = Annotated[NDArray[np.uint64], Contiguous(np.uint64, 2)]
Ints2 = Annotated[NDArray[np.int64], Contiguous(np.int64, 2)]
Floats2 = Annotated[NDArray[np.float64], Contiguous(np.float64, 2)]

NUMBERS = {
    int: np.int64,
    float: np.float64,
    bool: np.bool_,
    U: U,
    np.int8: np.int8,
    np.int32: np.int32,
    np.float32: np.float32,
}
"""The numbers of kernels, and how they lie in memory."""


class Record:
    """A structure of numbers: a subclass annotates its fields, and sets `array(n)` for those that hold n numbers.

    `new` returns a `numpy.record`, which numba accepts; `Contiguous(Kind.dtype)` is the kind of an array of records.
    """

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        fields: list[Any] = []
        for name, kind in get_type_hints(cls, include_extras=True).items():
            if name == "dtype":
                continue
            shape = getattr(cls, name, None)
            if shape is None:
                fields.append((name, NUMBERS[kind]))
            else:
                fields.append((name, get_args(kind)[1].dtype, shape))
        cls.dtype = np.dtype((np.record, np.dtype(fields, align=True)))

    @classmethod
    def new(cls) -> Self:
        """A new record of zeros."""
        record: Self = np.zeros(1, cls.dtype)[0]
        return record


def address_of(record: Any) -> int:
    """The address of a record in memory, valid while the record exists."""
    address: int = record.base.ctypes.data  # `new` takes it from an array of one
    return address


def words_of(record: Any) -> NDArray[np.uint64]:
    """The memory of a record whose fields are words, as an array: writing many fields takes less time there."""
    words: NDArray[np.uint64] = record.base.view(np.uint64)
    return words


def array(*shape: int) -> Any:
    """For the body of a Record: a field that is an array of this shape."""
    return shape


def aligned(values: NDArray[Any]) -> NDArray[Any]:
    """A copy of an array at the beginning of a cache line, where kernels read it faster: numpy gives 16 bytes only."""
    buffer = np.empty(values.nbytes + 64, dtype=np.uint8)
    start = -buffer.ctypes.data % 64
    copy = buffer[start : start + values.nbytes].view(values.dtype)
    copy[:] = values
    return copy


def numbers_of(kind: type[Plan], source: object, **more: Any) -> Plan:
    """A NamedTuple of numbers for a kernel, each found by its name in `more` or as an attribute of `source`."""
    numbers = {
        name: number(more[name] if name in more else getattr(source, name))
        for name, number in get_type_hints(kind).items()
    }
    return kind(**numbers)


Given = Mapping[Any, type]
"""What the type variables of a kernel are."""


def numba_type(kind: Any, given: Given = MappingProxyType({})) -> Any:
    """The numba type of an annotation without a union."""
    from numba import from_dtype, types

    kind = given.get(kind, kind)
    if kind in (None, NoneType):
        return types.none
    if kind in NUMBERS:
        return from_dtype(np.dtype(NUMBERS[kind]))
    origin = get_origin(kind)
    parts = get_args(kind)
    if origin is Annotated:
        array = parts[1]
        return types.Array(from_dtype(np.dtype(array.dtype)), array.dimensions, "C")
    if origin is tuple:
        return types.Tuple([numba_type(part, given) for part in parts])
    if getattr(origin or kind, "_is_protocol", False):
        return types.FunctionType(*signatures((origin or kind).__call__, given))
    if isinstance(kind, type) and issubclass(kind, Record | tuple):
        return _numba_type_of(kind)  # type: ignore[arg-type]  # mypy takes a class for not hashable
    raise TypeError(f"a kernel cannot take {kind!r}")


@cache
def _numba_type_of(kind: Any) -> Any:
    """The numba type of a class of records or of named tuples, which many kernels take."""
    from numba import from_dtype, types

    if issubclass(kind, Record):
        return from_dtype(kind.dtype)
    parts = [numba_type(part) for part in get_type_hints(kind, include_extras=True).values()]
    same = all(part == parts[0] for part in parts)
    return types.NamedUniTuple(parts[0], len(parts), kind) if same else types.NamedTuple(parts, kind)


def signatures(function: Callable[..., Any], given: Given = MappingProxyType({})) -> list[Any]:
    """The numba signatures of an annotated function: one for each choice among its unions."""
    hints = get_type_hints(function, include_extras=True)
    returned = numba_type(hints.pop("return"), given)
    choices = [get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,) for kind in hints.values()]
    return [returned(*(numba_type(kind, given) for kind in kinds)) for kinds in product(*choices)]
