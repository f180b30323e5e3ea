"""Teaching mode, hints in three steps and clocks in the window."""


def test_a_losing_move_is_asked_about(hand):
    """It does not stand at once; made again, or with the button, it does; a good move stands without a word."""
    hand.session.set_up("11223")
    hand.pump(0.02)
    hand.press("<Shift-T>")
    question = hand.window.play.question
    hand.session.set_up("112233")
    hand.pump(0.02)
    hand.press("4")
    hand.until(lambda: hand.session.moves() == "1122334")
    assert not question.asking
    hand.session.set_up("44444526222255")
    hand.pump(0.02)
    hand.pump(0.05)
    size = hand.board.winfo_height()
    hand.press("6")
    hand.until(lambda: question.asking)
    hand.pump(0.05)
    assert hand.board.winfo_height() == size, "the question does not resize the board"
    assert question.winfo_rooty() >= hand.board.winfo_rooty() + size, "it does not cover the column numbers"
    assert hand.session.moves() == "44444526222255"
    assert question.text["text"].startswith("Column 6 loses; column 5 wins.")
    question.buttons["Take it back"].invoke()
    hand.pump(0.02)
    assert not question.asking
    hand.press("6")
    hand.until(lambda: hand.session.moves() == "444445262222556")
    hand.do("undo")
    hand.press("<Shift-T>")
    hand.press("6")
    assert hand.session.moves() == "444445262222556"


def test_the_refused_disc_and_what_refutes_it_are_on_the_board(hand):
    """A ghost, numbered replies, the winning line, and the reason; Escape takes all of it away.  It says that it is on."""
    board = hand.board
    hand.session.set_up("44444526222255")
    hand.do("teaching")
    hand.pump(0.02)
    assert hand.window.play.headline["text"] == "Red to move  ·  teaching mode is on"
    hand.press("6")
    hand.until(lambda: hand.app.state.teaching.line, what="the line that refutes it")
    hand.pump(0.05)
    line = hand.app.state.teaching.line
    position = hand.session.position
    for column in (5, *line):
        position = position.play(column)
    assert position.outcome().winner == 1
    numbers = [item for item in board.find_withtag("refused") if board.type(item) == "text"]
    assert [board.itemcget(item, "text") for item in numbers] == ["1", "2", "3", "4", "5", "6"]
    assert board.find_withtag("highlight")
    assert "Column 6 lets Yellow keep a winning square in column 6" in hand.window.play.question.text["text"]
    hand.press("<Escape>")
    hand.pump(0.05)
    assert not board.find_withtag("refused")
    assert not board.find_withtag("highlight")
    assert not hand.window.play.question.asking
    assert "nothing is running" not in hand.app.state.message.text


def test_escape_closes_what_lies_over_the_rest(hand):
    """The settings close before a search is stopped, and with nothing to close or stop it says nothing."""
    hand.do("search settings")
    hand.pump(0.02)
    assert hand.window.settings_popover.winfo_ismapped()
    hand.press("<Escape>")
    hand.pump(0.02)
    assert not hand.window.settings_popover.winfo_ismapped()
    hand.app.say("")
    hand.press("<Escape>")
    assert "nothing is running" not in hand.app.state.message.text
