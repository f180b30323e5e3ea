"""The watchman that stands over all tests sees what the program does, and lets tests do what they like."""

import os
import sys

import pytest
import watchman
from paths import ROOT

HERE = str(ROOT / "new")
EVENTS = {
    f"writes {HERE}": ("open", HERE, "w", os.O_WRONLY),
    f"writes {ROOT}/a": ("os.rename", "/tmp/a", f"{ROOT}/a", -1, -1),
    f"writes {ROOT}/b": ("sqlite3.connect", f"{ROOT}/b"),
    "connects to ('192.0.2.1', 9)": ("socket.connect", None, ("192.0.2.1", 9)),
    "resolves example.invalid": ("socket.getaddrinfo", "example.invalid", 80, 0, 0, 0),
    "starts a shell": ("subprocess.Popen", "/bin/sh", ["/bin/sh", "-c", "true"], None, None),
}


@pytest.mark.parametrize("said", EVENTS)
@pytest.mark.parametrize("place", ["c4", "tests"])
def test_seen(said, place):
    """In code of the program; in that of a test it is nobody's business."""
    exec(compile("audit(*event)", str(ROOT / place / "some.py"), "exec"), {"audit": sys.audit, "event": EVENTS[said]})
    seen = list(watchman.seen)
    watchman.seen.clear()
    assert [result[: len(said)] for result in seen] == ([said] if place == "c4" else [])


def test_reading_and_temporary_files_are_allowed(tmp_path):
    """Nothing is said of them."""
    for event in (("open", HERE, "r", os.O_RDONLY), ("open", str(tmp_path / "f"), "w", os.O_WRONLY)):
        exec(compile("audit(*event)", str(ROOT / "c4" / "some.py"), "exec"), {"audit": sys.audit, "event": event})
    assert watchman.seen == []
