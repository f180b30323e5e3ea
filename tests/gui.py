"""What tests of the window share: a real Tk root whose callbacks may not fail."""

from __future__ import annotations

import os
import tkinter as tk

import pytest


@pytest.fixture
def root():
    """A Tk root; an exception in a callback fails the test, and so does a missing display when C4_REQUIRE_DISPLAY is set."""
    try:
        window = tk.Tk()
    except tk.TclError as error:
        if os.environ.get("C4_REQUIRE_DISPLAY"):
            raise
        pytest.skip(f"no display: {error}")
    failures = []
    window.report_callback_exception = lambda kind, value, trace: failures.append(value)
    yield window
    try:
        window.update()
        window.destroy()
    except tk.TclError:
        pass  # the test closed it
    if failures:
        raise failures[0]
