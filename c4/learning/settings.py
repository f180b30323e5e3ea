"""The options of every learner and every training run, each declared once as a field of a `msgspec.Struct`.

    alpha: Annotated[float, option("learning rate", "How far a weight moves.", ge=0, le=1)] = 0.01

The commands of `c4 train`, the form of the training window and the model files are all made from these fields; see
`options_of`.  `...Settings` say how a learner learns and are saved with its model; `...Run` say what one run does.

msgspec checks the values and tells what was declared.  It was chosen from three libraries: attrs keeps no range that a
form could show, and pydantic does as much as msgspec but takes 0.14 s to import, where c4 starts in 0.2 s; msgspec takes
0.03 s and needs no other package.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypedDict, Unpack, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.inspect import BoolType, FloatType, IntType, LiteralType, Metadata, StrType, UnionType

from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.rules import FIRST_LINE, SCORINGS, Rules
from c4.text import check_size, plain

# Groups of options.

LEARNING = "How it learns"
RUN = "This run"
FILES = "Files"
BOARD = "Board"

MAX_GAMES = 10**12

Teacher = Literal["itself", "exact"]

ITSELF: Teacher = "itself"
"""It learns from games against itself."""

EXACT: Teacher = "exact"
"""It learns from a file of positions with their exact results."""

SELF = "self"
"""The opponent of a learner that plays against itself."""

Share = Annotated[float, Meta(ge=0, le=1)]
"""A part of a whole, such as that of random moves among all: 0 to 1."""

Whole = Annotated[int, Meta(ge=0)]
"""A count, from 0 on."""

if TYPE_CHECKING:
    EvaluatorName = str
    Scoring = str
else:
    EvaluatorName = Literal[tuple(EVALUATORS)]
    Scoring = Literal[SCORINGS]


class Extra(TypedDict, total=False):
    """What an option may say of itself besides its title, its help and its range.

    unit          of a number
    default_text  its value if not given, in words
    flag          its name on the command line, without dashes, if not that of the field
    opposite      the name of its negation on the command line
    group         LEARNING (if it says nothing), RUN, FILES or BOARD
    advanced      most people leave it alone
    fixed         it cannot change once the model exists
    agent         it names an agent, as `c4.agents.specification` reads them
    file          it names a file: "open" one to read, "save" one to write
    command_only  the window does not offer it
    """

    unit: str
    default_text: str
    flag: str
    opposite: str
    group: str
    advanced: bool
    fixed: bool
    agent: bool
    file: str
    command_only: bool


def option(title: str, help: str, *, ge: float | None = None, le: float | None = None, **extra: Unpack[Extra]) -> Meta:
    """Makes an annotated field an option: its name in words, one sentence, and the range of a number, ends included."""
    return Meta(title=title, description=help, ge=ge, le=le, extra=dict(extra))


class Option(msgspec.Struct, frozen=True):
    """What a field that is an option declares, for the command line and the form.

    name         of the field
    annotation   its type, with the range of a number
    kind         int, float, bool or str
    default      its value if not given; None if `default_text` says what happens then
    title, help  its name in words, and one sentence
    least, most  range of a number, ends included; None without one
    choices      the possible values, if they are a list
    and what Extra says
    """

    name: str
    annotation: Any
    kind: type
    default: Any
    title: str
    help: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    unit: str = ""
    default_text: str = ""
    flag: str = ""
    opposite: str = ""
    group: str = LEARNING
    advanced: bool = False
    fixed: bool = False
    agent: bool = False
    file: str = ""
    command_only: bool = False

    def check(self, value: object) -> Any:
        """The value as this kind: a whole number becomes a float where one is wanted; None means not given.

        Raises C4Error unless it is of this kind and in range.
        """
        if type(value) is int:
            check_size(self.title, value)
        return self._converted(plain(value), value, strict=True)

    def parse(self, text: str) -> Any:
        """The value of a text that was typed.  Raises C4Error for an invalid one."""
        if self.kind is bool:
            return self._converted({"yes": True, "no": False}.get(text, text), text, strict=True)
        return self._converted(text, text, strict=self.kind is str)

    def _converted(self, value: object, given: object, *, strict: bool) -> Any:
        """The value by the declared type.  Raises C4Error, which quotes what was `given`."""
        try:
            converted = msgspec.convert(value, self.annotation, strict=strict)
        except msgspec.ValidationError:
            converted = math.nan
        if isinstance(converted, float) and not math.isfinite(converted):
            raise C4Error(f"{self.title} must be {self.expected}, not {given!r}")
        return converted

    @property
    def expected(self) -> str:
        """The possible values, in words: "a number from 0 to 1"."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.kind is bool:
            return "yes or no"
        if self.kind is str:
            return "a text"
        number = "a whole number" if self.kind is int else "a number"
        least = "" if self.least is None else f" from {self.least:,}"
        most = "" if self.most is None else f" to {self.most:,}"
        return number + least + most

    @property
    def default_in_words(self) -> str:
        """Its value if not given, in words."""
        if self.default_text or self.default is None:
            return self.default_text
        if self.kind is bool:
            return "yes" if self.default else "no"
        spec = {int: ",", float: "g"}.get(self.kind, "")
        return f"{self.default:{spec}} {self.unit}".strip()


KINDS = {BoolType: bool, IntType: int, FloatType: float, StrType: str, LiteralType: str}
"""The kinds of options, by what msgspec calls their types."""


@cache
def options_of(owner: type[msgspec.Struct]) -> tuple[Option, ...]:
    """The options among the fields of a class, in their order."""
    described = ((field, msgspec.inspect.type_info(field.type)) for field in msgspec.structs.fields(owner))
    return tuple(_option_of(field, info) for field, info in described if isinstance(info, Metadata))


def _option_of(field: msgspec.structs.FieldInfo, info: Metadata) -> Option:
    kind = info.type
    if isinstance(kind, UnionType):  # with None, which comes last
        kind = kind.types[0]
    words = info.extra_json_schema or {}
    extra = info.extra or {}
    return Option(
        name=field.name,
        annotation=field.type,
        kind=KINDS[type(kind)],
        default=field.default,
        title=words["title"],
        help=words["description"],
        least=getattr(kind, "ge", None),
        most=getattr(kind, "le", None),
        choices=choices_of(field.type),
        **{"flag": flag_of(field.name), **extra},
    )


def choices_of(annotation: Any) -> tuple[str, ...]:
    """The values of the Literal in an annotation, in their order (msgspec sorts them); none without one."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    for part in get_args(annotation):
        choices = choices_of(part)
        if choices:
            return choices
    return ()


def flag_of(name: str) -> str:
    """The name of an option on the command line, if it declares no other: `eps_end` is --epsilon-end, `lambda_` --lambda."""
    return name.strip("_").replace("eps_", "epsilon_").replace("_", "-")


class Settings(msgspec.Struct, frozen=True):
    """Base of a class whose options are checked when it is made.  Raises C4Error with the title and the range."""

    def __post_init__(self) -> None:
        for one in options_of(type(self)):
            msgspec.structs.force_setattr(self, one.name, one.check(getattr(self, one.name)))

    def content(self) -> dict[str, Any]:
        """The values by their names, as a file has them."""
        return msgspec.structs.asdict(self)

    def changed(self, **values: Any) -> Self:
        """The same with other values.  Raises C4Error as a new one does."""
        return type(self)(**{**self.content(), **values})


# -- what a run does --------------------------------------------------------------------------------------------------

Episodes = Annotated[Whole, option("games to play", "How many more games to play; 0 plays none.", group=RUN)]
"""The number of games of a run."""


def import_option(content: str) -> Meta:
    """A file to begin with, which has this content."""
    return option("begin with", content, flag="import", file="open", group=FILES, default_text="nothing")


def export_option(content: str) -> Meta:
    """A file to write besides the model, with this content."""
    return option("also write", content, file="save", group=FILES, default_text="nothing")


def board_option(title: str, help: str, default_text: str, *, advanced: bool = True, opposite: str = "") -> Meta:
    """An option of the board a model learns on; `default_text` says what happens without it."""
    return option(title, help, default_text=default_text, opposite=opposite, advanced=advanced, group=BOARD, fixed=True)


BOARD_NAMES = ("rows", "columns", "connect", "scoring", "turn_every", "turn_seed")


class RunOptions(Settings, frozen=True):
    """The options of every run.

    `source`, `export` and `measure` apply only if a learner declares them as options.
    """

    episodes: Episodes = 1000
    source: str | None = None
    export: str | None = None
    measure: int = 0
    seed: Annotated[
        Whole | None,
        option(
            "seed",
            "Seed of a new model; the same seed gives the same model.",
            advanced=True,
            default_text="a random one",
            group=RUN,
        ),
    ] = None
    statistics: Annotated[
        bool,
        option(
            "statistics",
            "Print at most 100 lines of statistics, also when a progress bar is shown.",
            group=RUN,
            command_only=True,
        ),
    ] = False
    model: Annotated[
        str | None, option("model file", "The file of the model.", default_text="your own", file="save", group=FILES)
    ] = None
    fresh: Annotated[bool, option("start anew", "Replace an existing model file.", group=FILES)] = False
    scoring: Annotated[
        Scoring | None,
        board_option("what wins", "The first line, or at the end of the game the most lines.", FIRST_LINE),
    ] = None
    rows: Annotated[int | None, board_option("rows", "Height of the board.", "6")] = None
    columns: Annotated[int | None, board_option("columns", "Width of the board.", "7")] = None
    connect: Annotated[int | None, board_option("line length", "Discs that make a line.", "4")] = None
    turn_every: Annotated[
        int | None,
        board_option(
            "discs between turns", "A square board turns after every so many discs (docs/turning.md).", "it never turns"
        ),
    ] = None
    turn_seed: Annotated[
        int | None,
        board_option(
            "seed of the turns", "The board turns at random instead, after one disc in so many.", "not at random"
        ),
    ] = None

    @property
    def rules(self) -> Rules | None:
        """The board asked for; None if none was given."""
        values = {name: getattr(self, name) for name in BOARD_NAMES}
        given = {name: value for name, value in values.items() if value is not None}
        return Rules(**given) if given else None

    def learner_options(self) -> dict[str, Any]:
        """What a learner needs to know of them: the given options that are fixed for a model."""
        names = [one.name for one in options_of(type(self)) if one.fixed and one.name not in BOARD_NAMES]
        return {name: value for name in names if (value := getattr(self, name)) is not None}

    def preset(self) -> dict[str, Any]:
        """Settings that replace the defaults."""
        return {}

    def export_options(self) -> dict[str, Any]:
        """The arguments of `Learner.export` besides the path."""
        return {}


class MeasuredRun(RunOptions, frozen=True):
    """A run that ends with a measurement."""

    measure: Annotated[
        Whole,
        option(
            "measuring games",
            "Games per seat against random moves and minimax at the end of the run.",
            unit="games a seat",
            advanced=True,
            group=RUN,
        ),
    ] = 500


# -- windows ----------------------------------------------------------------------------------------------------------


class WindowsSettings(Settings, frozen=True):
    """How the windows learner learns; its author has gamma 0.98, eps_end 0.05 and temperature 0."""

    alpha: Annotated[Share, option("learning rate", "How far the weights move towards each target.")] = 0.01
    gamma: Annotated[Share, option("discount", "What a result is multiplied by for every move to it.")] = 0.85
    eps_start: Annotated[Share, option("random moves at first", "Their share in the first game.")] = 1.0
    eps_end: Annotated[Share, option("random moves at least", "The share never falls below this.")] = 0.5
    eps_decay: Annotated[
        Share, option("decay of random moves", "What their share is multiplied by after every game.")
    ] = 0.999
    n_steps: Annotated[
        Whole,
        option(
            "moves to the target",
            "Learn from the value so many moves later: 1 is TD(0), 0 the end of the game.",
            advanced=True,
        ),
    ] = 0
    temperature: Annotated[
        float,
        option("temperature", "Draw moves with odds of exp(V / temperature); 0 plays the best.", ge=0, advanced=True),
    ] = 0.2
    mirror: Annotated[
        bool,
        option(
            "mirror images", "Learn each game twice, the second time mirrored.", advanced=True, opposite="no-mirror"
        ),
    ] = False
    snapshots: Annotated[
        Whole,
        option("older versions", "Play every other game against one of this many earlier versions.", advanced=True),
    ] = 0
    snapshot_every: Annotated[
        int, option("older versions, every", "Games between two of them.", ge=1, unit="games", advanced=True)
    ] = 500
    train_depth: Annotated[
        Whole,
        option(
            "search depth", "Choose moves by alpha-beta of this depth; 0 does not search.", unit="plies", advanced=True
        ),
    ] = 0
    train_time_ms: Annotated[
        float,
        option(
            "search time",
            "Choose moves by the engine in this time; the same seed then gives another model.",
            ge=0,
            unit="ms per move",
            advanced=True,
        ),
    ] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.eps_end > self.eps_start:
            raise C4Error(
                f"random moves at least ({self.eps_end:g}) must not be above random moves at first ({self.eps_start:g})"
            )
        if self.snapshots and (self.train_depth or self.train_time_ms):
            raise C4Error("older versions play without search: choose them, or a search depth or time, not both")


class WindowsRun(MeasuredRun, frozen=True):
    """A run of the windows learner."""

    episodes: Episodes = 20_000
    source: Annotated[str | None, import_option("A model.json of reference system 3.")] = None
    export: Annotated[str | None, export_option("The nine weights as model.json of reference system 3.")] = None


# -- td-lambda --------------------------------------------------------------------------------------------------------


class TDLambdaSettings(Settings, frozen=True):
    """How the td-lambda learner learns; the author's alpha is 0.03, gamma 0.9, `eps_end` 0.05, `eps_episodes` 5000.

    The share of random moves falls linearly from `eps_start` and reaches `eps_end` after `eps_episodes` episodes; by
    default it is that from the second game on, because the weights that random moves leave behind are worse than none.
    With `tactics` all rules of thumb (see `c4.learning.opponents`) come before the value, in training and measuring;
    without it only the one that takes a win does.  With `counts` a step takes discs in the middle and threats as numbers.
    Without it, it takes them as the author does, as shares of 6 and 69: the weights of threats then hardly move before
    those of the cells have fitted its opponents.
    """

    alpha: Annotated[
        Share, option("learning rate", "How far the weights move; an update that would overshoot is shortened.")
    ] = 0.00003
    gamma: Annotated[Share, option("discount", "What a later value is multiplied by for every move to it.")] = 0.98
    lambda_: Annotated[
        Share, option("trace decay (lambda)", "What the traces of earlier moves are multiplied by at each move.")
    ] = 0.8
    eps_start: Annotated[Share, option("random moves at first", "Their share in the first game.")] = 1.0
    eps_end: Annotated[Share, option("random moves at the end", "The share to which they fall.")] = 0.2
    eps_episodes: Annotated[
        int, option("random moves fall over", "Games until they reach it.", ge=1, unit="games", flag="epsilon-games")
    ] = 1
    tactics: Annotated[
        bool, option("tactics", "Block, and stop open twos, before choosing by value.", opposite="no-tactics")
    ] = True
    counts: Annotated[
        bool,
        option(
            "steps by counts",
            "A step counts threats and discs in the middle instead of taking shares.",
            opposite="shares",
        ),
    ] = True
    opponent_depth: Annotated[
        int,
        option(
            "opponent's depth",
            "Plies that minimax looks ahead, its opponent in every other game and in measurements.",
            ge=1,
            le=12,
            unit="plies",
            advanced=True,
        ),
    ] = 3
    checkpoint_games: Annotated[
        int,
        option(
            "games of a measurement",
            "Every 500 games it plays this many from each seat against minimax, and the best model is saved.",
            ge=1,
            le=100_000,
            unit="games a seat",
            advanced=True,
        ),
    ] = 50


class TDLambdaRun(MeasuredRun, frozen=True):
    """A run of the td-lambda learner."""

    episodes: Episodes = 100_000
    source: Annotated[str | None, import_option("The 87 weights of a .npy file of reference system 0.")] = None
    export: Annotated[str | None, export_option("The best weights so far as a .npy file of reference system 0.")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.model is not None and self.model.endswith(".npy"):
            raise C4Error(
                f"{self.model} can hold weights only, not how they were trained: name a .json file, and use --import or"
                " --export for the .npy file"
            )


# -- sarsa ------------------------------------------------------------------------------------------------------------

OpponentName = Literal["trainer", "random", "self"]
Starter = Literal["alternate", "learner", "opponent"]

OPPONENTS: tuple[str, ...] = get_args(OpponentName)
"""The opponents, in the order of the constants in `c4.learning.sarsa`."""

STARTERS: tuple[str, ...] = get_args(Starter)
"""Who begins, in the order of the constants there."""

AUTHOR = {"epsilon": 0.4, "reward_draw": -10.0, "full_columns": True, "starts": "learner"}
"""The settings of the author's notebook where they differ from ours."""

Reward = Annotated[float, Meta(ge=-1000, le=1000)]
"""A reward in points, -1000 to 1000."""


class SarsaSettings(Settings, frozen=True):
    """How the sarsa learner learns.

    alpha, gamma, epsilon    learning rate, discount per move, share of random moves
    epsilon_end, _games      the share falls linearly to this over so many games; None: it stays
    reward_...               for every move, for a draw, loss and win, for choosing a full column
    full_columns             whether a full column may be chosen: it learns from that and chooses again
    opponent                 "trainer" (see `c4.learning.opponents`), "random", or SELF: both sides learn
    starts                   who begins: "alternate", "learner" or "opponent"
    """

    alpha: Annotated[Share, option("learning rate", "How far a value moves towards each target.")] = 0.1
    gamma: Annotated[Share, option("discount", "What a later value is multiplied by for every move to it.")] = 1.0
    epsilon: Annotated[
        Share, option("random moves", "Their share in training; at first, if an end is given below.")
    ] = 0.4
    epsilon_end: Annotated[
        Share | None,
        option("random moves at the end", "The share to which they fall linearly.", default_text="the same"),
    ] = None
    epsilon_games: Annotated[
        int, option("random moves fall over", "Games until they reach it.", ge=1, unit="games", advanced=True)
    ] = 1_000_000
    reward_step: Annotated[
        Reward, option("reward for a move", "For every move that does not end the game.", advanced=True)
    ] = 0.0
    reward_draw: Annotated[Reward, option("reward for a draw", "The author's is -10.", advanced=True)] = 0.0
    reward_lose: Annotated[Reward, option("reward for a loss", "For a lost game.", advanced=True)] = -100.0
    reward_win: Annotated[Reward, option("reward for a win", "For a won game.", advanced=True)] = 100.0
    reward_invalid: Annotated[
        Reward, option("reward for a full column", "For choosing a column that is full.", advanced=True)
    ] = -2.0
    full_columns: Annotated[
        bool, option("full columns", "It may choose full columns and must learn not to.", opposite="legal-columns")
    ] = False
    opponent: Annotated[OpponentName, option("opponent", "Whom it plays against.")] = "trainer"
    starts: Annotated[Starter, option("who begins", "The learner, its opponent, or each in turn.")] = "alternate"


class SarsaRun(RunOptions, frozen=True):
    """A run of the sarsa learner."""

    episodes: Episodes = 100_000
    author: Annotated[
        bool,
        option(
            "as its author",
            "The author's settings, unless others are given: full columns, the learner begins, a draw costs 10.",
            group=RUN,
        ),
    ] = False
    source: Annotated[str | None, import_option("A table of reference system 1 (ActionQ.json).")] = None
    export: Annotated[str | None, export_option("The table as ActionQ.json.")] = None
    width: Annotated[
        Literal["64", "32", "8"],
        option(
            "bits of the exported keys",
            "The width of the numbers hashed on its author's machine: 64, on Windows 32.",
            advanced=True,
            group=FILES,
        ),
    ] = "64"
    mirrored: Annotated[
        bool | None, board_option("mirrored", "Mirror images share an entry.", "no", opposite="not-mirrored")
    ] = None

    def preset(self) -> dict[str, Any]:
        return dict(AUTHOR) if self.author else {}

    def export_options(self) -> dict[str, Any]:
        return {"width": int(self.width)}


# -- n-tuple and network ----------------------------------------------------------------------------------------------


Rate = Annotated[float, Meta(ge=1e-7, le=1)]
"""A learning rate that falls by the same share from game to game, and so never to 0."""


class SelfPlaySettings(Settings, frozen=True):
    """How the n-tuple and the network learner play against themselves, see `c4.learning.self_play`.

    alpha falls exponentially to alpha_end over the first `cooling` episodes.  `trace` is lambda.  A share `opened` of
    the games, `opened_end` after `cooling`, begins with an opening of 0 to `opening` plies in which moves are random
    with probability `stray`; all other moves are random with probability `epsilon`.  Every ply takes `ply_cost` off the
    reward.
    """

    alpha: Annotated[Rate, option("initial learning rate", "How far a game moves a weight.")] = 0.002
    alpha_end: Annotated[Rate, option("final learning rate", "The rate when it has fallen.")] = 0.0001
    cooling: Annotated[
        int, option("games until it has fallen", "The learning rate falls over them.", ge=1, le=MAX_GAMES, unit="games")
    ] = 3_000_000
    trace: Annotated[Share, option("trace decay (lambda)", "How far a result reaches back.", flag="lambda")] = 0.8
    epsilon: Annotated[Share, option("random moves", "Their share while it plays itself.")] = 0.1
    opened: Annotated[
        Share,
        option("games with an opening", "Their share at first; many moves of an opening are random.", advanced=True),
    ] = 0.5
    opened_end: Annotated[
        Share, option("games with an opening at the end", "Their share when the rate has fallen.", advanced=True)
    ] = 0.25
    opening: Annotated[
        int, option("length of an opening", "The most plies of an opening.", ge=0, le=64, unit="plies", advanced=True)
    ] = 16
    stray: Annotated[Share, option("random moves in an opening", "Their share.", advanced=True)] = 0.5
    ply_cost: Annotated[
        float,
        option("cost of a ply", "How much every ply of a game takes off its result.", ge=0, le=0.015, advanced=True),
    ] = 0.01


MEMBERS = 20
"""How many sets of weights the n-tuple learner averages."""

NEVER = 10**13
"""A number of games that is never reached."""


class NTupleSettings(SelfPlaySettings, frozen=True):
    """How the n-tuple learner learns.

    Over the `settling` games after `cooling` MEMBERS sets of weights are gathered, whose mean replaces the weights at
    the end (0: never).  For every game up to `cooling` it learns `endgames` positions near the end of other games, whose
    results the solver knows (see `c4.learning.endgames`).
    """

    alpha_end: Annotated[Rate, option("learning rate at the end", "The rate after the games of the first part.")] = (
        0.0003
    )
    cooling: Annotated[
        int, option("games of the first part", "The learning rate falls over them.", ge=1, le=MAX_GAMES, unit="games")
    ] = 4_000_000
    settling: Annotated[
        int,
        option(
            "games of the second part",
            "At their end the weights are replaced by their mean over these games; 0 turns this off.",
            ge=0,
            le=MAX_GAMES,
            unit="games",
        ),
    ] = 8_000_000
    endgames: Annotated[
        int,
        option(
            "endgames",
            "How many solved positions near the end of a game it learns for each game of the first part; 0: it learns from its own games alone.",
            ge=0,
            le=100,
        ),
    ] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0 < self.settling < MEMBERS:
            raise C4Error(f"games of the second part: {self.settling} is not 0 or at least {MEMBERS}")

    def members(self, episodes: int) -> int:
        """How many sets of weights have been gathered after so many games, up to MEMBERS."""
        if self.settling == 0:
            return 0
        settled = max(0, episodes - self.cooling)
        return min(MEMBERS, settled * MEMBERS // self.settling)

    def next_member(self, episodes: int) -> int:
        """The next number of games at which weights are gathered; NEVER if there is none."""
        member = self.members(episodes) + 1
        if self.settling == 0 or member > MEMBERS:
            return NEVER
        rounded_up = (member * self.settling + MEMBERS - 1) // MEMBERS
        return self.cooling + rounded_up


class NTupleRun(RunOptions, frozen=True):
    """A run of the n-tuple learner."""

    source: Annotated[str | None, import_option("The tuples and weights of another n-tuple model.")] = None
    episodes: Episodes = 12_000_000
    tuples: Annotated[
        int | None,
        board_option("tuples", "The number of tuples: sets of cells along random walks over the board.", "150"),
    ] = None
    length: Annotated[int | None, board_option("cells of a tuple", "How many cells each tuple has.", "8")] = None


class NetworkSettings(SelfPlaySettings, frozen=True):
    """How the network learner learns: a step of Adam is made after every `batch` positions."""

    batch: Annotated[
        int,
        option("positions of a step", "The weights change after so many positions.", ge=1, le=1 << 20, advanced=True),
    ] = 256


Units = Annotated[int, Meta(ge=1, le=512)]


class NetworkRun(RunOptions, frozen=True):
    """A run of the network learner.  Raises C4Error for a teacher without labels, and for labels without that teacher."""

    episodes: Episodes = 3_000_000
    units: Annotated[
        Units | None, board_option("hidden units", "How many units the hidden layer has.", "128", advanced=False)
    ] = None
    teacher: Annotated[
        Teacher,
        option(
            "teacher",
            "It learns by playing against itself, or the exact results of positions; an episode is then a position.",
            group=RUN,
        ),
    ] = ITSELF
    labels: Annotated[
        str | None,
        option(
            "labels",
            "A file of positions with their exact results, from `python -m lab make labels`, for the exact teacher.",
            default_text="none",
            file="open",
            group=FILES,
        ),
    ] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.teacher == EXACT and self.labels is None:
            raise C4Error("the exact teacher needs a file of labels: name it with --labels")
        if self.teacher != EXACT and self.labels is not None:
            raise C4Error("labels are for the exact teacher: add --teacher exact")

    def learner_options(self) -> dict[str, Any]:
        options = super().learner_options()
        if self.labels is not None:
            options["labels"] = self.labels
        return options


# -- patterns ---------------------------------------------------------------------------------------------------------


class PatternsSettings(Settings, frozen=True):
    """The opponent of the patterns learner: SELF, or an agent by name.

    The agent looks `depth` plies ahead with `evaluator`, unless its name says more.  Whether there is such an agent is
    checked when a run begins.
    """

    opponent: Annotated[
        str, option("opponent", f"Whom it plays against: an agent, or itself ({SELF}).", agent=True)
    ] = "novice"
    depth: Annotated[int, option("opponent's depth", "How far the opponent looks ahead.", ge=1, unit="plies")] = 3
    evaluator: Annotated[EvaluatorName, option("opponent's evaluator", "The evaluator of the opponent.")] = "v2"
    careful: Annotated[
        bool,
        option(
            "careful",
            "Random moves, too, avoid squares above which the other side would win at once.",
            opposite="no-careful",
        ),
    ] = False


class PatternsRun(RunOptions, frozen=True):
    """A run of the patterns learner."""

    episodes: Episodes = 200
    source: Annotated[str | None, import_option("A memory of reference system 2 (ConnectFourPatterns.xml).")] = None
    export: Annotated[str | None, export_option("The memory as ConnectFourPatterns.xml.")] = None
