"""What tests of the window share."""

import pytest

from c4.agents import HUMAN
from c4.session.settings import Settings


@pytest.fixture
def hand(drive):
    """A hand at a window in which two people play."""
    return drive(Settings(seats=(HUMAN, HUMAN)))
