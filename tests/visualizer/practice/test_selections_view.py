"""The exercise on simulations: the question, its numbers, and the solution after the answer."""

from c4.game.position import Position
from c4.practice.selections import make
from visualizer.practice.selections_view import selecting_view


def test_the_solution_comes_after_the_answer():
    """Before the answer only visits, sums and means are shown; afterwards the value of every reply."""
    exercise = make(Position(), 3)
    asked = selecting_view(exercise, None, 0, 0, "")
    assert asked.position == exercise.tree.root
    assert asked.solution == ""
    assert len(asked.rows) == len(exercise.replies) == len(asked.columns)
    for row, reply in zip(asked.rows, exercise.replies):
        assert row[:2] == (str(reply.column + 1), str(reply.visits))
        assert int(row[2].replace("−", "-")) == round(reply.mean * reply.visits)
    assert asked.formula.endswith(f"c = 1.4 and N above = {exercise.tree.samples.visits[0]}")
    answered = selecting_view(exercise, exercise.answer, 1, 1, exercise.comment(exercise.answer))
    assert answered.message.startswith("Right")
    assert f"The largest is that of column {exercise.answer + 1}." in answered.solution
    assert answered.score == "1 of 1 right at once"
