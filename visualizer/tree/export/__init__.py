"""A tree as a file: pictures, graphs, rows, and a page for any browser."""
