"""Learn: what the window teaches, and where it is."""
