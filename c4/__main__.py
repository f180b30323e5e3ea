"""The `c4` command, also as `python -m c4`: hears Ctrl-C from the first import to the end of the process."""

import atexit
import os
import signal
import sys
from io import TextIOWrapper

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

_status: object = None


def leave(*_: object) -> None:
    """Ends the process: nothing has begun yet, or all is done."""
    os.write(2, b"stopped\n")
    os._exit(INTERRUPTED)


def last() -> None:
    """What Python calls last.  It would end by the signal, and not with a status, if that came in certain imports; and
    complain of output that cannot be written, of which more has been said already.
    """
    try:
        sys.stdout.flush()
    except (OSError, ValueError):  # closed, full
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if _status == INTERRUPTED:
        os._exit(INTERRUPTED)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what was asked for is done


def main() -> None:
    """Runs the command that was typed."""
    global _status
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    atexit.register(last)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed when the process began
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif name != "stdin" and isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names of files may have letters that a terminal lacks
    from c4.cli import main

    try:
        main()
    except SystemExit as error:
        _status = error.code
        raise


if __name__ == "__main__":
    main()
