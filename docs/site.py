"""What the site takes from outside docs/: README, CONTRIBUTING, the page of the models, and the help of the commands.

Links between these files are the same in the repository and on the site; here they are turned into each other.  Called
by mkdocs.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from c4.cli import cli

ROOT = Path(__file__).resolve().parent.parent

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "saved_models/README.md": "models.md",
}
"""Files outside docs/, and the pages they become."""

COMMANDS = "reference-commands.md"
"""The page that takes the help of the commands."""

SKIPPED = {".py", ".json"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages, and leaves the scripts that make pictures out."""
    for file in [file for file in files if Path(file.src_uri).suffix in SKIPPED]:
        files.remove(file)
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        content = page_of_notebook(json.loads(notebook.content_string))
        files.append(File.generated(config, notebook.src_uri.replace(".ipynb", ".md"), content=content))
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=moved(text, Path(source).parent)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Turns links that leave docs/ into links to pages, and adds the help of the commands to its page."""
    text = moved(markdown, Path("docs"))
    return f"{text}\n{helps(cli, click.Context(cli, info_name='c4'), 2)}" if page.file.src_uri == COMMANDS else text


def helps(command: click.Command, context: click.Context, level: int) -> str:
    """A heading and the help of a command, and those of the commands in it."""
    text = f"{'#' * level} {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n\n"
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        inner = command.get_command(context, name)
        text += helps(inner, click.Context(inner, parent=context, info_name=name), min(level + 1, 4))
    return text


def page_of_notebook(notebook: dict[str, Any]) -> str:
    """A notebook with its stored results as Markdown."""
    parts = []
    about = ""
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            about = source.strip("# \n").partition("\n")[0]
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
            if "image/png" in data:
                parts.append(f'<img alt="{escape(about)}" src="data:image/png;base64,{data["image/png"].strip()}">')
            elif "image/svg+xml" in data or "text/html" in data:
                parts.append(re.sub(r"\n\s*", " ", data.get("image/svg+xml") or data["text/html"]))
            else:
                parts.append(f"```text\n{data.get('text/plain') or ''.join(output.get('text', ''))}\n```")
    return "\n\n".join(parts)


def moved(text: str, folder: Path) -> str:
    """A text of the repository's `folder` with its links as the site has them; files that are no pages lose theirs."""

    def link(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        place = (ROOT / folder / target).resolve().relative_to(ROOT).as_posix()
        if place in PAGES:
            return f"[{words}]({PAGES[place]}{anchor})"
        if place.startswith("docs/"):
            return f"[{words}]({place.removeprefix('docs/').replace('.ipynb', '.md')}{anchor})"
        return words

    text = re.sub(r"\[([^\]]*)\]\((?!http|#|mailto)([^)#]+)(#[^)]*)?\)", link, text)
    return re.sub(r'(src(?:set)?)="docs/', r'\1="', text)  # pictures that are written as HTML
