"""The words of the window, the command line and the documents, each with one meaning.  Plain Python; imports nothing of
the project.

`docs/glossary.md` is printed from here: `python -m visualizer.kit.glossary > docs/glossary.md`.
"""

from __future__ import annotations

import re
import textwrap
from typing import NamedTuple


class Term(NamedTuple):
    """A word, its meaning in a sentence or two, and other forms under which people look for it."""

    name: str
    meaning: str
    also: tuple[str, ...] = ()


GROUPS: tuple[tuple[str, tuple[Term, ...]], ...] = (
    (
        "The game",
        (
            Term("column", "Where a stone is dropped. People count columns from 1, left to right; code counts from 0."),
            Term("row", "A level of the board. Row 0 is the bottom."),
            Term("cell", "One place on the board: a column and a row.", ("square",)),
            Term("stone", "What a player drops. It falls to the lowest free cell of its column.", ("disc", "piece")),
            Term("side to move", "The player whose turn it is."),
            Term("ply", "One move of one player. After ply 8 each player has dropped four stones.", ("plies",)),
            Term(
                "line",
                "Four cells in a row: upright, level or diagonal. The standard board has 69. A player who fills one"
                " with stones of one colour has completed it.",
            ),
            Term("position", "The stones on the board, the rules, and who is to move."),
            Term(
                "move string",
                "A position written as the columns that led to it: 4453 means column 4, column 4, column 5, column 3.",
            ),
            Term(
                "first line wins",
                "The usual rule: the first completed line ends the game. A full board without a line is a draw.",
            ),
            Term(
                "count the lines",
                "The other rule: play until the board is full; whoever has completed more lines wins.",
            ),
            Term("outcome", "How a game has ended: who won, or a draw, and why."),
            Term("threat", "A free cell with which a side would complete a line."),
            Term("double threat", "Two threats that cannot both be answered, so the next move wins."),
            Term(
                "forced reply",
                "The only move that does not lose at once, because the opponent would complete a line there.",
                ("forced replies",),
            ),
            Term("zugzwang", "Having to move although every move makes things worse."),
            Term("opening", "The first moves of a game. Matches begin from many openings, so that games differ."),
            Term("mirror image", "A position with left and right exchanged. It is worth the same."),
            Term(
                "state",
                "A position packed into one 64-bit number: for each column a pointer to its next free cell, and one bit"
                " for each cell. The highest bit tells whether the search looked at the position (1) or pruned it (0).",
                ("packed state",),
            ),
        ),
    ),
    (
        "The search tree",
        (
            Term("search", "Looking ahead: trying moves, replies, replies to those, and comparing where they lead."),
            Term("node", "One visit of the search to a position. A position reached twice is two nodes.", ("visit",)),
            Term("root", "The position that the search was asked about."),
            Term("reply", "A move of the side that answers, at any node of the tree.", ("replies",)),
            Term("subtree", "A node and everything below it."),
            Term(
                "folded",
                "Drawn as one triangle, with the number of nodes in it; a click unfolds it.",
                ("fold", "unfold", "unfolded"),
            ),
            Term("outline", "The tree as an indented list, with the same node selected."),
            Term("bookmark", "A node that somebody has marked, with a note."),
            Term("repeat", "A position that the search reached more than once.", ("repeated nodes",)),
            Term("depth", "How many plies the search still looks ahead from a node."),
            Term("horizon", "Where the depth is used up. The positions there get the evaluator's value."),
            Term("terminal", "A node whose game is over. Its value is the result."),
            Term("leaf", "A node without searched replies: at the horizon, terminal, or settled in another way."),
            Term("MAX", "The side that searches. It picks the reply with the highest value.", ("MIN", "MAX and MIN")),
            Term(
                "minimax",
                "The value of a node is the best value that its side to move can reach if both sides play their best."
                " Minimax finds it by looking at every reply to the full depth.",
            ),
            Term("negamax", "Minimax written once for both sides: a value for one side is minus that for the other."),
            Term(
                "alpha-beta",
                "Minimax that skips replies which cannot change the result. It finds the same value with far fewer"
                " nodes.",
            ),
            Term(
                "window",
                "The pair alpha and beta with which a node is searched. Alpha is what MAX is already sure of, beta what"
                " MIN is already sure of. Only values between them can matter.",
                ("alpha", "beta", "search window", "alpha and beta"),
            ),
            Term(
                "cutoff",
                "The moment when a reply is so good for its side that the opponent will avoid the node altogether. The"
                " other replies are not searched.",
                ("cut-off", "beta cutoff", "cut", "cutoffs"),
            ),
            Term("pruned", "Skipped after a cutoff: part of the game, but never searched.", ("prune", "pruning")),
            Term("fail high", "A search whose true value is beta or more: it ends in a cutoff."),
            Term("fail low", "A search whose true value is alpha or less: no reply was good enough."),
            Term(
                "bound",
                "What is known of a value. Exact (3) is what minimax finds; at least (≥3) is a lower bound and at most"
                " (≤3) an upper bound: after a cutoff nobody needs to know more.",
                ("exact", "lower bound", "upper bound", "at least", "at most"),
            ),
            Term(
                "value",
                "What a position is worth to a side; the higher, the better. W5 is a game won on ply 5, L6 one lost on"
                " ply 6.",
            ),
            Term("score", "An exact value in the field's form, see exact score."),
            Term(
                "principal variation",
                "The moves that both sides play if each plays its best, as far as the search sees.",
                ("best line", "best play", "PV"),
            ),
            Term("refutation", "The reply that shows a move to be bad."),
            Term(
                "move ordering",
                "Which replies are tried first. Trying the best reply first gives the most cutoffs.",
                ("move order", "order of moves"),
            ),
            Term(
                "left out",
                "Searched but not recorded, because the record was full. Such a part can be opened: it is searched"
                " again with the same window.",
                ("row budget",),
            ),
            Term("node count", "How many nodes a search visited, root and leaves included.", ("nodes",)),
            Term("nps", "Nodes per second: how fast a search works.", ("nodes per second",)),
            Term(
                "branching factor",
                "How many replies of a node are searched, on average. With b replies, each further ply costs about b"
                " times the work.",
            ),
            Term(
                "minimal tree",
                "The fewest nodes that any alpha-beta search needs to prove its value (Knuth and Moore, 1975).",
                ("Knuth and Moore", "minimum"),
            ),
        ),
    ),
    (
        "The engine",
        (
            Term("engine", "The strong search of this program. It goes as deep as its time, nodes or depth allow."),
            Term(
                "iterative deepening",
                "Searching to depth 1, then 2, then 3, and so on. Each search helps the next one with its move"
                " ordering.",
            ),
            Term("transposition", "The same position reached by another order of moves."),
            Term(
                "transposition table",
                "A memory of positions that were searched. A hit at sufficient depth needs no second search.",
                ("table hit", "hash table", "transposition-table hit"),
            ),
            Term("killer", "A move that caused a cutoff elsewhere on the same ply and is therefore tried early."),
            Term("history", "A record of which cells often caused cutoffs; it improves the move ordering."),
            Term(
                "null window",
                "A window so narrow that the search only answers whether a move is better than the best so far.",
            ),
            Term(
                "principal variation search",
                "The first reply gets the full window, the others a null window. One that proves better is searched"
                " again.",
                ("re-search",),
            ),
            Term("aspiration window", "A narrow window around the value found by the previous iteration."),
            Term("late move reduction", "Moves that are tried late are first searched to a smaller depth."),
            Term("extension", "A forced reply does not use up depth, so the search looks further there."),
            Term(
                "null move",
                "Passing, as an experiment: if even a pass is good enough, a real move will be. Unsafe in Connect 4,"
                " where having to move is often the problem.",
            ),
            Term(
                "threats first",
                "Moves that make threats are tried early, because the opponent has fewer good answers to them.",
            ),
            Term(
                "forced moves",
                "Immediate wins, forced replies and double threats are seen without searching them. Only where the"
                " first line wins.",
            ),
            Term("quiescence", "Searching past the horizon until nothing urgent is left on the board."),
        ),
    ),
    (
        "Evaluators",
        (
            Term("evaluator", "What gives a position its value without searching further.", ("evaluation",)),
            Term("heuristic", "An evaluator made by hand: V1 and V2."),
            Term("V1", "Counts the stones in open lines. Fast and crude."),
            Term("V2", "Weighs open lines by how soon they can be completed."),
            Term("points", "The unit of the hand-made evaluators.", ("point",)),
            Term("feature", "A number read off the board, such as the stones in the middle column."),
            Term("weight", "How much one unit of a feature adds to the value. Learners adjust weights."),
            Term(
                "contribution",
                "Feature times weight: what a feature adds to the value of this position.",
                ("adds here",),
            ),
            Term("static value", "The evaluator's value of a position, without any search.", ("static",)),
            Term("learned value", "What an evaluator whose weights were learned says of a position.", ("learned",)),
            Term("bias", "What a learned evaluator starts from before it adds the features."),
            Term("centre", "A feature: stones in the middle column, one's own less the opponent's."),
            Term(
                "my ones",
                "A feature: lines with one stone of the side, none of the opponent's and an empty cell; twos and threes"
                " are lines with two and three.",
                ("my twos", "my threes"),
            ),
            Term("their ones", "The same lines of the opponent.", ("their twos", "their threes")),
            Term("win now", "A feature: the line that wins is complete, one's own or the opponent's."),
            Term(
                "accumulator",
                "A running sum that is updated move by move, so that a value need not be computed afresh.",
            ),
            Term(
                "hidden unit",
                "A sum over the board in the network evaluator, from 0 to 1 times what it adds to the value.",
                ("unit",),
            ),
            Term("n-tuple", "A small set of cells. What stands on them picks one weight from a table."),
            Term("model", "A file with the weights or the table that a learner has learned."),
        ),
    ),
    (
        "The truth",
        (
            Term(
                "exact score",
                "What a position is worth when both sides play perfectly: 0 is a draw, +k means that the side to move"
                " wins with its k-th last stone, a negative score means that it loses.",
                ("exact value",),
            ),
            Term("solver", "Computes the exact score of any position."),
            Term("book", "A file with the exact scores of all positions of the first plies."),
            Term("perfect play", "Always playing a column with the best exact score."),
            Term("mistake", "A move that turns a won position into a draw or a loss, or a drawn one into a loss."),
            Term("misjudged", "A position that one side wins, and whose value is in favour of the other side."),
            Term(
                "proof number",
                "How many positions must still be settled, at least, to prove a claim. The solver works where it is"
                " smallest.",
            ),
        ),
    ),
    (
        "Learning",
        (
            Term("learner", "A method that improves a model by playing games."),
            Term("self-play", "Learning from games against oneself."),
            Term("episode", "One training game."),
            Term("afterstate", "The position that a move leaves, before the opponent answers."),
            Term("exploration", "Playing a random move now and then, in order to learn something new.", ("epsilon",)),
            Term("learning rate", "How far one game moves the weights."),
            Term("discount", "How much less a result counts for each move that it lies ahead.", ("gamma",)),
            Term(
                "temporal difference",
                "Learning from the change between one position's value and the next one's, before the game has ended.",
                ("TD", "TD-lambda"),
            ),
            Term(
                "eligibility trace",
                "A fading record of which features were seen lately; new knowledge is credited along it.",
                ("trace", "lambda"),
            ),
            Term("action value", "What playing a column in a position has been worth so far.", ("Q",)),
            Term("Sarsa", "Learns a table of action values from the moves that are really played."),
            Term("pattern", "Two or three adjacent stones of one colour with an empty cell beyond."),
            Term("Trainer", "The simple opponent of the Sarsa learner: it completes open threes and never blocks."),
            Term("seed", "A number from which all chance is drawn. The same seed repeats the same games."),
        ),
    ),
    (
        "Measuring",
        (
            Term("agent", "Anything that can sit in a seat and choose a column: you, a search, a learner, chance."),
            Term("level", "An agent that can be beaten: it looks a few plies ahead and slips now and then."),
            Term("match", "Two agents play many games, each opening once from either side."),
            Term("tournament", "A match between every two of several agents.", ("crosstable",)),
            Term("arena", "Where agents play each other and are measured."),
            Term("success", "Games won, plus half the games drawn, in per cent."),
            Term(
                "Elo",
                "A rating. A player rated 100 points higher is expected to score 64 per cent, one 200 points higher"
                " 76.",
            ),
            Term(
                "confidence interval",
                "A range that contains the true figure in 95 of 100 such measurements.",
                ("interval",),
            ),
            Term("suite", "A set of positions whose exact scores are known, for counting mistakes."),
            Term(
                "perft",
                "The number of move sequences of a given length. It checks that the rules are programmed correctly.",
            ),
        ),
    ),
)

_BY_NAME = {name.lower(): term for _, terms in GROUPS for term in terms for name in (term.name, *term.also)}


MOST_WORDS = 12
"""Of a text that is looked through for terms; more is a sentence, which explains itself."""

MOST_TERMS = 3
"""Terms that are explained at a time."""


def find(word: str) -> Term | None:
    """The term that a word belongs to, by its name or another of its forms, in any case, one or many; None when it is
    not here.
    """
    word = word.strip(" \n:.,;()").lower()
    return _BY_NAME.get(word) or (_BY_NAME.get(word[:-1]) if word.endswith("s") else None)


def explain(text: str) -> str:
    """The sentences for the terms in a heading, a label or a few words; "" if there are none."""
    words, found, at = re.findall(r"[A-Za-z][\w-]*", text), dict[str, Term](), 0
    while at < len(words) <= MOST_WORDS:
        for length in (3, 2, 1):
            term = find(" ".join(words[at : at + length]))
            if term is not None:
                found.setdefault(term.name, term)
                at += length - 1
                break
        at += 1
    terms = list(found.values())[:MOST_TERMS]
    return "\n".join(f"{term.name[:1].upper()}{term.name[1:]}: {term.meaning}" for term in terms)


def markdown() -> str:
    """The whole glossary as a Markdown page."""
    lines = [
        "# Glossary",
        "",
        "One word, one meaning: in the window, on the command line and in these documents.",
        "`python -m visualizer.kit.glossary > docs/glossary.md` prints this page.",
    ]
    for title, terms in GROUPS:
        lines += ["", f"## {title}", ""]
        for term in sorted(terms, key=lambda term: term.name.lower()):
            also = f" (also: {', '.join(term.also)})" if term.also else ""
            lines += textwrap.wrap(f"- **{term.name}**{also}: {term.meaning}", 118, subsequent_indent="  ")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
