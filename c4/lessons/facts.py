"""The numbers of a lesson's page, and the answer to its question, worked out by the program.

A placeholder such as "{value 5-3}" names a fact, and if it needs one an argument.  "{nodes with minimax:depth=2}" is a
fact about another search of the same position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from c4.agents.specification import Specification, parse_agent
from c4.errors import C4Error, naming
from c4.game.columns import DIGITS, name_columns
from c4.game.position import Position
from c4.lessons.charts import Chart, make_chart
from c4.lessons.lesson import (
    BEST,
    CUT,
    CUTOFF,
    ENTER,
    NEXT,
    PHASES,
    RETURN,
    SQUARE,
    START,
    TEXT,
    WIN,
    Lesson,
    Moment,
    Page,
    Question,
    answer_word,
    move_word,
)
from c4.lessons.searches import check_running, read_search, tree_of
from c4.text import capitalised, join_words, pluralise

if TYPE_CHECKING:  # these bring numpy, which the first paint of the window does without
    from c4.evaluators.base import Contribution, Evaluator
    from c4.search.watch import Watch
    from c4.tree.reason import Reason
    from c4.tree.replay import Replay
    from c4.tree.searchtree import SearchTree

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
"""A placeholder in a text; its group is what stands in the braces."""

WITH = " with "
"""Between a fact and the search that it is about, if that is not the search of the page."""

ROOT = "root"
"""The path to the root."""

Square = tuple[int, int]
"""A square: row and column, from 0."""


class Answer(NamedTuple):
    """The right answers to a question: columns (from 0), or squares; in words why they are right; and the event (from 0)
    of a page's playback that shows it, None for none.
    """

    columns: frozenset[int] = frozenset()
    squares: frozenset[Square] = frozenset()
    because: str = ""
    event: int | None = None


NO_ANSWER = Answer()


class Facts(NamedTuple):
    """A page as it is shown.

    text      its text with all numbers
    hints     its hints with all numbers
    answer    the answer to its question
    row       the row of the selected node in the tree of its search
    event     the event (from 0) at which that search is played back; None for no playback
    chart     the chart that is shown beside it; None for none
    """

    text: str
    hints: tuple[str, ...] = ()
    answer: Answer = NO_ANSWER
    row: int = 0
    event: int | None = None
    chart: Chart | None = None


def work_out(page: Page, watch: Watch | None = None) -> Facts:
    """Everything that a page leaves to the program; `watch` can stop it.  Raises C4Error, one sentence with its line, for
    what its position or its search does not have, and when it was stopped.
    """
    work = Work(page, watch)
    with naming_line(page.line_of("node")):
        row = 0 if page.search is None else work.row(page.node)
    with naming_line(page.line_of("playback")):
        event = None if page.playback is None else work.event(page.playback)
    text = "\n".join(filled_lines(work, page))
    hints = tuple(filled_hints(work, page.question))
    with naming_line(page.line_of("ask")):
        answer = answer_of(work)
    with naming_line(page.line_of("chart")):
        chart = None if page.chart is None else make_chart(page.chart, page.position, watch)
    return Facts(text, hints, answer, row, event, chart)


def naming_line(number: int) -> AbstractContextManager[None]:
    """Puts the number of a line before the sentence of a C4Error in the block."""
    return naming(f"line {number}")


def filled_lines(work: Work, page: Page) -> Iterator[str]:
    """The lines of a page's text with all numbers.  Raises C4Error that names the line."""
    for number, line in enumerate(page.text.splitlines(), start=page.line_of(TEXT)):
        with naming_line(number):
            yield work.fill(line)


def filled_hints(work: Work, question: Question | None) -> Iterator[str]:
    """The hints for a question with all numbers.  Raises C4Error that names the line."""
    if question is None:
        return
    for number, hint in zip(question.lines, question.hints, strict=True):
        with naming_line(number):
            yield work.fill(hint)


def check_pages(lesson: Lesson, watch: Watch | None = None) -> None:
    """Works out every page; `watch` can stop it.  Raises C4Error, one sentence, that names the line of the first mistake."""
    for page in lesson.pages:
        work_out(page, watch)


class Work:
    """The searches that the facts of a page need, each made once, when it is asked for."""

    def __init__(self, page: Page, watch: Watch | None) -> None:
        self.page = page
        self.watch = watch
        self._trees: dict[Specification, SearchTree] = {}

    @property
    def position(self) -> Position:
        """The position of the page."""
        return self.page.position

    @cached_property
    def tree(self) -> SearchTree:
        """The tree of the page's search.  Raises C4Error if it has none."""
        if self.page.search is None:
            raise C4Error("this page has no search: add a line such as 'search: alphabeta:depth=2' to its header")
        return self.tree_of(self.page.search)

    def tree_of(self, search: Specification) -> SearchTree:
        """The tree of a search of the page's position."""
        if search not in self._trees:
            self._trees[search] = tree_of(self.position, search, self.watch)
        return self._trees[search]

    @cached_property
    def replay(self) -> Replay:
        """The events of the page's search.  Raises C4Error for Monte-Carlo tree search, which has others."""
        from c4.tree.replay import Replay

        if self.tree.simulations is not None:
            raise C4Error(
                f"Monte-Carlo tree search is played back by its simulations: {', '.join(PHASES)} and a number"
            )
        return Replay(self.tree)

    @cached_property
    def evaluator(self) -> Evaluator:
        """The evaluator of the page's search."""
        from c4 import evaluators

        search = self.page.search
        if search is None:
            raise C4Error("this page has no search, whose evaluator could be asked")
        return evaluators.load(search.limits.evaluator, search.limits.model)

    def row(self, path: tuple[int, ...], tree: SearchTree | None = None) -> int:
        """The row of a node.  Raises C4Error if the search has no such node."""
        found = (tree or self.tree).find(path)
        if found is None:
            raise C4Error(f"the search has no node {path_text(path)}")
        return found

    def event(self, moment: Moment) -> int:
        """The event (from 0) of a moment.  Raises C4Error if it does not happen."""
        if moment.what in PHASES:
            return self._event_of_simulation(moment)
        if moment.what == START:
            return 0
        row = self.row(moment.path)
        if moment.what == ENTER:
            return int(self.replay.enter[row])
        if moment.what == RETURN:
            return int(self.replay.leave[row])
        replay = self.replay
        require_cut(self.tree, row, moment.path)
        return int(replay.enter[pruned_replies(self.tree, row)[0]])

    def _event_of_simulation(self, moment: Moment) -> int:
        """The event of a phase of a simulation.  Raises C4Error if there is no such simulation."""
        made = len(self.tree.log)
        if moment.simulation > made:
            raise C4Error(f"there is no simulation {moment.simulation}: the search made {made:,}")
        return len(PHASES) * (moment.simulation - 1) + PHASES.index(moment.what)

    def fill(self, text: str) -> str:
        """A text with the facts in place of its placeholders."""
        return PLACEHOLDER.sub(self._fact, text)

    def _fact(self, match: re.Match[str]) -> str:
        with naming(match[0]):
            return fact_text(self, match[1])


# -- placeholders -----------------------------------------------------------------------------------------------------


class SearchFact(NamedTuple):
    """A fact about a search that a placeholder can name.

    about     what it is, for the documentation
    find      gives its text, from what is known, the tree of the search, and its argument
    argument  what its argument is: PATH, COLUMN, WORD, or "" for none
    """

    about: str
    find: Callable[[Work, SearchTree, str], str]
    argument: str = ""


class BoardFact(NamedTuple):
    """A fact about the board alone; `find` gets no tree."""

    about: str
    find: Callable[[Work, str], str]
    argument: str = ""


Fact = SearchFact | BoardFact


PATH = "node"
COLUMN = "column"
WORD = "name"


def check_placeholders(text: str) -> None:
    """Raises C4Error for a placeholder that names no fact, or lacks its argument, and for a brace alone."""
    for match in PLACEHOLDER.finditer(text):
        with naming(match[0]):
            parse_placeholder(match[1])
    if set("{}") & set(PLACEHOLDER.sub("", text)):
        raise C4Error("a brace stands alone: a placeholder is a fact in braces, such as {value}")


class Placeholder(NamedTuple):
    """A fact, its argument, and another search that it is about."""

    fact: Fact
    argument: str
    search: Specification | None


def parse_placeholder(text: str) -> Placeholder:
    """What a placeholder means.  Raises C4Error."""
    words, _, other = text.partition(WITH)
    name, _, argument = words.strip().partition(" ")
    argument = argument.strip()
    if name not in FACTS:
        raise C4Error(f"there is no fact {name!r}: choose {', '.join(FACTS)}")
    fact = FACTS[name]
    if argument and not fact.argument:
        raise C4Error(f"{name} takes no {argument!r}")
    if fact.argument == WORD and not argument:
        raise C4Error(f"{name} needs a name")
    if fact.argument == PATH and argument:
        read_path(argument)
    if fact.argument == COLUMN and argument and len(read_path(argument)) != 1:
        raise C4Error(f"{name} takes one column, not {argument!r}")
    return Placeholder(fact, argument, read_search(other.strip()) if other else None)


def fact_text(work: Work, text: str) -> str:
    """The text of a placeholder's fact.  Raises C4Error."""
    fact, argument, search = parse_placeholder(text)
    if isinstance(fact, BoardFact):
        return fact.find(work, argument)
    tree = work.tree if search is None else work.tree_of(search)
    return fact.find(work, tree, argument)


def read_path(text: str) -> tuple[int, ...]:
    """The columns (from 0) of a path such as "5-3"; () for "root".  Raises C4Error."""
    if text == ROOT:
        return ()
    columns = tuple(DIGITS.find(part) if len(part) == 1 else -1 for part in text.split("-"))
    if min(columns) < 0:
        raise C4Error(f"a node is a path of columns such as '5-3', or '{ROOT}', not {text!r}")
    return columns


def path_text(path: tuple[int, ...]) -> str:
    """A path as it is written: "5-3", "root"."""
    return "-".join(DIGITS[column] for column in path) or ROOT


def node(work: Work, tree: SearchTree, argument: str) -> int:
    """The row that an argument names; without one, the selected node."""
    return work.row(read_path(argument) if argument else work.page.node, tree)


def entered_node(work: Work, tree: SearchTree, argument: str) -> int:
    """The row that an argument names, of a node that the search entered.  Raises C4Error for one that was cut off."""
    from c4.tree.searchtree import PRUNED

    row = node(work, tree, argument)
    if tree.kind[row] == PRUNED:
        raise C4Error("the search did not enter this node: it was cut off")
    return row


def pruned_replies(tree: SearchTree, row: int) -> list[int]:
    """The replies to a node that were cut off."""
    from c4.tree.searchtree import PRUNED

    return [child for child in tree.children(row) if tree.kind[child] == PRUNED]


def require_cut(tree: SearchTree, row: int, path: tuple[int, ...]) -> None:
    """Raises C4Error if no reply to a node was cut off."""
    if not pruned_replies(tree, row):
        raise C4Error(f"no reply to the node {path_text(path)} is cut off")


def searched_replies(tree: SearchTree, row: int) -> list[int]:
    """The replies to a node that were searched."""
    from c4.tree.searchtree import PRUNED

    return [child for child in tree.children(row) if tree.kind[child] != PRUNED]


def require_replies(tree: SearchTree, row: int) -> list[int]:
    """The replies to a node that were searched.  Raises C4Error if there are none."""
    found = searched_replies(tree, row)
    if not found:
        raise C4Error("nothing was searched below this node")
    return found


def value(work: Work, tree: SearchTree, argument: str) -> str:
    """The value of a node."""
    from c4.tree.row_words import row_text

    return row_text(tree, entered_node(work, tree, argument))


def number(work: Work, tree: SearchTree, argument: str) -> str:
    """The value of a node without the sign of its bound."""
    from c4.tree.row_words import short_value

    return short_value(tree, int(tree.value[entered_node(work, tree, argument)]))


def column(work: Work, tree: SearchTree, argument: str) -> str:
    """The column of a node's move."""
    row = node(work, tree, argument)
    if row == 0:
        raise C4Error("the root has no move: name a node, such as 5-3")
    return DIGITS[int(tree.move[row])]


def best(work: Work, tree: SearchTree, argument: str) -> str:
    """The column of the best reply."""
    return DIGITS[int(tree.move[chosen_reply(tree, node(work, tree, argument))])]


def chosen_reply(tree: SearchTree, row: int) -> int:
    """The reply that the search chooses at a node; in Monte-Carlo tree search the most visited.  Raises C4Error."""
    replies = require_replies(tree, row)
    if tree.simulations is not None:
        return max(replies, key=tree.samples.visits.__getitem__)
    found = tree.best_child(row)
    assert found is not None, "a reply was searched"
    return found


def last(work: Work, tree: SearchTree, argument: str) -> str:
    """The column of the reply that was searched last."""
    return DIGITS[int(tree.move[require_replies(tree, node(work, tree, argument))[-1]])]


def replies(work: Work, tree: SearchTree, argument: str) -> str:
    """How many replies there are."""
    return str(len(tree.children(node(work, tree, argument))))


def searched(work: Work, tree: SearchTree, argument: str) -> str:
    """How many of them were searched."""
    return str(len(searched_replies(tree, node(work, tree, argument))))


def cut(work: Work, tree: SearchTree, argument: str) -> str:
    """How many of them were cut off."""
    return str(len(pruned_replies(tree, node(work, tree, argument))))


def values(work: Work, tree: SearchTree, argument: str) -> str:
    """The replies to a node in the order of the search, each with its value."""
    from c4.tree.row_words import row_text

    path = read_path(argument) if argument else work.page.node
    word = move_word(path)
    rows = require_replies(tree, work.row(path, tree))
    return ", ".join(f"{word} {DIGITS[int(tree.move[row])]}: {row_text(tree, row)}" for row in rows)


def order(work: Work, tree: SearchTree, argument: str) -> str:
    """The columns in the order in which the search takes them."""
    return " ".join(DIGITS[int(tree.move[row])] for row in tree.children(0))


def _cutoff(work: Work, tree: SearchTree, argument: str) -> Reason:
    """The cutoff at a node.  Raises C4Error if nothing was cut off there."""
    from c4.tree.reason import cut_of

    cutoff = cut_of(tree, node(work, tree, argument))
    if cutoff is None:
        raise C4Error("nothing was cut off at this node")
    return cutoff


def why(work: Work, tree: SearchTree, argument: str) -> str:
    """Why a node was cut off, as its card says it."""
    from c4.tree.cutoff_words import cut_text

    return cut_text(tree, _cutoff(work, tree, argument))


def decimal(number: float) -> str:
    """A number with two decimals, and a real minus."""
    return f"{number:.2f}".replace("-", "−")


def _window(work: Work, tree: SearchTree, argument: str) -> tuple[str, str]:
    """Alpha and beta when the search entered a node.  Raises C4Error if it has none."""
    from c4.tree.row_words import window_text

    if tree.simulations is not None:
        raise C4Error("Monte-Carlo tree search has no alpha and no beta")
    return window_text(tree, entered_node(work, tree, argument))


def alpha(work: Work, tree: SearchTree, argument: str) -> str:
    """Alpha when the search entered a node."""
    return _window(work, tree, argument)[0]


def beta(work: Work, tree: SearchTree, argument: str) -> str:
    """Beta when the search entered a node."""
    return _window(work, tree, argument)[1]


def setter(work: Work, tree: SearchTree, argument: str) -> str:
    """The column of the reply that set the bound at which a node was cut off."""
    cutoff = _cutoff(work, tree, argument)
    if cutoff.limit is None or cutoff.limit.holder is None:
        raise C4Error("no other reply set a bound that cuts this node off")
    return DIGITS[int(tree.move[cutoff.limit.holder])]


def below(work: Work, tree: SearchTree, argument: str) -> str:
    """How many nodes were visited at a node and below it."""
    return f"{tree.nodes_below(node(work, tree, argument)):,}"


def visits(work: Work, tree: SearchTree, argument: str) -> str:
    """How many simulations went through a node."""
    return f"{int(tree.samples.visits[node(work, tree, argument)]):,}"


def most(work: Work, tree: SearchTree, argument: str) -> str:
    """How many simulations went through the reply that most of them went through."""
    return f"{int(tree.samples.visits[chosen_reply(tree, node(work, tree, argument))]):,}"


def nodes(work: Work, tree: SearchTree, argument: str) -> str:
    """How many nodes the search visited."""
    return f"{tree.nodes:,}"


def pruned(work: Work, tree: SearchTree, argument: str) -> str:
    """How many replies the search cut off."""
    return f"{tree.pruned:,}"


def depth(work: Work, tree: SearchTree, argument: str) -> str:
    """How many plies the search looked ahead."""
    return str(tree.depth)


def line(work: Work, tree: SearchTree, argument: str) -> str:
    """Best play by both sides."""
    return " ".join(DIGITS[int(tree.move[row])] for row in tree.principal_variation()[1:])


def _minimax_nodes(work: Work, tree: SearchTree) -> int:
    """How many nodes minimax visits at the depth of a search.  Raises C4Error if that has none."""
    if tree.simulations is not None:
        raise C4Error("Monte-Carlo tree search has no depth at which minimax could be compared")
    return work.tree_of(
        parse_agent(f"minimax:depth={tree.depth},evaluator={tree.evaluator}", typed_by_user=False)
    ).nodes


def saved(work: Work, tree: SearchTree, argument: str) -> str:
    """How many nodes fewer than minimax the search visited at the same depth."""
    return f"{_minimax_nodes(work, tree) - tree.nodes:,}"


def factor(work: Work, tree: SearchTree, argument: str) -> str:
    """How many times as many nodes minimax visits at the same depth."""
    return f"{_minimax_nodes(work, tree) / tree.nodes:.1f}"


def discs(work: Work, argument: str) -> str:
    """How many discs are on the board."""
    return str(work.position.ply)


def columns(work: Work, argument: str) -> str:
    """How many columns the board has."""
    return str(work.position.rules.columns)


def rows(work: Work, argument: str) -> str:
    """How many rows the board has."""
    return str(work.position.rules.rows)


def squares(work: Work, argument: str) -> str:
    """How many squares the board has."""
    return str(work.position.rules.cells)


def lines(work: Work, argument: str) -> str:
    """How many lines of four the board has."""
    return str(len(work.position.rules.lines))


def score(work: Work, argument: str) -> str:
    """The exact score of a column for the side to move; without one, of the best."""
    from c4.exact.comparison import exact_scores

    found = exact_scores(work.position, work.watch)
    if not found:
        raise C4Error("this position has no exact scores")
    if not argument:
        return f"{max(found.values()):+d}"
    wanted = read_path(argument)[0]
    if wanted not in found:
        raise C4Error(f"column {argument} cannot be played")
    return f"{found[wanted]:+d}"


def winners(work: Work, argument: str) -> str:
    """The columns that win with best play."""
    return join_words([DIGITS[column] for column in winning_columns(work.position, work.watch)])


def winning_columns(position: Position, watch: Watch | None) -> list[int]:
    """The columns (from 0) that win with best play.  Raises C4Error if there are none."""
    from c4.exact.comparison import exact_scores

    found = [column for column, score in exact_scores(position, watch).items() if score > 0]
    if not found:
        raise C4Error("no column wins here")
    return found


def reason(work: Work, argument: str) -> str:
    """Why the side that wins does, in a sentence that is checked for the position."""
    from c4.strategy.reasons import why

    check_running(work.watch)
    words = why(work.position).words
    if not words:
        raise C4Error("only search knows why this position is won")
    return words


def threats(work: Work, argument: str) -> str:
    """The squares that complete four in a row for "first", the player who began, or "second"."""
    found = winning_squares(work.position, argument)
    if not found:
        raise C4Error(f"the {argument} player has no threat here")
    return ", ".join(found.values())


def winning_squares(position: Position, player: str) -> dict[Square, str]:
    """The squares that complete four in a row for "first" or "second", each with its name."""
    from c4.strategy.threats import on_board

    if player not in PLAYERS:
        raise C4Error(f"a player is {' or '.join(PLAYERS)}, not {player!r}")
    side = PLAYERS.index(player)
    return {(threat.row, threat.column): threat.name for threat in on_board(position) if threat.side == side}


PLAYERS = ("first", "second")


def evaluation(work: Work, argument: str) -> str:
    """What the evaluator of the search says of the position, for the side to move."""
    from c4.game.values import number_text

    return number_text(work.evaluator.evaluate(work.position), work.position.ply, work.evaluator.scale)


def weight(work: Work, argument: str) -> str:
    """The weight that the evaluator gives to a feature."""
    return decimal(_feature(work, argument).weight)


def _feature(work: Work, name: str) -> Contribution:
    """A feature of the position by its name.  Raises C4Error if the evaluator has none of that name."""
    known = {one.feature: one for one in work.evaluator.explain(work.position) if not one.remark}
    if name not in known:
        raise C4Error(f"the evaluator has no feature {name!r}: choose {', '.join(known)}")
    return known[name]


FACTS: dict[str, Fact] = {
    "value": SearchFact(
        "the value of a node that was not cut off, with the sign of its bound: at most 0 is `≤0`", value, PATH
    ),
    "number": SearchFact("the same without that sign", number, PATH),
    "column": SearchFact("the column of a node's move; the root has none", column, PATH),
    "best": SearchFact("the column of the best reply to a node that has replies", best, PATH),
    "last": SearchFact("the column of the reply to such a node that was searched last", last, PATH),
    "replies": SearchFact("how many replies a node has", replies, PATH),
    "searched": SearchFact("how many of them were searched", searched, PATH),
    "cut": SearchFact("how many of them were cut off; 0 where none was", cut, PATH),
    "values": SearchFact(
        "the replies to a node that has some, in the order of the search, each with its value", values, PATH
    ),
    "order": SearchFact("the columns in the order in which the search takes them", order),
    "why": SearchFact("why replies to a node were cut off, as its card says it; only where some were", why, PATH),
    "alpha": SearchFact("alpha when the search entered a node; Monte-Carlo tree search has none", alpha, PATH),
    "beta": SearchFact("beta when the search entered a node; Monte-Carlo tree search has none", beta, PATH),
    "setter": SearchFact(
        "the column that set the bound at which they were cut off; only where another move set it", setter, PATH
    ),
    "below": SearchFact("how many nodes were visited at a node and below it; 0 if it was cut off", below, PATH),
    "visits": SearchFact("how many simulations went through a node; only of Monte-Carlo tree search", visits, PATH),
    "most": SearchFact(
        "how many went through the most visited reply to it; only of Monte-Carlo tree search", most, PATH
    ),
    "nodes": SearchFact("how many nodes the search visited", nodes),
    "pruned": SearchFact("how many replies the search cut off", pruned),
    "depth": SearchFact("how many plies the search looked ahead", depth),
    "line": SearchFact("best play by both sides, as columns", line),
    "saved": SearchFact("how many nodes fewer than minimax it visited; not of Monte-Carlo tree search", saved),
    "factor": SearchFact("how many times as many nodes minimax visits; not of Monte-Carlo tree search", factor),
    "discs": BoardFact("how many discs are on the board", discs),
    "columns": BoardFact("how many columns the board has", columns),
    "rows": BoardFact("how many rows the board has", rows),
    "squares": BoardFact("how many squares the board has", squares),
    "lines": BoardFact("how many lines of four the board has", lines),
    "score": BoardFact("the exact score of a column that is not full, or of the best", score, COLUMN),
    "winners": BoardFact("the columns that win with best play; only where one does", winners),
    "reason": BoardFact("why the side that wins does, in a sentence; only where a rule shows it", reason),
    "threats": BoardFact("the winning squares of the first or second player, who must have one", threats, WORD),
    "evaluation": BoardFact("what the evaluator of the page's search says of the position", evaluation),
    "weight": BoardFact("the weight of a feature in that evaluator", weight, WORD),
}
"""All facts, by the names that placeholders use."""


# -- answers ----------------------------------------------------------------------------------------------------------


def answer_of(work: Work) -> Answer:
    """The answer to the question of a page.  Raises C4Error if it has none."""
    question = work.page.question
    if question is None:
        return NO_ANSWER
    with naming(f"ask: {question.kind}"):
        return ANSWERS[question.kind](work)


def next_reply(work: Work) -> Answer:
    """The reply that the search enters next."""
    from c4.tree.cutoff_words import cut_in_short
    from c4.tree.replay import CUT as CUT_EVENT
    from c4.tree.replay import ENTER as ENTERED

    moment = work.page.playback
    assert moment is not None, "the reader requires a moment"
    replay = work.replay
    because = []
    for event in range(work.event(moment) + 1, len(replay)):
        row = int(replay.row[event])
        if replay.sort[event] == CUT_EVENT:
            because.append(cut_in_short(work.tree, row))
        if replay.sort[event] == ENTERED:
            column = int(work.tree.move[row])
            because.append(f"Column {DIGITS[column]} is next.")
            return Answer(frozenset({column}), because=" ".join(because), event=event)
    raise C4Error("the search enters no node after this moment")


def cutting_reply(work: Work) -> Answer:
    """The reply after which the others are cut off."""
    from c4.tree.cutoff_words import cut_in_short
    from c4.tree.reason import cut_of

    tree = work.tree
    row = work.row(work.page.node)
    require_cut(tree, row, work.page.node)
    why = cut_of(tree, row)
    if why is None or why.chosen is None:
        raise C4Error(f"no bound cuts off the replies to the node {path_text(work.page.node)}")
    event = None if work.page.playback is None else work.event(Moment(CUTOFF, work.page.node))
    return Answer(frozenset({int(tree.move[why.chosen])}), because=cut_in_short(tree, row), event=event)


def best_reply(work: Work) -> Answer:
    """The replies that have the value of the node."""
    from c4.tree.row_words import row_text

    tree = work.tree
    row = work.row(work.page.node)
    found = chosen_reply(tree, row)
    if tree.simulations is not None:
        column = int(tree.move[found])
        visited = pluralise(int(tree.samples.visits[found]), "visit")
        because = f"{answer_word(work.page)} {DIGITS[column]} has {visited}, the most."
        return Answer(frozenset({column}), because=capitalised(because))
    equal = [child for child in searched_replies(tree, row) if equally_good(tree, child, found)]
    columns = sorted({int(tree.move[child]) for child in equal})
    names = join_words([f"{answer_word(work.page)} {DIGITS[column]}" for column in columns])
    return Answer(frozenset(columns), because=f"{capitalised(names)}: {row_text(tree, found)}.")


def equally_good(tree: SearchTree, reply: int, other: int) -> bool:
    """Whether two replies have the same value, and not only the same bound."""
    return bool(tree.value[reply] == tree.value[other] and tree.bound[reply] == tree.bound[other])


def winning_move(work: Work) -> Answer:
    """The columns that win with best play."""
    from c4.strategy.reasons import why

    columns = winning_columns(work.position, work.watch)
    check_running(work.watch)
    verb = "wins" if len(columns) == 1 else "win"
    others = len(work.position.legal_columns()) - len(columns)
    only = " Nothing else does." if others else ""
    return Answer(
        frozenset(columns),
        because=f"{capitalised(name_columns(columns))} {verb}.{only} {why(work.position).words}".strip(),
    )


def winning_square(work: Work) -> Answer:
    """The squares that complete four in a row for either player."""
    found: dict[Square, str] = {}
    for player in PLAYERS:
        found |= winning_squares(work.position, player)
    if not found:
        raise C4Error("no square completes four in a row here")
    names = join_words(list(found.values()))
    verb = "completes" if len(found) == 1 else "complete"
    return Answer(squares=frozenset(found), because=f"On this board {names} {verb} four in a row.")


ANSWERS: dict[str, Callable[[Work], Answer]] = {
    NEXT: next_reply,
    CUT: cutting_reply,
    BEST: best_reply,
    WIN: winning_move,
    SQUARE: winning_square,
}
