"""The rows of a SearchTree as kernels take them.  Imports numba."""

from __future__ import annotations

from typing import Annotated, Any

from numba import from_dtype
from numpy.typing import NDArray

from c4.tree.searchtree import ROW

Rows = Annotated[NDArray[Any], from_dtype(ROW)[::1]]
