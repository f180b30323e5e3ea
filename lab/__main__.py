"""`python -m lab`: makes the files that ship with the program, measures it, attacks it, and writes reports."""

from __future__ import annotations

from importlib import import_module

import click

from c4.cli import run

MAKE = {
    "book": ("lab.make.books:build_command", "solve all positions of the first plies"),
    "labels": ("lab.make.labels:make_command", "draw positions and solve them, to learn from"),
    "join-labels": ("lab.make.labels:join_command", "put files of labels together"),
    "suite": ("lab.make.suites:make_command", "draw positions and solve every column of each"),
    "puzzles": ("lab.make.puzzles:command", "make puzzles from exact values"),
    "strategy": ("lab.make.strategies:make_command", "make a strategy for a position"),
    "published-book": ("lab.make.published_book:main", "derive the book that ships from a public package"),
    "levels": ("lab.make.levels:main", "measure the strength of the levels"),
    "smaller-strategy": ("lab.make.strategies:improve_command", "make a strategy smaller"),
}

MEASURE = {
    "bench": ("lab.measure.engine:bench_command", "count the engine's nodes, with a signature"),
    "ablate": ("lab.measure.engine:ablate_command", "what each ingredient of the engine gains"),
    "perft": ("lab.measure.engine:perft_command", "count move sequences from the empty board"),
    "growth": ("lab.measure.growth:command", "how the work grows with depth"),
    "book": ("lab.make.books:check_command", "solve entries of a book again"),
    "strength": ("lab.measure.strength:command", "agents against perfect play and on solved positions"),
    "errors": ("lab.measure.errors:command", "where an evaluator is wrong"),
    "seeds": ("lab.measure.seeds:main", "the strength of a learner over several seeds"),
    "sweep": ("lab.measure.sweep:command", "train many models: settings times seeds"),
    "interpreter": ("lab.measure.interpreter:command", "play strategy files by the printed legend alone"),
}

BENCHMARKS = {
    "speed": ("lab.benchmarks.speed:main", "the search: recording, evaluators, user evaluators"),
    "compile": ("lab.benchmarks.compile:main", "compiling all kernels"),
    "solver": ("lab.benchmarks.solver:main", "the solver and its peers, by sets of positions"),
    "solve-lines": ("lab.benchmarks.solver:lines_main", "`c4 solve -` and its peers, from input to output"),
    "peers": ("lab.benchmarks.peers:main", "the program and what you would use instead"),
    "engine": ("lab.benchmarks.engine:main", "how strong the engine plays"),
    "strategy": ("lab.benchmarks.strategy:main", "diagrams and strategies"),
    "library": ("lab.benchmarks.library:main", "a library of many games"),
    "review": ("lab.benchmarks.review:main", "reviews of games between levels"),
    "tree": ("lab.benchmarks.tree:main", "the tree pane"),
    "window": ("lab.benchmarks.window:main", "how the window feels"),
    "first": ("lab.benchmarks.first:main", "the first minute of the window"),
}

REPORT = {
    "book": ("lab.make.books:info_command", "describe a book"),
    "labels": ("lab.make.labels:info_command", "describe a file of labels"),
    "suite": ("lab.make.suites:info_command", "describe a suite of solved positions"),
    "crosstable": ("lab.report.crosstable:main", "draw the table of a tournament"),
    "sweep": ("lab.report.sweep:main", "draw the curves of a sweep"),
    "screenshot": ("lab.report.screenshot:main", "make the pictures of the window in docs"),
    "stories": ("lab.report.stories:main", "draw the pictures of the guides"),
    "notebooks": ("lab.report.notebooks:main", "run the notebooks"),
    "strings": ("lab.report.strings:main", "print every text that users can meet"),
}

COMMANDS = {
    "make": (MAKE, "make books, labels, suites, puzzles and strategies"),
    "measure": (MEASURE, "measure speed and strength"),
    "benchmark": (BENCHMARKS, "speed and strength against targets and other programs"),
    "report": (REPORT, "describe files and write the figures of the documentation"),
    "attack": ("lab.attack.run:cli", "attack the program and report every fault"),
    "click": ("lab.click_path:command", "print the files that run when you click a column"),
    "screens": ("lab.report.screens:command", "make contact sheets of the window: every state, size and theme"),
}


class Group(click.Group):
    """A group whose commands are imported when they are called."""

    def __init__(self, name: str, commands: dict, help: str) -> None:
        super().__init__(name, help=help, no_args_is_help=True)
        self.table = commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.table:
            return None
        where, about = self.table[name]
        if isinstance(where, dict):
            return Group(name, where, f"{about.capitalize()}.")
        module, _, attribute = where.partition(":")
        return getattr(import_module(module), attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self.table.items()])


cli = Group("lab", COMMANDS, "Makes the files that ship with the program, measures it, attacks it and writes reports.")
cli.context_settings = {"help_option_names": ["-h", "--help"]}

if __name__ == "__main__":
    run(cli, "python -m lab")
