"""Names: what Tab completes where a command wants an agent or an evaluator.  Imports nothing heavy."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from c4 import agents, evaluators
from c4.agents import AGENTS, HUMAN
from c4.evaluators import EVALUATORS

EVALUATOR = "evaluator="
"""The option of an agent whose values are completed."""

BREAKS = ":", "="
"""Where bash ends a word, unlike everybody else."""


def complete_agent(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Agents, and the evaluator among an agent's options; else files, as an agent may be one."""
    _, colon, options = typed.partition(":")
    last = options.split(",")[-1]
    if colon and last.startswith(EVALUATOR):
        before = typed[: len(typed) - len(last) + len(EVALUATOR)]
        return [CompletionItem(before + one.value) for one in complete_evaluator(ctx, param, last[len(EVALUATOR) :])]
    agents.find_installed()
    people = {HUMAN: "a person"} if ctx.info_name == "play" else {}
    about = people | {one: entry.about for one, entry in AGENTS.items()}
    return _beginning(about, typed) or [CompletionItem(typed, type="file")]


def complete_evaluator(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Evaluators; else files."""
    evaluators.find_installed()
    return _beginning({one: entry.about for one, entry in EVALUATORS.items()}, typed) or [
        CompletionItem(typed, type="file")
    ]


def _beginning(names: dict[str, str], typed: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=about) for name, about in names.items() if name.startswith(typed)]


class Bash(BashComplete):
    """Puts together what bash takes apart, and gives it back the part that it asks about."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, typed = super().get_completion_args()
        words: list[str] = []
        for word in (*args, typed):
            if words and (word.startswith(BREAKS) or words[-1].endswith(BREAKS)):
                words[-1] += word
            else:
                words.append(word)
        self._known = max(words[-1].rfind(end) for end in BREAKS) + 1
        self._typed = words[-1]
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        known = self._typed[: self._known]
        return f"{item.type},{item.value.removeprefix(known)}"


def complete() -> None:
    """From now on bash's questions are answered so."""
    add_completion_class(Bash, "bash")
