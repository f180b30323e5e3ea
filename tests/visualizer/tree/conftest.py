"""A tree pane with a recorded tree, and what it reported."""

import pytest
from driver import pane_of
from panes import TREE


@pytest.fixture
def chosen():
    return []


@pytest.fixture
def asked():
    return []


@pytest.fixture
def pane(root, chosen, asked):
    return pane_of(root, TREE, caption="values are for MAX = Red", on_select=chosen.append, on_open=asked.append)
