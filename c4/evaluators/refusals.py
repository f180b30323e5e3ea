"""Why numba cannot compile a function, in one clause, out of the many lines that it prints.

plain_reason(str(error))   "there is no compiled << of int64 and float64"
"""

from __future__ import annotations

import re

from c4.scripts import reason_line

NO_FORM = re.compile(
    r"No implementation of function Function\(<(?:built-in function|function|class|intrinsic) '?_?(?P<name>\w+)[^\n]*\) found for signature:\s*"
    r">{3} \w+\((?P<kinds>[^\n]*)\)"
)
"""A function or an operator, and the types that it was to be used with."""

OPERATORS = {
    "left": "<<",
    "right": ">>",
    "lshift": "<<",
    "rshift": ">>",
    "add": "+",
    "iadd": "+=",
    "sub": "-",
    "isub": "-=",
    "mul": "*",
    "imul": "*=",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "neg": "-",
    "invert": "~",
    "and_": "&",
    "or_": "|",
    "xor": "^",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "eq": "==",
    "ne": "!=",
    "contains": "in",
    "getitem": "[...]",
    "setitem": "[...] =",
}
"""How Python writes what numba names; `left` and `right` are our own shifts."""

KINDS = (
    (r"Literal\[int\]\([^)]*\)", "int64"),
    (r"Literal\[str\]\(.*?\)(?=,|\s|$|\))", "str"),
    (r"unicode_type", "str"),
    (r"\bnone\b", "None"),
    (r"reflected (list|set)", r"\1"),
    (r"<iv=[^>]*>", ""),
)
"""What numba calls a type, and what it is called here."""

EXCEPTION = "of all exceptions, only Exception itself can be caught"

OTHERS = (
    (r"Cannot unify (.+) and (.+) for '.*", r"a value would be \1 or \2"),
    (r"Invalid use of getiter with parameters \((.*)\)", r"there is nothing in \1 that a loop could go through"),
    (r"Type of variable '\$.*", "the type of a value cannot be determined"),
    (r"Cannot infer the type of variable '(\w+)'.*", r"the type of \1 cannot be determined"),
)
"""Other reasons that numba gives, and what is said here."""

PREAMBLES = re.compile(r"^- Resolution failure for \w+ arguments:|(\. |, )?Raised from .*$")


def plain_reason(text: str) -> str:
    """The reason in numba's text; numba's own first line where that is plain."""
    found = NO_FORM.search(text)
    if found is None:
        reason = PREAMBLES.sub("", reason_line(text)) or "these arguments do not fit"
        for pattern, plain in OTHERS:
            reason = re.sub(pattern, plain, reason)
        return _plain(reason)
    name = found["name"]
    if name == "exception_match":
        return EXCEPTION
    kinds = _plain(found["kinds"])
    words = " and ".join(kinds.rsplit(", ", 1)) if "(" not in kinds else kinds
    return f"there is no compiled {OPERATORS.get(name, name)} of {words}"


def plain_type(kind: object) -> str:
    """What a function returns, given numba's type: "None", "array", "str"."""
    return re.sub(r"\(.*", "", _plain(str(kind)))


def _plain(kinds: str) -> str:
    """Types by the names that they have here."""
    for pattern, plain in KINDS:
        kinds = re.sub(pattern, plain, kinds)
    return kinds
