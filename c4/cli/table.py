"""The table of the subcommands of `c4`: what each is for, with examples, in the sections of the help."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """A command of a table: its line in the list, examples ("c4 ...  # what for"), and where it is, "module:name"."""

    about: str
    examples: tuple[str, ...] = ()
    place: str = ""


SECTIONS: dict[str, dict[str, Entry]] = {
    "Play": {
        "play": Entry(
            "play a game in the terminal",
            ("c4 play", "c4 play --first engine:time_ms=100 --second alphabeta:depth=6  # two machines"),
        ),
        "match": Entry(
            "let agents play many games and rate them",
            (
                "c4 match greedy alphabeta:depth=4  # two agents, 98 games from 49 openings, Elo",
                "c4 match random greedy novice --out games.jsonl  # everyone against everyone; resumes after a kill",
                "c4 match my-windows.json random  # how good the model is that you trained",
            ),
        ),
        "serve": Entry(
            "answer positions of another program, line by line",
            ("c4 serve engine:time_ms=100  # a position on each line in, a column on each line out",),
        ),
        "export": Entry(
            "write an agent or a network for another framework",
            (
                "c4 export connectx agent.py  # a player for Kaggle's ConnectX in one file; see frameworks.md",
                "c4 export safetensors network.safetensors  # the network's weights",
            ),
        ),
    },
    "Analyse": {
        "search": Entry(
            "search a position and print the best column",
            (
                "c4 search 4453 --depth 8 --evaluator v2  # best column, value, principal variation",
                "c4 search 4453 --algorithm engine --time-ms 100 --evaluator windows  # as deep as the time allows",
                "c4 search 4453 --algorithm mcts --simulations 10000  # Monte-Carlo tree search; see mcts.md",
                "c4 search 4453 --out tree.json --json  # the recorded tree as JSON, for other programs",
                "c4 search 4453 --out tree.npz  # the recorded tree for the window (Tree, Open tree...)",
            ),
        ),
        "solve": Entry(
            "print exact scores", ("c4 solve 4453 --scores  # exact scores of the position and of every column",)
        ),
        "evaluate": Entry(
            "print the value of a position, and why",
            ("c4 evaluate 4453 --evaluator windows  # what an evaluator says without searching",),
        ),
        "threats": Entry("print the squares that complete a line, and who profits", ("c4 threats 444333",)),
        "strategy": Entry(
            "find, check and play strategies that need no search",
            (
                "c4 strategy diagram 333557752147  # marks that win without calculating",
                "c4 strategy list  # what can be forced after each first move; also: show, verify, play NAME",
            ),
        ),
        "review": Entry(
            "rate every move of games",
            (
                "c4 review 4453566756 --out review.html  # every move judged exactly",
                "c4 review games.txt --out reviewed.c4game  # many games, a summary, scores and marks saved with them",
            ),
        ),
        "verify": Entry(
            "check saved trees", ("c4 verify tree.npz  # derive everything in a saved tree a second time",)
        ),
    },
    "Learn and practise": {
        "train": Entry(
            "train a learner",
            ("c4 train ntuple  # the strongest learner; the same command resumes", "c4 train td-lambda"),
        ),
        "puzzles": Entry(
            "list puzzles and print them",
            ("c4 puzzles list --kind win  # puzzles with one right answer at every step",),
        ),
    },
    "Games and files": {
        "library": Entry(
            "store, find and replay games",
            (
                "c4 library import games.txt  # games kept in SQLite",
                "c4 library find --position 4453 --won Anna  # by player, result, opening, position, tag, note",
                "c4 library show 3 --file games.jsonl --replay  # a game that `c4 match --out` recorded, move by move",
            ),
        ),
        "check": Entry(
            "write and check your own evaluator or player",
            (
                "c4 check idea.py --new evaluator  # write a commented start for an evaluator, and check it",
                "c4 check player.py --new player",
                "c4 check idea.py  # does it do what an evaluator must, and how fast is it?",
                "c4 check mine.md  # can every page of this lesson be worked out?",
            ),
        ),
        "warm": Entry("compile everything ahead", ("c4 warm  # takes a minute, and prints where the machine code is",)),
        "help": Entry(
            "explain a topic or a command", ("c4 help agents  # topics: positions, agents, evaluators, files",)
        ),
    },
}
"""The commands by section."""

COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}
"""The commands by name."""
