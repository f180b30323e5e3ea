"""A tree pane with a recorded tree."""

import pytest
from panes import TREE
from showing import pane_of


@pytest.fixture
def asked():
    """The rows that were to be searched again."""
    return []


@pytest.fixture
def pane(root, asked):
    return pane_of(root, TREE, caption="values are for MAX = Red", expand_left_out=asked.append)
