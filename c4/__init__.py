"""c4: the engine. Rules, search, evaluators, learning, agents and sessions; it never imports tkinter, matplotlib, networkx or visualizer."""
