"""Files are written whole, where they were meant to be, by one program at a time, and read within limits."""

import json
import os
import stat
import threading
import time

import pytest
from patience import LONG
from refusal import refused

from c4 import storage
from c4.locks import locked
from c4.storage import read_bytes, read_json, write_bytes

posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and permissions as POSIX has them")


@posix
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_permissions(tmp_path, mask, mode):
    """A new file has those that the umask allows; one that is there keeps its own."""
    before = os.umask(mask)
    try:
        write_bytes(tmp_path / "new", b"1")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == mode
    (tmp_path / "new").chmod(0o640)
    write_bytes(tmp_path / "new", b"2")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


@posix
def test_links(tmp_path):
    """A link stays, and what it leads to is written, also when that is not there yet."""
    (tmp_path / "far").mkdir()
    link = tmp_path / "link"
    link.symlink_to("far/file")
    for content in (b"one", b"two"):
        write_bytes(link, content)
        assert link.is_symlink()
        assert (tmp_path / "far" / "file").read_bytes() == content
    for name, other in (("one", "two"), ("two", "one")):
        (tmp_path / name).symlink_to(other)
    with refused("one cannot be written: Too many levels of symbolic links"):
        write_bytes(tmp_path / "one", b"")
    assert (tmp_path / "one").is_symlink()


@posix
def test_a_link_of_another_user_in_a_folder_for_all_is_not_followed(tmp_path, monkeypatch):
    """Somebody else would decide which of your files is replaced."""
    (tmp_path / "mine").write_bytes(b"keep")
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "out").symlink_to(tmp_path / "mine")
    user = os.geteuid()
    monkeypatch.setattr(storage.os, "geteuid", lambda: user + 1)
    write_bytes(shared / "out", b"a folder of one user")
    shared.chmod(0o1777)
    write_bytes(shared / "out", b"the link of the folder's owner")
    folder = shared.stat()
    real_stat = storage.Path.stat

    def owned_by_a_third(path, **options):
        return os.stat_result((*folder[:4], user + 2, *folder[5:10])) if path == shared else real_stat(path, **options)

    monkeypatch.setattr(storage.Path, "stat", owned_by_a_third)
    with refused("another user has put a link there"):
        write_bytes(shared / "out", b"lost")
    assert (tmp_path / "mine").read_bytes() == b"the link of the folder's owner"


@posix
def test_pipes_and_devices(tmp_path):
    """They are written into, and stay what they are."""
    pipe = tmp_path / "pipe"
    read = []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_bytes(pipe, b"through")
    reader.join(LONG)
    assert read == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    (tmp_path / "null").symlink_to("/dev/null")
    write_bytes(tmp_path / "null", b"gone")
    assert stat.S_ISCHR((tmp_path / "null").stat().st_mode)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "none/there", ""])
def test_names_that_cannot_be(tmp_path, name):
    """One sentence."""
    with refused("cannot be written"):
        write_bytes(f"{tmp_path}/{name}", b"")


@pytest.mark.parametrize("letter", ["x", "é", "日"])
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path, letter):
    """Its temporary file and its lock have shorter names, counted in bytes."""
    path = tmp_path / (letter * (250 // len(letter.encode())))
    with locked(path, "made"):
        write_bytes(path, b"1")
        with refused("is being made by another program"):
            locked(path, "made").__enter__()
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_process_left(tmp_path):
    """Abandoned temporary files of a file are removed when it is written next; other files stay."""
    names = [".m.json.aa.tmp", ".m.json.bb.tmp", ".other.aa.tmp", ".m.json.lock"]
    for name in names:
        (tmp_path / name).touch()
        if name != names[1]:
            os.utime(tmp_path / name, (time.time() - 100, time.time() - 100))
    write_bytes(tmp_path / "m.json", b"1")
    assert {file.name for file in tmp_path.iterdir()} == {"m.json", *names[1:]}


def test_one_at_a_time(tmp_path):
    """The second is told since when; after the first has ended it may begin."""
    path = tmp_path / "m.json"
    with locked(path, "trained"):
        (lock,) = tmp_path.iterdir()
        os.utime(lock, (1000, 1000))
        for _ in range(2):  # trying changes nothing
            with refused("m.json is being trained by another program since 1970-01-01"):
                locked(path, "trained").__enter__()
    with locked(path, "trained"):
        assert lock.stat().st_mtime > 1000
    assert not lock.exists()
    with locked(tmp_path / "no" / "folder", "trained"):
        pass


def test_limits(tmp_path):
    """Of bytes, and of the memory that JSON would take, before any of it is decoded."""
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(storage.MAX_TEXT_BYTES + 1)
    with pytest.raises(OSError, match="it has 64 MB, and at most 64 MB are read"):
        read_bytes(path)
    path.write_text("[" + "[]," * 2_000_000 + "[]]")
    with pytest.raises(ValueError, match="holds more than can be read"):
        read_json(path)
    path.write_text(json.dumps([1, {"a": [2]}]))
    assert read_json(path) == [1, {"a": [2]}]


@pytest.mark.skipif(not os.path.exists("/proc/version"), reason="there are no files that the kernel makes up")
def test_a_file_that_says_it_is_empty():
    """It is read as empty: others of its kind never end, or keep the reader waiting."""
    assert storage.read_bytes("/proc/version") == b""
