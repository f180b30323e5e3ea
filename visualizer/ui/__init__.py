"""What all windows are made of: theme, widgets, charts, commands, pictures of discs, background work."""
