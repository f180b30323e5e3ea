"""Sentences that name the key of a command."""

from walking import Walk

from visualizer.state.keys_in_sentences import STANDARD, by_keys, key_of, with_key


def test_your_own_keys_are_named():
    """A key that you gave to another command is named for that one alone; a command without a key is not named."""
    own = {"hint": "Q", "review": "U"}
    assert (key_of("hint", own), key_of("undo", own), key_of("new game", own)) == ("Q", "Ctrl+Z", "N")
    assert by_keys(own, hint="gives a hint", undo="undoes") == "Q gives a hint, Ctrl+Z undoes."
    assert by_keys({"hint": ""}, hint="gives a hint") == ""
    assert with_key("Review", "review", own) == "Review (U)"
    assert with_key("Review", "review", {"review": ""}) == "Review"


def test_the_standard_keys_are_those_of_the_commands():
    """The window's own keys, which sentences name, and those that its commands have."""
    walk = Walk(1)
    try:
        assert {name: walk.commands[name].keys for name in STANDARD} == STANDARD
    finally:
        walk.close()
