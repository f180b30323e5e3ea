"""Lessons are read, worked out and checked; a mistake is one sentence with its line, and no number is typed."""

import re
from dataclasses import replace

import pytest
from paths import ROOT

from c4.errors import C4Error
from c4.lessons import SHIPPED
from c4.lessons.charts import CHARTS, make_chart
from c4.lessons.facts import FACTS, PLACEHOLDER, check_pages, work_out
from c4.lessons.lesson import KINDS, MOMENTS, PARTS, SHOWN, Moment, question_words
from c4.lessons.reader import KEYS, parse_lesson, shipped_lesson
from c4.search.watch import Watch

PAGE = """# A lesson

What it is about.

## First

<!--
position: 4453
search: alphabeta:depth=2
node: 5
playback: cut 5
show: windows, values
point: card
ask: cut
hint: Read {values 5 with minimax:depth=2}.
hint: One of {replies}.
-->

Worth {value}, in {nodes} nodes.

## Second

Still {value root}.
"""

NUMBER_WORDS = [
    "three",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "twenty",
    "thirty",
    "hundred",
    "thousand",
    "million",
]
"""Words for numbers that a page must not type; "four" is the name of the game, and "two" a word like any other."""


def test_a_page_has_what_its_header_says():
    """Position and search hold until another page changes them; everything else is of one page."""
    lesson = parse_lesson(PAGE, "mine")
    first, second = lesson.pages
    assert lesson.title == "A lesson"
    assert lesson.about == "What it is about."
    assert first.title == "First"
    assert first.node == (4,)
    assert first.playback == Moment("cut", (4,))
    assert first.show == ("windows", "values")
    assert first.point == "card"
    assert first.question.kind == "cut"
    assert second.position == first.position
    assert second.search == first.search
    assert second.node == ()
    assert second.playback is None
    assert second.show == ()
    assert second.point == ""
    assert second.question is None


def test_a_page_is_worked_out():
    """Numbers, hints, the answer with its reason, the selected row and the event come from the search."""
    first, second = map(work_out, parse_lesson(PAGE, "mine").pages)
    assert first.text == "Worth ≤−11, in 39 nodes."
    assert first.hints == (
        "Read reply 4: 4, reply 3: 4, reply 5: −11, reply 2: 6, reply 6: 2, reply 1: 6, reply 7: 2.",
        "One of 7.",
    )
    assert first.answer.columns == {4}
    assert first.answer.because.startswith(
        "After column 5, MIN's reply 5 gives MAX at most −11. MAX already has 0 with column 3."
    )
    assert first.row == 17
    assert first.event == 40
    assert second.text == "Still 0."
    assert second.row == 0
    assert second.event is None


def test_max_has_moves_and_min_replies():
    """A question, a list of values and an answer call a column what it is for the side that chooses."""
    text = PAGE.replace("depth=2", "depth=3")
    for before in ("node: 5", "cut 5", "values 5"):
        text = text.replace(before, before.replace("5", "4-5"))
    page = parse_lesson(text, "mine").pages[0]
    facts = work_out(page)
    assert question_words(page) == "After which move does the search cut off the others?"
    assert question_words(replace(page, node=(3,))) == "After which reply does the search cut off the others?"
    assert facts.hints[0].startswith("Read move 4: −11, move 3: 4, ")
    assert facts.answer.because == (
        "After reply 5 to column 4, MAX's move 6 gives MAX at least 13. MIN already has 11 with reply 3 to column 4."
        " 13 ≥ 11: cut off, so 2 moves need not be searched."
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("# A lesson", "A lesson", "line 1: a lesson begins with a line '# Title'"),
        ("position: 4453", "position: 44x", "line 8: "),
        ("position: 4453", "position: 1212121", "line 8: the game is over in '1212121'"),
        ("position: 4453", "positon: 4453", "line 8: a key of a header cannot be 'positon': did you mean 'position'?"),
        ("position: 4453", "node: 5", "line 10: node is there twice"),
        ("search: alphabeta:depth=2", "search: perfect", "line 9: perfect records no search"),
        (
            "search: alphabeta:depth=2",
            "search: alphabet",
            "line 9: there is no search 'alphabet': choose alphabeta, minimax",
        ),
        ("<!--\n", "<!-\n", "line 17: '-->' ends a header that has no beginning: it begins with a line '<!--'"),
        ("One of {replies}.", "One of {replies}}.", "line 16: a brace stands alone"),
        ("One of {replies}.", "One of {reply}.", "line 16: {reply}: there is no fact 'reply'"),
        ("search: alphabeta:depth=2", "search: engine:time_ms=9", "line 9: a search by time differs"),
        ("search: alphabeta:depth=2", "search: minimax:depth=30", "line 9: a search of a lesson looks 10 plies"),
        ("search: alphabeta:depth=2", "search: alphabeta:evaluator=mine.py", "line 9: "),
        ("search: alphabeta:depth=2", "search: none", "line 10: node needs a search"),
        ("node: 5", "node: five", "line 10: a node is a path of columns"),
        ("playback: cut 5", "playback: 40", "line 11: playback cannot be '40': choose start, enter, return, cut"),
        ("show: windows, values", "show: window", "line 12: show cannot be 'window': did you mean 'windows'?"),
        ("point: card", "chart: nods minimax:depth=2", "line 13: chart cannot be 'nods': choose nodes or weights"),
        ("point: card", "chart: nodes", "line 13: say what the chart is about, such as 'chart: nodes minimax:depth=6"),
        ("point: card", "chart: nodes minimax:depth=30", "line 13: a search of a lesson looks 10 plies"),
        ("point: card", "chart: nodes mcts", "line 13: Monte-Carlo tree search has no depth"),
        ("point: card", "chart: weights v1", "line 13: the learner has no feature 'v1': choose centre, my twos"),
        ("ask: cut", "ask: why", "line 14: ask cannot be 'why'"),
        ("ask: cut\n", "", "line 14: a hint needs a question"),
        ("Worth {value}", "Worth {worth}", "line 19: {worth}: there is no fact 'worth'"),
        ("Worth {value}", "Worth {value 5.3}", "line 19: {value 5.3}: a node is a path of columns"),
        ("Worth {value}", "Worth {value", "line 19: a brace stands alone"),
        ("-->\n", "", "line 18: a line of a header is 'key: value', and '-->' ends it"),
        ("Still {value root}.\n", "", "line 21: the page 'Second' has no text"),
    ],
)
def test_a_mistake_is_one_sentence(old, new, sentence):
    """It names the file, the line and what to write instead; no code that the text names is run."""
    assert old in PAGE
    with pytest.raises(C4Error) as caught:
        parse_lesson(PAGE.replace(old, new, 1), "mine", "mine.md")
    assert str(caught.value).startswith("mine.md: ")
    assert sentence in str(caught.value)


def test_what_a_search_does_not_have_is_said():
    """A node that was never searched, and a cut that never happened."""
    for old, new, sentence in (
        ("Worth {value}", "Worth {value 5-2-1}", "{value 5-2-1}: the search has no node 5-2-1"),
        ("playback: cut 5", "playback: cut 4", "no reply to the node 4 is cut off"),
    ):
        with pytest.raises(C4Error, match=re.escape(sentence)):
            work_out(parse_lesson(PAGE.replace(old, new, 1), "mine").pages[0])


def test_a_count_is_0_where_there_is_nothing():
    """A node of which nothing was cut off, one that was not searched further, and one that was cut off itself."""
    counts = "{cut PATH} {replies PATH} {searched PATH}"
    for path, text in (("4", "0 7 7"), ("4-4", "0 0 0"), ("5-2", "0 0 0")):
        page = parse_lesson(PAGE.replace("Worth {value}", counts.replace("PATH", path)), "mine").pages[0]
        assert work_out(page).text == f"{text}, in 39 nodes."


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ("last 4-4", "nothing was searched below this node"),
        ("values 4-4", "nothing was searched below this node"),
        ("best 4-4", "nothing was searched below this node"),
        ("value 5-2", "the search did not enter this node: it was cut off"),
        ("number 5-2", "the search did not enter this node: it was cut off"),
        ("alpha 5-2", "the search did not enter this node: it was cut off"),
        ("beta 5-2", "the search did not enter this node: it was cut off"),
        ("why 4", "nothing was cut off at this node"),
        ("setter 4", "nothing was cut off at this node"),
        ("alpha 4 with mcts:simulations=9", "Monte-Carlo tree search has no alpha and no beta"),
        ("factor with mcts:simulations=9", "Monte-Carlo tree search has no depth at which minimax could be compared"),
    ],
)
def test_a_fact_that_cannot_exist_says_so(fact, sentence):
    """No value is made up for a node that was never entered, and no fact ends in an error of the program."""
    page = parse_lesson(PAGE.replace("Worth {value}", f"{{{fact}}}"), "mine").pages[0]
    with pytest.raises(C4Error, match=re.escape(sentence)):
        work_out(page)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("node: 5", "node: 5-2-1", "line 10: the search has no node 5-2-1"),
        ("playback: cut 5", "playback: cut 4", "line 11: no reply to the node 4 is cut off"),
        ("node: 5\nplayback: cut 5\n", "node: 4\n", "line 13: ask: cut: no reply to the node 4 is cut off"),
        ("One of {replies}.", "One of {last 5-2}.", "line 16: {last 5-2}: nothing was searched"),
        ("Worth {value}", "Many\nwords.\n\n- Worth {why 4}", "line 22: {why 4}: nothing was cut off at this node"),
        ("Still {value root}.", "Still {score 8}.", "line 23: {score 8}: column 8 cannot be played"),
    ],
)
def test_what_a_page_cannot_have_names_its_line(old, new, line):
    """Not that of the page's title: a teacher looks for it there."""
    assert old in PAGE
    with pytest.raises(C4Error) as caught:
        check_pages(parse_lesson(PAGE.replace(old, new, 1), "mine"))
    assert str(caught.value).startswith(line)


def test_a_page_without_a_search_can_compare_one():
    """With minimax, too."""
    page = parse_lesson("# A\n\n## B\n\n{saved with alphabeta:depth=2}", "mine").pages[0]
    assert int(work_out(page).text) > 0


def test_a_lesson_waits_for_no_search_that_does_not_end():
    """Neither a page nor a placeholder names one, and what runs can be stopped."""
    for old, new in (
        ("alphabeta:depth=2", "alphabeta:depth=42"),
        ("Worth {value}", "Worth {nodes with minimax:depth=42}"),
    ):
        assert old in PAGE
        with pytest.raises(C4Error, match="a search of a lesson looks 10 plies ahead at most, not 42"):
            parse_lesson(PAGE.replace(old, new), "mine")
    watch = Watch()
    watch.stop()
    with pytest.raises(C4Error, match="the search was stopped"):
        check_pages(parse_lesson(PAGE, "mine"), watch)


def test_simulations_are_played_back():
    """To a phase of one of them, by its number; other searches have none, and other moments are of other searches."""
    page = PAGE.replace("ask: cut", "").replace("hint: ", "").replace("alphabeta:depth=2", "mcts:simulations=30")
    page = re.sub("Read .*\n|One of .*\n", "", page).replace("Worth {value}, in {nodes} nodes.", "{visits}")
    for moment, event in (("select 1", 0), ("playout 9", 34), ("backup 30", 119)):
        assert work_out(parse_lesson(page.replace("cut 5", moment), "mine").pages[0]).event == event
    for text, sentence in (
        (page.replace("cut 5", "playout 31"), "there is no simulation 31: the search made 30"),
        (
            page,
            "Monte-Carlo tree search is played back by its simulations: select, expand, playout, backup and a number",
        ),
        (PAGE.replace("cut 5", "playout 9"), "a tree of alphabeta has no simulations"),
    ):
        with pytest.raises(C4Error, match=re.escape(sentence)):
            work_out(parse_lesson(text, "mine").pages[0])
    with pytest.raises(C4Error, match="line 11: the number of a simulation is a whole number from 1, not '0'"):
        parse_lesson(page.replace("cut 5", "playout 0"), "mine")


def test_a_chart_is_computed():
    """Nodes by depth are those of the searches, weights those of the training; both can be stopped."""
    nodes, weights = (
        parse_lesson(PAGE.replace("point: card", f"chart: {chart}"), "mine").pages[0]
        for chart in (
            "nodes minimax:depth=2 alphabeta:depth=2 alphabeta:depth=1,order=1234567",
            "weights my threes, centre",
        )
    )
    chart = work_out(nodes).chart
    assert chart.series == (
        ("minimax", ((1.0, 8.0), (2.0, 57.0))),
        ("alpha-beta, middle first", ((1.0, 8.0), (2.0, 39.0))),
        ("alpha-beta, left to right", ((1.0, 8.0),)),
    )
    learned = work_out(weights).chart
    assert [series.name for series in learned.series] == ["my threes", "centre"]
    assert learned.series[0].points[0] == (0.0, 0.0)
    assert learned.series[0].points[-1] == (1000.0, pytest.approx(0.2931, abs=1e-4))
    watch = Watch()
    watch.stop()
    for page in (nodes, weights):
        with pytest.raises(C4Error, match="the search was stopped"):
            make_chart(page.chart, page.position, watch)


def check_examples(text: str) -> None:
    """Each fact of the table has the example that the program gives."""
    usual = "position: 4453\nsearch: alphabeta:depth=2\nnode: 5"
    starred = "position: 311425776353753323\nsearch: mcts:simulations=300,evaluator=windows"
    examples = re.findall(r"\| `\{(.*?)(?: 5-3)?\}` \| .* \| `([^`]*?)(?: \.\.\.)?`( \*)? \|", text)
    assert len(examples) == len(FACTS)
    for fact, example, star in examples:
        header = starred if star else usual
        page = parse_lesson(f"# A\n\n## B\n\n<!--\n{header}\n-->\n\n{{{fact}}}", "mine").pages[0]
        assert work_out(page).text.startswith(example)


def test_the_page_for_teachers():
    """Its example runs at the first try, and its tables have every line of a header, question and fact."""
    text = (ROOT / "docs" / "own-lesson.md").read_text(encoding="utf-8")
    lesson = parse_lesson(re.search(r"````markdown\n(.*?)````", text, re.DOTALL)[1], "mine.md")
    check_pages(lesson)
    assert len(lesson.pages) == 3
    assert work_out(lesson.pages[1]).answer.columns == {4}
    for key in KEYS:
        assert f"| `{key}: " in text
    for kind in KINDS:
        assert f"| `ask: {kind}` |" in text
    for kind in CHARTS:
        assert f"| `chart: {kind} " in text
    for word in (*PARTS, *SHOWN, *MOMENTS):
        assert f"`{word}" in text
    rows = re.findall(r"\| `\{(\w+)[^}]*\}` \| (.*?) \|", text)
    assert rows == [(name, fact.about) for name, fact in FACTS.items()]
    check_examples(text)
    with pytest.raises(C4Error, match=re.escape("line 11: point cannot be 'bord': did you mean 'board'?")):
        parse_lesson(
            re.search(r"````markdown\n(.*?)````", text, re.DOTALL)[1].replace("point: board", "point: bord"), ""
        )


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_lesson_can_be_worked_through(name):
    """Every page has its numbers, every question an answer, and its last hint is not the first."""
    for page in shipped_lesson(name).pages:
        facts = work_out(page)
        assert "{" not in facts.text
        if page.question is not None:
            assert facts.answer.columns or facts.answer.squares
            assert facts.answer.because
            assert len(set(facts.hints)) == len(facts.hints) >= 1, page.title


@pytest.mark.parametrize("name", SHIPPED)
def test_no_number_on_a_page_is_typed(name):
    """Each is a placeholder that the program fills; names of keys and commands stand in code."""
    for page in shipped_lesson(name).pages:
        hints = () if page.question is None else page.question.hints
        for text in (page.text, *hints):
            typed = re.sub(r"`[^`]*`", "", PLACEHOLDER.sub("", text))
            assert not re.search(r"\d", typed), f"{page.title}: {typed}"
            words = set(re.findall(r"[a-z]+", typed.lower()))
            assert not words & set(NUMBER_WORDS), page.title
