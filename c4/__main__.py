"""The `c4` command, also as `python -m c4`: hears Ctrl-C from the first import to the end of the process."""

import atexit
import os
import signal
import sys

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

_status: object = None


def leave(*_: object) -> None:
    """Ends the process: nothing has begun yet, or all is done."""
    os.write(2, b"stopped\n")
    os._exit(INTERRUPTED)


def last() -> None:
    """What Python calls last.  It would end by the signal, and not with a status, if that came in certain imports."""
    if _status == INTERRUPTED:
        sys.stdout.flush()
        os._exit(INTERRUPTED)


def main() -> None:
    """Runs the command that was typed."""
    global _status
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    atexit.register(last)
    from c4.cli import main

    try:
        main()
    except SystemExit as error:
        _status = error.code
        raise


if __name__ == "__main__":
    main()
