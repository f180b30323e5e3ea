"""The `c4` command, also as `python -m c4`."""

import atexit
import os
import signal
import sys
from io import TextIOWrapper

from c4.interrupts import leave
from c4.text import printable


class Output(TextIOWrapper):
    """Standard output in which texts of other people cannot control the terminal."""

    def write(self, text: str, /) -> int:
        return super().write(printable(text))


def flush() -> None:
    """Called last by Python, which would complain about output that cannot be written; an error has been printed."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):  # closed, full
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done


def main() -> None:
    """Runs the command that was typed.  Ctrl-C ends the process until the command has started."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    atexit.register(flush)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed when the process began
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif name != "stdin" and isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names of files may have letters that a terminal lacks
    if isinstance(out := sys.stdout, TextIOWrapper):
        encoding, errors, lines, at_once = out.encoding, out.errors, out.line_buffering, out.write_through
        sys.stdout = Output(out.detach(), encoding, errors, line_buffering=lines, write_through=at_once)
    from c4.cli import main
    from c4.errors import start_logging

    start_logging(uncaught=True)
    main()


if __name__ == "__main__":
    main()
