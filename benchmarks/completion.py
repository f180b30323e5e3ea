"""`c4 completion` in the real shells: what Tab makes of a line in bash, zsh and fish, and how long it takes.

    python -m benchmarks.completion

Each shell that is installed runs in a terminal of its own, set up as `c4 completion --help` says, in a folder with two
files.  Exits with 1 if a line is not completed as expected.  Not for Windows.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import sys
import sysconfig
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

SETUP = {
    "bash": (".bashrc", "PS1='$ '\neval \"$(c4 completion bash)\"\n"),
    "zsh": (".zshrc", "PS1='$ '\neval \"$(c4 completion zsh)\"\n"),
    "fish": (".config/fish/config.fish", "set fish_greeting\nsource (c4 completion fish | psub)\n"),
}
"""What a shell reads when it starts, and what is put there."""

EXPECTED = {
    "c4 so": "c4 solve ",
    "c4 solve --col": "c4 solve --columns ",
    "c4 library exp": "c4 library exp",  # explore, export
    "c4 match eng": "c4 match engine ",
    "c4 match engine:time": "c4 match engine:time_ms=",
    "c4 match engine:evaluator=ta": "c4 match engine:evaluator=taught ",
    "c4 match engine:model=mz": "c4 match engine:model=mz.json ",
    "c4 match my": "c4 match my\\ idea.py ",
    "c4 match engine:evaluator=my": "c4 match engine:evaluator=my\\ idea.py ",
    "c4 play --first hu": "c4 play --first human ",
    "c4 play --second=engine:evaluator=ta": "c4 play --second=engine:evaluator=taught ",
    "c4 search 4 --evaluator win": "c4 search 4 --evaluator windows ",
    "c4 search 4 --evaluator=win": "c4 search 4 --evaluator=windows ",
    "c4 search 4 --model mz": "c4 search 4 --model mz.json ",
    "c4 search 4 --model=mz": "c4 search 4 --model=mz.json ",
    "c4 games mz": "c4 games mz.json ",
    "c4 games ~/here/mz": "c4 games ~/here/mz.json ",
    "c4 match x y --learn ~/he": "c4 match x y --learn ~/here/",
    "c4 train pat": "c4 train patterns ",
    "c4 help eval": "c4 help evaluat",  # evaluate, evaluators
}
"""Lines, and what Tab makes of them."""

PATIENCE = 10.0
"""Seconds until a shell must have answered."""


class Terminal:
    """A shell in a terminal of its own."""

    def __init__(self, shell: str, home: Path) -> None:
        path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(home / "here")
            kept = {name: value for name, value in os.environ.items() if name in ("PYTHONPATH", "PYTHONPYCACHEPREFIX")}
            os.execve(
                shutil.which(shell) or shell,
                [shell, "-i"],
                {"HOME": str(home), "PATH": path, "TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": "200", **kept},
            )
        self._said("echo '@@'ready'@@'\r", "@@ready@@")

    def _said(self, typed: str, expected: str) -> re.Match[str]:
        """What the shell prints at the beginning of a line once this has been typed."""
        os.write(self._terminal, typed.encode())
        said, end = "", perf_counter() + PATIENCE
        while perf_counter() < end:
            if select.select([self._terminal], [], [], 0.05)[0]:
                said += os.read(self._terminal, 65536).decode(errors="replace")
                if "\x1b[c" in said:  # fish asks what terminal this is
                    os.write(self._terminal, b"\x1b[?62c")
                    said = said.replace("\x1b[c", "")
                plain = re.sub(r"\x1b(\[[0-9;?>=]*[a-zA-Z]|[()][A-Z0-9]|\][^\x07]*\x07|[=>])", "", said)
                if found := re.search(rf"[\r\n]{expected}\r?\n", plain):
                    return found
        sys.exit(f"the shell did not answer {typed!r}: {said[-500:]!r}")

    def close(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)

    def completed(self, line: str) -> str:
        """The line as it is after Tab."""
        # Then the start of the line gets an echo before it, and its end a mark behind it.
        return self._said(f"{line}\t\x01echo '@@\x05@@'\r", "@@(.*)@@")[1]


def main() -> None:
    if not (Path(sysconfig.get_path("scripts")) / "c4").exists():
        sys.exit("the command c4 is not installed beside this Python: python -m pip install -e .")
    wrong = 0
    for shell in filter(shutil.which, SETUP):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            home = Path(folder)
            (home / "here").mkdir()
            for name in ("mz.json", "my idea.py"):
                (home / "here" / name).touch()
            name, text = SETUP[shell]
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(text)
            terminal, seconds = Terminal(shell, home), []
            for line, expected in EXPECTED.items():
                started = perf_counter()
                got = terminal.completed(line)
                seconds.append(perf_counter() - started)
                if shell == "zsh":  # takes a blank or a slash back when one moves on
                    expected = expected.rstrip(" /")
                if got != expected:
                    wrong += 1
                    print(f"{shell}: {line!r} became {got!r}, not {expected!r}")
            terminal.close()
        print(f"{shell}: {len(EXPECTED)} lines, a Tab takes {1000 * median(seconds):.0f} ms (median)")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
