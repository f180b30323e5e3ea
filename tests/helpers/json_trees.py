"""Trees as their JSON files hold them."""

import json
import tempfile
from pathlib import Path
from typing import Any

from c4.tree.jsonfile import write_json
from c4.tree.searchtree import SearchTree


def json_content(tree: SearchTree) -> dict[str, Any]:
    """What the file of a tree holds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.json"
        write_json(path, tree)
        return json.loads(path.read_text())
