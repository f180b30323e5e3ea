"""Artists: matplotlib is loaded without the documentation that it writes for each of its classes.  Imports matplotlib.

Of the time that it takes a window to load matplotlib, that is a fifth.  A version that does it in another way is loaded
as it is.  Only a window asks for this module, before anything else of matplotlib.
"""

from __future__ import annotations

from matplotlib.artist import Artist

if hasattr(Artist, "_update_set_signature_and_docstring"):
    Artist._update_set_signature_and_docstring = classmethod(lambda artist: None)
