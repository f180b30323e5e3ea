"""The author's XML file of patterns: read, written, and refused."""

import plain_pattern_xml
import pytest
from refusal import refused

from c4.agents.specification import find_opponent
from c4.learning import pattern_memory
from c4.learning.pattern_memory import Pattern, Record
from c4.learning.patterns import PatternsLearner
from c4.learning.patterns import PatternsSettings as Settings


def test_xml_round_trip(tmp_path):
    """A memory written as XML and read again has the same patterns, counts and responses."""
    learner = PatternsLearner(3, Settings(), opponent=find_opponent("random", 1, "v2"))
    path = tmp_path / "p.xml"
    learner.train(40)
    records = learner.memory.records
    assert pattern_memory.write_xml(path, learner.memory) == len(records)
    result = pattern_memory.read_xml(path)
    assert result.records == records


def piece(cell: str, level: int, enemy: str = "False", place: str = "RIGHT") -> str:
    return (
        f"<BasicGamePiece><PieceID>{level}</PieceID><IsStartForPattern>{level == 0}</IsStartForPattern><Square>{cell}"
        "</Square>"
        f"<IsEnemy>{enemy}</IsEnemy><PiecePosition>{'START' if level == 0 else place}</PiecePosition><Level>{level}"
        "</Level></BasicGamePiece>"
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
    inner = f"<BasicGamePatternCollection>{inner}</BasicGamePatternCollection>"
    return f"<ConnectFourPatternCollection{attributes}>{inner}</ConnectFourPatternCollection>"


def pair(one: str = "CF", other: str = "DF", enemy: str = "False", **how) -> str:
    """A collection of one pattern of two pieces."""
    return collection(entry(piece(one, 0), piece(other, 1, enemy), **how))


def test_the_authors_file_is_read(tmp_path):
    """The article's sample: CF and DF, RIGHT, seen 80 times, 38 won, 42 lost; sides corrected (R2-11, D2-1)."""
    path = tmp_path / "ConnectFourPatterns.xml"
    response = "<ResponsePresent>1</ResponsePresent>" + piece("EF", 0)
    path.write_text(collection(entry(piece("CF", 0), piece("DF", 1), response=response)))
    assert pattern_memory.read_xml(path).records == {Pattern(True, 0, 2, "RIGHT", 2): Record(80, 38, 42, False, (0, 4))}


def test_the_authors_file_is_the_authors_again(tmp_path):
    """His program reads our copy of his file as it reads his: sides, counts, weighting, response."""
    path = tmp_path / "ConnectFourPatterns.xml"
    back = tmp_path / "back.xml"
    answered = "<ResponsePresent>1</ResponsePresent>" + piece("EF", 0, "True")
    text = collection(
        entry(piece("CF", 0), piece("DF", 1)),
        entry(piece("AE", 0, "True"), piece("AD", 1, "True", "ABOVE"), counts=(3, 2, 1)),
        entry(piece("CF", 0), piece("DE", 1, place="ABOVERIGHT"), piece("ED", 2, place="ABOVERIGHT"),
              response=answered.replace("EF", "FC")),
        entry(piece("EF", 0, "True"), piece("DF", 1, "True", "LEFT"), response=answered.replace("EF", "CF")),
    )  # fmt: skip
    path.write_text(text)
    assert pattern_memory.write_xml(back, pattern_memory.read_xml(path)) == 4
    assert sorted(plain_pattern_xml.read(back.read_text())) == sorted(plain_pattern_xml.read(text))


def test_a_pattern_alone_is_read(tmp_path):
    """The sample as the article prints it, without the collection around it."""
    path = tmp_path / "sample.xml"
    path.write_text(entry(piece("CF", 0), piece("DF", 1)))
    assert pattern_memory.read_xml(path).records == {Pattern(True, 0, 2, "RIGHT", 2): Record(80, 38, 42)}


def test_his_program_reads_what_ours_has_learned(tmp_path):
    """Every pattern has its squares, side, counts and response, except where his reader errs."""
    learner = PatternsLearner(3, Settings(), opponent=find_opponent("random", 1, "v2"))
    path = tmp_path / "p.xml"
    learner.train(40)
    pattern_memory.write_xml(path, learner.memory)
    result = {
        (read.computers_own, *(one.square for one in read.pieces)): read
        for read in plain_pattern_xml.read(path.read_text())
    }

    def squares(cells):
        return tuple("ABCDEFG"[column] + "FEDCBA"[row] for row, column in cells)

    assert len(result) == len(learner.memory.records) > 30
    for pattern, record in learner.memory.records.items():
        read = result[(not pattern.enemy, *squares(pattern.cells))]
        assert (read.seen, read.won, read.lost) == record[:3]
        response = squares([record.response])[0] if record.response else None
        assert read.response == response
        assert read.weighting == (103 if record.seen > 1 else 0)
        his = {"LEFT": "ABOVELEFT", "ABOVELEFT": "START"}.get(pattern.direction, pattern.direction)
        assert [(one.position, one.level) for one in read.pieces[1:]] == [
            (his, level) for level in range(1, pattern.length)
        ]


def test_wrong_directions_and_gaps_in_the_authors_file(tmp_path):
    """Squares count, not names of directions (D2-9); patterns with gaps are left out (D2-7)."""
    path = tmp_path / "ConnectFourPatterns.xml"
    path.write_text(
        collection(
            entry(piece("DF", 0), piece("CF", 1, place="ABOVELEFT"), counts=(2, 1, 1)),
            entry(piece("DF", 0), piece("CF", 1, place="LEFT"), counts=(3, 0, 1)),
            entry(piece("BF", 0), piece("DD", 2, place="ABOVERIGHT")),
        )
    )
    result = pattern_memory.read_xml(path)
    assert result.records == {Pattern(True, 0, 3, "LEFT", 2): Record(5, 1, 2)}


BAD_XML = {
    "nothing": ("", "XML was expected"),
    "cut off": (pair()[:300], "XML was expected"),
    "no XML": ("{}", "XML was expected"),
    "another root": ("<html/>", "its root is 'html'"),
    "a document type": ("<!DOCTYPE a [<!ENTITY x 'y'>]>" + collection(), "document type, and entities are not read"),
    "entities that grow": (
        "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'>"
        + "".join(f"<!ENTITY a{i} '&a{i - 1 or ''};&a{i - 1 or ''};'>" for i in range(1, 30))
        + "]><a>&a29;</a>",
        "it declares a document type",
    ),
    "an unknown entity": (collection("&what;"), "XML was expected"),
    "no square": (pair(""), "pattern 1 is not one that this program can read: it has no Square"),
    "a square off the board": (pair(other="ZZ"), "'ZZ' is no square of a board of 7x6"),
    "two sides": (pair(enemy="True"), "its pieces are not all of one side"),
    "no start": (collection(entry(piece("CF", 1), piece("DF", 2))), "0 of its pieces are its start"),
    "a count that is none": (pair(counts=("many", 1, 1)), "its NumberOfTimesSeen is 'many'"),
    "counts that contradict": (pair(counts=(2, 2, 2)), "seen 2 times, but won 2 and lost 2"),
}


@pytest.mark.parametrize("name", BAD_XML)
def test_bad_xml(name, tmp_path):
    """A file that is no collection, or that declares entities, is refused in one sentence."""
    text, sentence = BAD_XML[name]
    path = tmp_path / "ConnectFourPatterns.xml"
    path.write_text(text)
    with refused(sentence):
        pattern_memory.read_xml(path)
