"""The game itself: rules, position, packed state, notation, columns and values."""
