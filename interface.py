"""Opens the window: `python interface.py`, or `python interface.py 4453` with that game.  `--help` lists the options.

`visualizer/app/window.py` holds the window, `c4/session/session.py` the game and its searches.
"""

from visualizer.app.start import main

if __name__ == "__main__":
    main()
