"""The events of a recorded search, in any order, against a search that is played again step by step."""

import random
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from recorded import trees

from c4.engine import deepening as engine
from c4.engine.ingredients import USUAL
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.values import INFINITY
from c4.search.fixed_depth import open_node, search
from c4.tree.cutoff_words import cut_condition
from c4.tree.playback_words import condition_of, expression, headline, points_text, so_far
from c4.tree.reason import cut_limit
from c4.tree.replay import CUT, ENTER, RETURN, SKIP, Replay
from c4.tree.searchtree import INTERIOR, NO_MOVE, PRUNED


def played(tree):
    """(sort, row, stack) of every event, by walking the tree; the stack has [row, best] of open nodes."""
    events = []
    stack = []

    def note(sort, row):
        events.append((sort, row, [tuple(one) for one in stack]))

    def walk(row):
        stack.append([row, None])
        note(ENTER, row)
        children = tree.children(row)
        for place, child in enumerate(children):
            if tree.kind[child] == PRUNED:
                met = tree.value[row] >= tree.beta[row] if tree.is_max(row) else tree.value[row] <= tree.alpha[row]
                note(CUT if met else SKIP, row)
                break
            value = walk(child)
            move = tree.move[child]
            following = children[place + 1] if place + 1 < len(children) else None
            if move == NO_MOVE:  # a null move counts if it was enough, and nothing else was searched
                counts = following is not None and tree.kind[following] == PRUNED
            else:  # of a move that is searched again the last search counts
                counts = following is None or tree.move[following] != move
            if counts:
                best = max if tree.is_max(row) else min
                old = stack[-1][1]
                stack[-1][1] = value if old is None else best(old, value)
            note(RETURN, child)
        value = int(tree.value[row])
        stack.pop()
        if not stack:
            note(RETURN, row)
        return value

    walk(0)
    return events


@often(40)
@given(trees(), st.integers(0, 10**6))
def test_any_event_is_what_the_search_did(tree, seed):
    """Every event, in any order, has the nodes that were open, with what each had found and the window it had then."""
    replay = Replay(tree)
    truth = played(tree)
    assert len(replay) == len(truth)
    order = list(range(len(truth)))
    random.Random(seed).shuffle(order)
    for event in order[:400]:
        moment = replay.moment(event)
        (sort, row, stack) = truth[event]
        assert moment.event == event
        assert moment.sort == sort
        assert moment.row == row
        assert [(frame.row, frame.best) for frame in moment.frames] == stack
        for frame, inner in zip(moment.frames, moment.frames[1:]):
            assert inner.row in tree.children(frame.row)
        for frame in moment.frames:
            alpha = int(tree.alpha[frame.row])
            beta = int(tree.beta[frame.row])
            best = frame.best
            if best is not None and tree.algorithm != "minimax":
                if tree.is_max(frame.row):
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
            assert frame.alpha == alpha
            assert frame.beta == beta
        assert headline(replay, moment)
        assert expression(replay, moment)


@often(30)
@given(trees(120))
def test_steps_lead_where_they_say(tree):
    """Into is the next event, over ends at the same level, out one level up; rows are entered once."""
    replay = Replay(tree)
    for event in range(len(replay)):
        moment = replay.moment(event)
        assert replay.into(event) == min(event + 1, len(replay) - 1)
        over = replay.over(event)
        out = replay.out(event)
        assert over >= event
        if moment.sort == ENTER:
            assert over == replay.leave[moment.row]
            assert replay.moment(out).row == max(int(tree.parent[moment.row]), 0)
        assert replay.sort[out] == RETURN
        assert out >= event
    for row in range(len(tree)):
        if tree.kind[row] == PRUNED:
            assert replay.sort[replay.to_row(row)] in (CUT, SKIP)
            assert replay.row[replay.to_row(row)] == tree.parent[row]
        else:
            assert replay.sort[replay.enter[row]] == ENTER
            assert replay.row[replay.enter[row]] == row
            assert replay.sort[replay.leave[row]] == RETURN
            assert replay.row[replay.leave[row]] == row


@often(30)
@given(trees(120))
def test_a_condition_says_what_will_cut_before_it_does(tree):
    """The bound is the node's own, from a node that has returned by then; the first reply that reaches it cuts."""
    replay = Replay(tree)
    for event in range(len(replay)):
        moment = replay.moment(event)
        if moment.sort != ENTER or tree.kind[moment.row] != INTERIOR:
            continue
        row = moment.row
        limit = cut_limit(tree, row)
        words = condition_of(tree, moment.frames[-1]).text
        if limit is None:
            assert words == ""
            continue
        assert words.startswith("prunes as soon as a reply is ")
        assert f"({limit.side}" in words
        if limit.holder is not None:
            assert replay.leave[limit.holder] < event
            assert tree.value[limit.holder] == limit.points
            assert tree.parent[limit.holder] == limit.ancestor
        visited = [child for child in tree.children(row) if tree.kind[child] != PRUNED and replay.counts(child)]
        reached = [
            tree.value[child] >= limit.points if tree.is_max(row) else tree.value[child] <= limit.points
            for child in visited
        ]
        assert not any(reached[:-1])


def test_the_next_cutoff_is_found():
    """From cutoff to cutoff the playback stops at every node with pruned replies, once, with its window closed."""
    tree = search(Position(), 5, V2()).tree
    replay = Replay(tree)
    event = 0
    result = []
    while (event := replay.next_cut(event)) is not None:
        result.append(int(replay.row[event]))
        moment = replay.moment(event)
        assert moment.frames[-1].alpha >= moment.frames[-1].beta
        compared = "≥" if tree.is_max(moment.row) else "≤"
        assert re.fullmatch(rf"\S+ {compared} \S+: cut off", expression(replay, moment))
    pruning = {int(tree.parent[row]) for row in np.flatnonzero(tree.kind == PRUNED)}
    assert sorted(result) == sorted(pruning)


def test_what_would_have_cut_a_node_is_said_with_who_set_the_bound():
    """Of every inner node that was not cut and could have been: no reply to it reached that bound."""
    tree = search(Position(), 4, V2()).tree
    inner = np.flatnonzero(tree.kind == INTERIOR).tolist()
    said = {row: words for row in inner if (words := cut_condition(tree, row))}
    for row in inner:
        values = [int(tree.value[child]) for child in tree.children(row) if tree.kind[child] != PRUNED]
        was_short_of_it = (
            max(values) < tree.beta[row] < INFINITY if tree.is_max(row) else min(values) > tree.alpha[row] > -INFINITY
        )
        assert (row in said) == was_short_of_it
    assert len(said) > 2
    for row, words in said.items():
        limit = cut_limit(tree, row)
        column = int(tree.move[limit.holder]) + 1
        side, most = ("MIN", "least") if tree.is_max(row) else ("MAX", "most")
        points = points_text(tree, limit.points)
        assert words.startswith(f"A reply of at {most} {points} would have cut it off: {side} is sure of {points} ")
        assert words.endswith((f"(column {column}).", f"-{column})."))
    assert "" == cut_condition(tree, 0) == cut_condition(search(Position(), 2, V2(), "minimax").tree, 1)


def test_updates_are_written_as_expressions():
    """The first events of a small search, in words."""
    tree = search(Position.from_moves("4453"), 2, V2()).tree
    replay = Replay(tree)
    message = [expression(replay, replay.moment(event)) for event in range(4)]
    first = [int(tree.value[row]) for row in tree.children(tree.children(0)[0])[:2]]
    texts = [str(value).replace("-", "−") for value in (*first, min(first))]
    assert message[0] == message[1] == "window: alpha = −∞, beta = +∞"
    assert message[3] == f"beta = min(+∞, {texts[0]}) = {texts[0]}"
    assert expression(replay, replay.moment(5)) == f"beta = min({texts[0]}, {texts[1]}) = {texts[2]}"
    assert headline(replay, replay.moment(3)).startswith("Reply ")
    assert headline(replay, replay.moment(len(replay) - 1)).startswith("The search ends: the root is worth")


@given(trees(), st.data())
def test_what_was_known_of_a_node_grows(tree, data):
    """A node is unknown before it is entered, then has the best so far, and in the end its value."""
    replay = Replay(tree)
    row = data.draw(st.integers(0, len(tree) - 1))
    enter = int(replay.enter[row])
    leave = int(replay.leave[row])
    for event in range(len(replay)):
        result = so_far(replay, row, event)
        if event < enter:
            assert result.value == "not known yet"
            assert result.window is None
        elif event >= leave or (not tree.children(row) and not tree.left_out[row]):
            assert result is None
        else:
            frame = replay.frame(row, event)
            assert result.window == (points_text(tree, frame.alpha), points_text(tree, frame.beta))
            assert result.value == (
                "not known yet" if frame.best is None else f"{points_text(tree, frame.best)} so far"
            )


def test_what_is_opened_later_is_replayed():
    """A part that was left out is one step; once opened it has its own events, and all others stay in order."""
    tree = search(Position(), 6, V2(), budget=400).tree
    row = int(np.flatnonzero(tree.left_out)[0])
    replay = Replay(tree)
    assert replay.leave[row] == replay.enter[row] + 1
    assert "not recorded" in headline(replay, replay.moment(replay.enter[row]))
    expanded = Replay(open_node(tree, row, V2()).tree)
    assert expanded.enter[row] == replay.enter[row]
    assert expanded.leave[row] > expanded.enter[row] + 1
    assert len(expanded) - len(replay) == expanded.leave[row] - expanded.enter[row] - 1
    assert (expanded.sort[expanded.leave[row] :] == replay.sort[replay.leave[row] :]).all()


def test_plain_minimax_has_no_window():
    """In plain minimax alpha and beta stay infinite, and the words speak of the best value."""
    tree = search(Position(), 3, V2(), "minimax").tree
    replay = Replay(tree)
    for event in range(len(replay)):
        for frame in replay.moment(event).frames:
            assert frame.alpha == -INFINITY
            assert frame.beta == INFINITY
    assert expression(replay, replay.moment(4)).startswith("best = ")


@pytest.mark.parametrize("what", ["null_move", "reductions"])
def test_looks_that_do_not_count_change_nothing(what):
    """A move that is looked at again, and a pass that was not enough, leave the node's window as it was."""
    from dataclasses import replace

    tree = engine.search(
        Position.from_moves("4453"), V2(), depth=8, options=replace(USUAL, **{what: True}), budget=200_000
    ).tree
    replay = Replay(tree)
    rows = [
        row
        for row in range(1, len(tree))
        if tree.kind[row] != PRUNED and not replay.counts(row) and tree.kind[tree.parent[row]] == INTERIOR
    ]
    assert rows
    for row in rows[:50]:
        moment = replay.moment(replay.leave[row])
        assert moment.frames[-1] == moment.before
        assert "searched" in expression(replay, moment)
