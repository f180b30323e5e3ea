"""Measures the window: first paint, event-loop gaps, stopping, switching.  `python benchmarks/window.py [--json]`;
needs a display or Xvfb.

The figures depend on the machine; beside each stands the floor it should keep.  Exit status 1 when one does not.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PAINT = """
import sys, time
sys.path.insert(0, {root!r})
import tkinter
root = tkinter.Tk()
sys.setswitchinterval(0.0005)
from visualizer.shell.window import Window
window = Window(root)
root.update_idletasks(); root.update()
print(time.time(), flush=True)
window.close()
"""


def first_paint(repeats: int = 7) -> list[float]:
    """Seconds from starting Python to the painted, playable board, warm."""
    times = []
    for _ in range(repeats + 1):
        begun = time.time()
        out = subprocess.run(
            [sys.executable, "-c", PAINT.format(root=str(ROOT))], capture_output=True, text=True, check=True
        ).stdout
        times.append(float(out.split()[0]) - begun)
    return times[1:]


def while_searching(window, root, seconds: float) -> list[float]:
    """Gaps between two turns of the event loop, in seconds, while a search runs."""
    gaps, last, end = [], time.perf_counter(), time.perf_counter() + seconds

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        gaps.append(now - last)
        last = now
        if now < end:
            root.after(1, tick)
        else:
            root.quit()

    root.after(1, tick)
    root.mainloop()
    return gaps[5:]


def settle(root, done, seconds: float = 120.0) -> float:
    begun = time.perf_counter()
    while not done():
        root.update()
        time.sleep(0.0005)
        if time.perf_counter() - begun > seconds:
            raise RuntimeError("the window did not get there")
    return time.perf_counter() - begun


def measure() -> list[tuple[str, float, float]]:
    """(what, milliseconds, floor in milliseconds) of every figure."""
    import tkinter

    from visualizer.shell.window import Window

    figures = [("first playable paint, median", 1000 * statistics.median(first_paint()), 500.0)]
    sys.setswitchinterval(0.0005)
    root = tkinter.Tk()
    window = Window(root)
    root.geometry("1280x800")
    settle(root, lambda: window.tree_pane is not None)
    window.play(3)
    settle(root, lambda: window.session.humans_turn)

    window.change(depth=40)
    window.play(3)
    settle(root, lambda: window.session.progress() is not None)
    gaps = while_searching(window, root, 10.0)
    figures.append(("event-loop gap while searching, 95 of 100", 1000 * statistics.quantiles(gaps, n=20)[-1], 25.0))
    figures.append(("event-loop gap while searching, longest", 1000 * max(gaps), 60.0))

    stops = []
    for _ in range(20):
        settle(root, lambda: window.session.progress() is not None)
        future = window.session._thinker._worker._future
        begun = time.perf_counter()
        window.do("stop")
        settle(root, future.done)
        stops.append(time.perf_counter() - begun)
        window.do("go")
    figures.append(("stop to search ended, longest of 20", 1000 * max(stops), 100.0))

    switches = []
    for depth in (39, 38) * 5:
        settle(root, lambda: window.session.progress() is not None)
        begun = time.perf_counter()
        window.change(depth=depth)
        settle(root, lambda: window.session.progress() is not None and window.session.progress().nodes > 0)
        switches.append(time.perf_counter() - begun)
    figures.append(("changed depth to new search running, longest of 10", 1000 * max(switches), 150.0))
    window.close()
    if window.errors:
        raise RuntimeError(window.errors[0])
    return figures


def main() -> None:
    display = None
    if not os.environ.get("DISPLAY"):
        from pyvirtualdisplay import Display

        display = Display(visible=False, size=(1600, 1000))
        display.start()
    try:
        figures = measure()
    finally:
        if display is not None:
            display.stop()
    if "--json" in sys.argv:
        print(
            json.dumps(
                [
                    {"figure": what, "ms": round(ms, 2), "floor_ms": floor, "holds": ms <= floor}
                    for what, ms, floor in figures
                ]
            )
        )
    else:
        for what, ms, floor in figures:
            print(f"{what:<52} {ms:8.1f} ms   floor {floor:6.0f} ms   {'holds' if ms <= floor else 'FAILS'}")
    sys.exit(any(ms > floor for _, ms, floor in figures))


if __name__ == "__main__":
    main()
