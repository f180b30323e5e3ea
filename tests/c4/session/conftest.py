"""A session for tests, closed after each."""

import pytest

from c4.session.session import Session
from c4.session.settings import Settings


@pytest.fixture
def session():
    opened = []

    def make(**settings) -> Session:
        limits = {name: settings.pop(name) for name in ("depth", "evaluator") if name in settings}
        session = Session(Settings(**settings))
        session.set(**{"depth": 3, **limits})
        opened.append(session)
        return session

    yield make
    for session in opened:
        session.close()
