"""The `c4` command, also as `python -m c4`."""

import atexit
import os
import signal
import sys


def listen() -> None:
    """Lets Ctrl-C end the process at once, until a command has started: what is being imported could swallow it.

    A process in the background, which ignores Ctrl-C, goes on doing so.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(*_: object) -> None:
    os.write(2, b"stopped\n")
    os._exit(130)


def flush() -> None:
    """Called last by Python, which would complain about output that cannot be written; an error has been printed."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):  # closed, full
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done


def main() -> None:
    """Runs the command that was typed."""
    listen()
    atexit.register(flush)
    from c4.cli import main, prepare_streams
    from c4.errors import start_logging

    prepare_streams()
    start_logging(uncaught=True)
    main()


if __name__ == "__main__":
    main()
