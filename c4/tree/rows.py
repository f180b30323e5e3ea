"""The type of a SearchTree's rows in kernels.  Imports numpy."""

from __future__ import annotations

from typing import Annotated, Any

from numpy.typing import NDArray

from c4.compiled.kinds import Contiguous
from c4.tree.searchtree import ROW

Rows = Annotated[NDArray[Any], Contiguous(ROW)]
