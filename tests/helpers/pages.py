"""What a page of HTML would load."""

import re

NAMES = ("http://www.w3.org/2000/svg", "http-equiv")
"""What looks like an address, or like a part of one, and is none."""

LOADING = r"https?:|//[\w-]+\.\w|\bsrc=|\bhref=(?!\"#)|@import|\burl\(|<link|<iframe|<object|\bfetch\(|\bimport\("
"""What loads something, or leads to another page."""


def loaded(page: str) -> list[str]:
    """Every place of a page that would load something; none in a page that stands alone."""
    for name in NAMES:
        page = page.replace(name, "")
    return re.findall(LOADING, page)
