"""How reference system 2 reads ConnectFourPatterns.xml (R2-11, D2-1, D2-9); it shares nothing with ours."""

from typing import NamedTuple
from xml.etree import ElementTree

POSITIONS = {
    "START": "START", "ABOVE": "ABOVE", "ABOVERIGHT": "ABOVERIGHT", "RIGHT": "RIGHT", "BELOWRIGHT": "BELOWRIGHT",
    "BELOW": "BELOW", "BELOWLEFT": "BELOWLEFT", "LEFT": "ABOVELEFT",
}  # fmt: skip
"""What its reader makes of a piece's position; LEFT goes wrong, and ABOVELEFT, which it does not know, becomes START
(D2-9).
"""


class Piece(NamedTuple):
    """A piece as it is compared with those on the board (R2-12)."""

    square: str
    enemy: bool
    position: str
    level: int


class Read(NamedTuple):
    """A pattern as it stands in that program's memory."""

    pieces: tuple[Piece, ...]
    seen: int
    won: int
    lost: int
    ending: bool
    weighting: int
    response: str | None

    @property
    def computers_own(self) -> bool:
        """Whether they are the computer's stones: it takes its own for the enemy's (D2-1)."""
        return self.pieces[0].enemy


def true(text: str) -> bool:
    return {"True": True, "False": False}[text]


def read_piece(element: ElementTree.Element) -> Piece:
    position = POSITIONS.get(element.findtext("PiecePosition"), "START")
    int(element.findtext("PieceID"))
    assert true(element.findtext("IsStartForPattern")) == (element.findtext("PiecePosition") == "START")
    return Piece(
        element.findtext("Square"), true(element.findtext("IsEnemy")), position, int(element.findtext("Level"))
    )


def read_set(element: ElementTree.Element) -> Read:
    int(element.findtext("PatternID"))
    response = element.find("Response")
    present = {"1": True, "0": False}[response.findtext("ResponsePresent")]
    return Read(
        tuple(read_piece(piece) for piece in element.findall("BasicGamePiece")),
        int(element.findtext("NumberOfTimesSeen")),
        int(element.findtext("NumberOfTimesSeenInWinningGame")),
        int(element.findtext("NumberOfTimesSeenInLosingGame")),
        true(element.findtext("EndingPattern")),
        int(element.findtext("Weighting")),
        read_piece(response.find("BasicGamePiece")).square if present else None,
    )


def read(text: str) -> list[Read]:
    """All patterns of a file; it knows these elements, no attributes, and one collection at the root."""
    root = ElementTree.fromstring(text)
    assert root.tag == "ConnectFourPatternCollection"
    assert root.attrib == {}
    (collection,) = root
    assert collection.tag == "BasicGamePatternCollection"
    assert {pattern.tag for pattern in collection} <= {"ConnectFourPattern"}
    return [read_set(pattern.find("BasicGamePatternSet")) for pattern in collection]
