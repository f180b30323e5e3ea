"""The type of a SearchTree's rows in kernels.  Imports numba."""

from __future__ import annotations

from typing import Annotated, Any

from numba import from_dtype
from numpy.typing import NDArray

from c4.tree.searchtree import ROW

Rows = Annotated[NDArray[Any], from_dtype(ROW)[::1]]
