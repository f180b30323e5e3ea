"""The author's XML file of patterns: read, written, and refused."""

from __future__ import annotations

import pytest
from refusal import refused

from c4.agents.specification import find_opponent
from c4.learning import pattern_xml
from c4.learning.pattern import Pattern
from c4.learning.pattern_memory import Record
from c4.learning.patterns import PatternsLearner, Settings


def test_xml_round_trip(tmp_path):
    """A memory written as XML and read again has the same patterns, counts and responses."""
    learner, path = (
        PatternsLearner(3, Settings(), opponent=find_opponent("random", 1, "v2")),
        tmp_path / "ConnectFourPatterns.xml",
    )
    learner.train(40)
    records = learner.memory.records
    assert pattern_xml.write(path, learner.memory) == len(records)
    found = pattern_xml.read(path)
    assert found.memory.records == records
    assert found.known == found.entries == len(records)


def piece(cell: str, level: int, enemy: str = "False", place: str = "RIGHT") -> str:
    return (
        f"<BasicGamePiece><PieceID>{level}</PieceID><IsStartForPattern>{level == 0}</IsStartForPattern><Square>{cell}</Square>"
        f"<IsEnemy>{enemy}</IsEnemy><PiecePosition>{'START' if level == 0 else place}</PiecePosition><Level>{level}</Level></BasicGamePiece>"
    )


def entry(*pieces: str, counts=(80, 38, 42), response: str = "<ResponsePresent>0</ResponsePresent>") -> str:
    names = ("NumberOfTimesSeen", "NumberOfTimesSeenInWinningGame", "NumberOfTimesSeenInLosingGame")
    numbers = "".join(f"<{name}>{number}</{name}>" for name, number in zip(names, counts, strict=True))
    return (
        f"<ConnectFourPattern><BasicGamePatternSet><PatternID>7</PatternID>{''.join(pieces)}{numbers}<EndingPattern>False</EndingPattern>"
        f"<Weighting>103</Weighting><Response>{response}</Response></BasicGamePatternSet></ConnectFourPattern>"
    )


def collection(*entries: str, attributes: str = "") -> str:
    inner = "".join(entries)
    return f"<ConnectFourPatternCollection{attributes}><BasicGamePatternCollection>{inner}</BasicGamePatternCollection></ConnectFourPatternCollection>"


def test_the_authors_file_is_read(tmp_path):
    """The sample of the article: CF and DF to the RIGHT, seen 80 times, 38 won and 42 lost; its sides are put right (R2-11, D2-1)."""
    path = tmp_path / "ConnectFourPatterns.xml"
    response = "<ResponsePresent>1</ResponsePresent>" + piece("EF", 0)
    path.write_text(collection(entry(piece("CF", 0), piece("DF", 1), response=response)))
    assert pattern_xml.read(path).memory.records == {Pattern(True, 0, 2, "RIGHT", 2): Record(80, 38, 42, False, (0, 4))}


def test_wrong_directions_and_gaps_in_the_authors_file(tmp_path):
    """Squares count, not the names of directions that the author's program mixed up (D2-9); patterns with gaps are left out (D2-7)."""
    path = tmp_path / "ConnectFourPatterns.xml"
    path.write_text(
        collection(
            entry(piece("DF", 0), piece("CF", 1, place="ABOVELEFT"), counts=(2, 1, 1)),
            entry(piece("DF", 0), piece("CF", 1, place="LEFT"), counts=(3, 0, 1)),
            entry(piece("BF", 0), piece("DD", 2, place="ABOVERIGHT")),
        )
    )
    found = pattern_xml.read(path)
    assert (found.entries, found.known) == (3, 2)
    assert found.memory.records == {Pattern(True, 0, 3, "LEFT", 2): Record(5, 1, 2)}


BAD_XML = {
    "nothing": ("", "XML was expected"),
    "cut off": (collection(entry(piece("CF", 0), piece("DF", 1)))[:300], "XML was expected"),
    "no XML": ("{}", "XML was expected"),
    "another root": ("<html/>", "its root is 'html'"),
    "a document type": (
        "<!DOCTYPE a [<!ENTITY x 'y'>]>" + collection(),
        "it declares a document type, and entities are not read",
    ),
    "entities that grow": (
        "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'>"
        + "".join(f"<!ENTITY a{i} '&a{i - 1 or ''};&a{i - 1 or ''};'>" for i in range(1, 30))
        + "]><a>&a29;</a>",
        "it declares a document type",
    ),
    "an unknown entity": (collection("&what;"), "XML was expected"),
    "no square": (
        collection(entry(piece("", 0), piece("DF", 1))),
        "pattern 1 is not one that this program can read: it has no Square",
    ),
    "a square off the board": (
        collection(entry(piece("CF", 0), piece("ZZ", 1))),
        "'ZZ' is no square of a board of 7x6",
    ),
    "two sides": (collection(entry(piece("CF", 0), piece("DF", 1, "True"))), "its pieces are not all of one side"),
    "no start": (collection(entry(piece("CF", 1), piece("DF", 2))), "0 of its pieces are its start"),
    "a count that is none": (
        collection(entry(piece("CF", 0), piece("DF", 1), counts=("many", 1, 1))),
        "its NumberOfTimesSeen is 'many'",
    ),
    "counts that contradict": (
        collection(entry(piece("CF", 0), piece("DF", 1), counts=(2, 2, 2))),
        "seen 2 times, but won 2 and lost 2",
    ),
}


@pytest.mark.parametrize("name", BAD_XML)
def test_bad_xml(name, tmp_path):
    """A file that is no collection, or that declares entities, is refused in one sentence."""
    text, sentence = BAD_XML[name]
    path = tmp_path / "ConnectFourPatterns.xml"
    path.write_text(text)
    refused(lambda: pattern_xml.read(path), sentence)
