"""The options of every learner and every training run, each declared once as a field of a dataclass.

    alpha: float = option(0.01, "learning rate: How far a weight moves towards its target.", "0..1")

The commands of `c4 train` and the form of the training window are both made from `options_of` such a dataclass.
`...Settings` say how a learner learns and are saved with its model; `...Run` say what one run does.
"""

from __future__ import annotations

import math
from ast import literal_eval
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, get_args, get_type_hints

from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.rules import FIRST_LINE, SCORINGS, Rules
from c4.text import check_size, make_plain

LEARNING = "How it learns"
RUN = "This run"
FILES = "Files"
BOARD = "Board"
"""Groups of options."""

MAX_SEED = 2**64 - 1
MAX_GAMES = 10**12

ITSELF = "itself"
EXACT = "exact"
"""The teachers: games against itself, or a file of positions with their exact results."""

SELF = "self"
"""The opponent of a learner that plays against itself."""


@dataclass(frozen=True)
class Option:
    """One option.

    name          of the field
    kind          int, float, bool or str
    default       its value if not given; None if `default_text` says what happens then
    title         its name in words
    help          one sentence
    least, most   range of a number, ends included; None without one
    choices       the possible values, if they are a list
    unit          of a number
    default_text  its value if not given, in words
    flag          its name on the command line, without dashes; `opposite` that of its negation
    group         LEARNING, RUN, FILES or BOARD
    advanced      most people leave it alone
    fixed         it cannot change once the model exists
    agent         it names an agent, as `c4.agents.specification` reads them
    file          it names a file: "open" one to read, "save" one to write
    command_only  the window does not offer it
    """

    name: str
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

    def check(self, value: object) -> None:
        """Raises C4Error unless a value is of this kind and in range; None means not given."""
        if value is None and self.default is None:
            return
        int_as_float = self.kind is float and type(value) is int
        if (not isinstance(value, self.kind) and not int_as_float) or isinstance(value, bool) != (self.kind is bool):
            valid = False
        elif isinstance(value, (int, float)):
            valid = self._in_range(value)
        else:
            valid = not self.choices or value in self.choices
        if type(value) is int:
            check_size(self.title, value)
        if not valid:
            raise C4Error(f"{self.title} must be {self.expected}, not {value!r}")

    def _in_range(self, value: float) -> bool:
        return (
            (type(value) is int or math.isfinite(value))
            and (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
        )

    def parse(self, text: str) -> Any:
        """The value of a text that was typed.  Raises C4Error for an invalid one."""
        try:
            value = {"yes": True, "no": False}[text] if self.kind is bool else self.kind(text)
        except (KeyError, ValueError):
            raise C4Error(f"{self.title} must be {self.expected}, not {text!r}") from None
        self.check(value)
        return value

    @property
    def expected(self) -> str:
        """The possible values, in words: "a number from 0 to 1"."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.kind in (bool, str):
            return "yes or no" if self.kind is bool else "a text"
        number = "a whole number" if self.kind is int else "a number"
        least = "" if self.least is None else f" from {self.least:,}"
        return number + least + ("" if self.most is None else f" to {self.most:,}")

    @property
    def default_in_words(self) -> str:
        """Its value if not given, in words."""
        if self.default_text or self.default is None:
            return self.default_text
        if self.kind is bool:
            return "yes" if self.default else "no"
        spec = {int: ",", float: "g"}.get(self.kind, "")
        return f"{self.default:{spec}} {self.unit}".strip()


def option(default: Any, text: str, span: str = "", **more: Any) -> Any:
    """A dataclass field that is an option; `more` are fields of Option.

    `text` is its title and help: "learning rate: How far a weight moves."; `span` the range and the unit of a number:
    "0..1", "1.. games", "1..12 plies".
    """
    title, _, help = text.partition(": ")
    limits, _, unit = span.partition(" ")
    least, _, most = limits.partition("..")
    numbers = {"least": literal_eval(least or "None"), "most": literal_eval(most or "None"), "unit": unit}
    return field(default=default, metadata={"option": {"title": title, "help": help, **numbers, **more}})


advanced = partial(option, advanced=True)
"""An option that most people leave alone."""


def options_of(owner: type) -> tuple[Option, ...]:
    """The options among the fields of a dataclass, in their order."""
    kinds = get_type_hints(owner)
    options = []
    for entry in fields(owner):
        if "option" in entry.metadata:
            kind = next((one for one in get_args(kinds[entry.name]) if one is not type(None)), kinds[entry.name])
            more = {
                "flag": entry.name.strip("_").replace("eps_", "epsilon_").replace("_", "-"),
                **entry.metadata["option"],
            }
            options.append(Option(entry.name, kind, entry.default, **more))
    return tuple(options)


@dataclass(frozen=True)
class Settings:
    """Base of a dataclass whose options are checked when it is made.  Raises C4Error with the title and the range."""

    def __post_init__(self) -> None:
        for one in options_of(type(self)):
            make_plain(self, one.name)
            one.check(getattr(self, one.name))


# -- what a run does --------------------------------------------------------------------------------------------------


def episodes_option(default: int) -> Any:
    """The number of games of a run."""
    return option(default, "games to play: How many more games to play; 0 plays none.", "0..", group=RUN)


def import_option(help: str) -> Any:
    """A file to begin with; `help` says what it contains."""
    return option(None, f"begin with: {help}", flag="import", file="open", group=FILES, default_text="nothing")


def export_option(help: str) -> Any:
    """A file to write besides the model."""
    return option(None, f"also write: {help}", file="save", group=FILES, default_text="nothing")


board_option = partial(advanced, None, group=BOARD, fixed=True)
"""An option of the board a model learns on; `default_text` says what happens without it."""


BOARD_NAMES = ("rows", "columns", "connect", "scoring", "turn_every", "turn_seed")


@dataclass(frozen=True)
class RunOptions(Settings):
    """The options of every run.

    `source`, `export` and `measure` apply only if a learner declares them as options.
    """

    episodes: int = episodes_option(1000)
    source: str | None = None
    export: str | None = None
    measure: int = 0
    seed: int | None = advanced(
        None,
        "seed: Seed of a new model; the same seed gives the same model.",
        f"0..{MAX_SEED}",
        default_text="a random one",
        group=RUN,
    )
    statistics: bool = option(
        False,
        "statistics: Print at most 100 lines of statistics, also when a progress bar is shown.",
        group=RUN,
        command_only=True,
    )
    model: str | None = option(
        None, "model file: The file of the model.", default_text="your own", file="save", group=FILES
    )
    fresh: bool = option(False, "start anew: Replace an existing model file.", group=FILES)
    scoring: str | None = board_option(
        "what wins: The first line, or at the end of the game the most lines.",
        default_text=FIRST_LINE,
        choices=SCORINGS,
    )
    rows: int | None = board_option("rows: Height of the board.", default_text="6")
    columns: int | None = board_option("columns: Width of the board.", default_text="7")
    connect: int | None = board_option("line length: Discs that make a line.", default_text="4")
    turn_every: int | None = board_option(
        "discs between turns: A square board turns after every so many discs (docs/turning.md).",
        default_text="it never turns",
    )
    turn_seed: int | None = board_option(
        "seed of the turns: The board turns at random instead, after one disc in so many.", default_text="not at random"
    )

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


@dataclass(frozen=True)
class MeasuredRun(RunOptions):
    """A run that ends with a measurement."""

    measure: int = advanced(
        500,
        "measuring games: Games per seat against random moves and minimax at the end of the run.",
        "0.. games a seat",
        group=RUN,
    )


# -- windows ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WindowsSettings(Settings):
    """How the windows learner learns; its author has gamma 0.98, eps_end 0.05 and temperature 0 (R3-1, R3-13)."""

    alpha: float = option(0.01, "learning rate: How far the weights move towards each target.", "0..1")
    gamma: float = option(0.85, "discount: What a result is multiplied by for every move to it.", "0..1")
    eps_start: float = option(1.0, "random moves at first: Their share in the first game.", "0..1")
    eps_end: float = option(0.5, "random moves at least: The share never falls below this.", "0..1")
    eps_decay: float = option(
        0.999, "decay of random moves: What their share is multiplied by after every game.", "0..1"
    )
    n_steps: int = advanced(
        0, "moves to the target: Learn from the value so many moves later: 1 is TD(0), 0 the end of the game.", "0.."
    )
    temperature: float = advanced(
        0.2, "temperature: Draw moves with odds of exp(V / temperature); 0 plays the best.", "0.."
    )
    mirror: bool = advanced(
        False, "mirror images: Learn each game twice, the second time mirrored.", opposite="no-mirror"
    )
    snapshots: int = advanced(
        0, "older versions: Play every other game against one of this many earlier versions.", "0.."
    )
    snapshot_every: int = advanced(500, "older versions, every: Games between two of them.", "1.. games")
    train_depth: int = advanced(
        0, "search depth: Choose moves by alpha-beta of this depth; 0 does not search.", "0.. plies"
    )
    train_time_ms: float = advanced(
        0.0,
        "search time: Choose moves by the engine in this time; the same seed then gives another model.",
        "0.. ms per move",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.eps_end > self.eps_start:
            raise C4Error(
                f"random moves at least ({self.eps_end:g}) must not be above random moves at first ({self.eps_start:g})"
            )
        if self.snapshots and (self.train_depth or self.train_time_ms):
            raise C4Error("older versions play without search: choose them, or a search depth or time, not both")


@dataclass(frozen=True)
class WindowsRun(MeasuredRun):
    """A run of the windows learner."""

    episodes: int = episodes_option(20_000)
    source: str | None = import_option("A model.json of reference system 3.")
    export: str | None = export_option("The nine weights as model.json of reference system 3.")


# -- td-lambda --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TDLambdaSettings(Settings):
    """How the td-lambda learner learns; the author's alpha is 0.03, gamma 0.9, `eps_end` 0.05, `eps_episodes` 5000 (R0-4,
    R0-9).

    The share of random moves falls linearly from `eps_start` and reaches `eps_end` after `eps_episodes` episodes; by default it is
    that from the second game on, because the weights that random moves leave behind are worse than none.  `tactics` says whether all rules of R0-5 come before the value in training and measuring, or only the
    one that takes a win.  Without `counts` a step takes discs in the middle and threats as the author does, as shares of
    6 and 69: the weights of threats then hardly move before those of the cells have fitted its opponents.
    """

    alpha: float = option(
        0.00003, "learning rate: How far the weights move; an update that would overshoot is shortened.", "0..1"
    )
    gamma: float = option(0.98, "discount: What a later value is multiplied by for every move to it.", "0..1")
    lambda_: float = option(
        0.8, "trace decay (lambda): What the traces of earlier moves are multiplied by at each move.", "0..1"
    )
    eps_start: float = option(1.0, "random moves at first: Their share in the first game.", "0..1")
    eps_end: float = option(0.2, "random moves at the end: The share to which they fall.", "0..1")
    eps_episodes: int = option(
        1, "random moves fall over: Games until they reach it.", "1.. games", flag="epsilon-games"
    )
    tactics: bool = option(True, "tactics: Block, and stop open twos, before choosing by value.", opposite="no-tactics")
    counts: bool = option(
        True,
        "steps by counts: A step counts threats and discs in the middle instead of taking shares.",
        opposite="shares",
    )
    opponent_depth: int = advanced(
        3,
        "opponent's depth: Plies that minimax looks ahead, its opponent in every other game and in measurements.",
        "1..12 plies",
    )
    checkpoint_games: int = advanced(
        50,
        "games of a measurement: Every 500 games it plays this many from each seat against minimax, and the best model is saved.",
        "1..100_000 games a seat",
    )


@dataclass(frozen=True)
class TDLambdaRun(MeasuredRun):
    """A run of the td-lambda learner."""

    episodes: int = episodes_option(100_000)
    source: str | None = import_option("The 87 weights of a .npy file of reference system 0.")
    export: str | None = export_option("The best weights so far as a .npy file of reference system 0.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.model is not None and self.model.endswith(".npy"):
            raise C4Error(
                f"{self.model} can hold weights only, not how they were trained: name a .json file, and use --import or"
                " --export for the .npy file"
            )


# -- sarsa ------------------------------------------------------------------------------------------------------------

OPPONENTS = ("trainer", "random", SELF)
STARTERS = ("alternate", "learner", "opponent")
"""The opponents, and who begins, in the order of the constants in `c4.learning.sarsa`."""

AUTHOR = {"epsilon": 0.4, "reward_draw": -10.0, "full_columns": True, "starts": "learner"}
"""The settings of the author's notebook where they differ from ours (R1-2 to R1-8)."""

REWARDS = "-1000..1000"
"""The range of a reward, in points."""


@dataclass(frozen=True)
class SarsaSettings(Settings):
    """How the sarsa learner learns.

    alpha, gamma, epsilon    learning rate, discount per move, share of random moves (R1-4)
    epsilon_end, _games      the share falls linearly to this over so many games; None: it stays
    reward_...               for every move, for a draw, loss and win, for choosing a full column (R1-3)
    full_columns             whether a full column may be chosen: it learns from that and chooses again (R1-6, R1-7)
    opponent                 "trainer" (R1-8), "random", or SELF: both sides learn
    starts                   who begins: "alternate", "learner" (R1-2) or "opponent"
    """

    alpha: float = option(0.1, "learning rate: How far a value moves towards each target.", "0..1")
    gamma: float = option(1.0, "discount: What a later value is multiplied by for every move to it.", "0..1")
    epsilon: float = option(0.4, "random moves: Their share in training; at first, if an end is given below.", "0..1")
    epsilon_end: float | None = option(
        None, "random moves at the end: The share to which they fall linearly.", "0..1", default_text="the same"
    )
    epsilon_games: int = advanced(1_000_000, "random moves fall over: Games until they reach it.", "1.. games")
    reward_step: float = advanced(0.0, "reward for a move: For every move that does not end the game.", REWARDS)
    reward_draw: float = advanced(0.0, "reward for a draw: The author's is -10.", REWARDS)
    reward_lose: float = advanced(-100.0, "reward for a loss: For a lost game.", REWARDS)
    reward_win: float = advanced(100.0, "reward for a win: For a won game.", REWARDS)
    reward_invalid: float = advanced(-2.0, "reward for a full column: For choosing a column that is full.", REWARDS)
    full_columns: bool = option(
        False, "full columns: It may choose full columns and must learn not to.", opposite="legal-columns"
    )
    opponent: str = option("trainer", "opponent: Whom it plays against.", choices=OPPONENTS)
    starts: str = option("alternate", "who begins: The learner, its opponent, or each in turn.", choices=STARTERS)


@dataclass(frozen=True)
class SarsaRun(RunOptions):
    """A run of the sarsa learner."""

    episodes: int = episodes_option(100_000)
    author: bool = option(
        False,
        "as its author: The author's settings, unless others are given: full columns, the learner begins, a draw costs 10.",
        group=RUN,
    )
    source: str | None = import_option("A table of reference system 1 (ActionQ.json).")
    export: str | None = export_option("The table as ActionQ.json.")
    width: str = advanced(
        "64",
        "bits of the exported keys: The width of the numbers hashed on its author's machine: 64, on Windows 32.",
        choices=("64", "32", "8"),
        group=FILES,
    )
    mirrored: bool | None = board_option(
        "mirrored: Mirror images share an entry.", default_text="no", opposite="not-mirrored"
    )

    def preset(self) -> dict[str, Any]:
        return dict(AUTHOR) if self.author else {}

    def export_options(self) -> dict[str, Any]:
        return {"width": int(self.width)}


# -- n-tuple and network ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SelfPlaySettings(Settings):
    """How the n-tuple and the network learner play against themselves, see `c4.learning.self_play`.

    alpha falls exponentially to alpha_end over the first `cooling` episodes.  `trace` is lambda.  A share `opened` of
    the games, `opened_end` after `cooling`, begins with an opening of 0 to `opening` plies in which moves are random
    with probability `stray`; all other moves are random with probability `epsilon`.  Every ply takes `ply_cost` off the
    reward.
    """

    alpha: float = option(0.002, "initial learning rate: How far a game moves a weight.", "1e-7..1")
    alpha_end: float = option(0.0001, "final learning rate: The rate when it has fallen.", "1e-7..1")
    cooling: int = option(
        3_000_000, "games until it has fallen: The learning rate falls over them.", f"1..{MAX_GAMES} games"
    )
    trace: float = option(0.8, "trace decay (lambda): How far a result reaches back.", "0..1", flag="lambda")
    epsilon: float = option(0.1, "random moves: Their share while it plays itself.", "0..1")
    opened: float = advanced(
        0.5, "games with an opening: Their share at first; many moves of an opening are random.", "0..1"
    )
    opened_end: float = advanced(
        0.25, "games with an opening at the end: Their share when the rate has fallen.", "0..1"
    )
    opening: int = advanced(16, "length of an opening: The most plies of an opening.", "0..64 plies")
    stray: float = advanced(0.5, "random moves in an opening: Their share.", "0..1")
    ply_cost: float = advanced(0.01, "cost of a ply: How much every ply of a game takes off its result.", "0..0.015")


MEMBERS = 20
"""How many sets of weights the n-tuple learner averages."""


@dataclass(frozen=True)
class NTupleSettings(SelfPlaySettings):
    """How the n-tuple learner learns.

    Over the `settling` games after `cooling` MEMBERS sets of weights are gathered, whose mean replaces the weights at
    the end (0: never).  For every game it learns `endgames` positions near the end of other games, whose results the
    solver knows (see `c4.learning.endgames`).
    """

    alpha_end: float = option(
        0.0003, "learning rate at the end: The rate after the games of the first part.", "1e-7..1"
    )
    cooling: int = option(
        1_500_000, "games of the first part: The learning rate falls over them.", f"1..{MAX_GAMES} games"
    )
    settling: int = option(
        2_000_000,
        "games of the second part: At their end the weights are replaced by their mean over these games; 0 turns this off.",
        f"0..{MAX_GAMES} games",
    )
    endgames: int = option(
        1,
        "endgames: How many solved positions near the end of a game it learns for each of its own games; 0: it learns from"
        " its own games alone.",
        "0..100",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0 < self.settling < MEMBERS:
            raise C4Error(f"games of the second part: {self.settling} is not 0 or at least {MEMBERS}")

    def members(self, episodes: int) -> int:
        """How many sets of weights have been gathered after so many games, up to MEMBERS."""
        return min(MEMBERS, max(0, episodes - self.cooling) * MEMBERS // self.settling) if self.settling else 0

    def next_member(self, episodes: int) -> int:
        """The next number of games at which weights are gathered; if there is none, a number never reached."""
        member = self.members(episodes) + 1
        return self.cooling - (-member * self.settling // MEMBERS) if self.settling and member <= MEMBERS else 10**13


@dataclass(frozen=True)
class NTupleRun(RunOptions):
    """A run of the n-tuple learner."""

    source: str | None = import_option("The tuples and weights of another n-tuple model.")
    episodes: int = episodes_option(3_500_000)
    tuples: int | None = board_option(
        "tuples: The number of tuples: sets of cells along random walks over the board.", default_text="150"
    )
    length: int | None = board_option("cells of a tuple: How many cells each tuple has.", default_text="8")


@dataclass(frozen=True)
class NetworkSettings(SelfPlaySettings):
    """How the network learner learns: a step of Adam is made after every `batch` positions."""

    batch: int = advanced(256, "positions of a step: The weights change after so many positions.", f"1..{1 << 20}")


@dataclass(frozen=True)
class NetworkRun(RunOptions):
    """A run of the network learner.  Raises C4Error for a teacher without labels, and for labels without that teacher."""

    episodes: int = episodes_option(3_000_000)
    units: int | None = board_option(
        "hidden units: How many units the hidden layer has.", "1..512", default_text="128", advanced=False
    )
    teacher: str = option(
        ITSELF,
        "teacher: It learns by playing against itself, or the exact results of positions; an episode is then a position.",
        choices=(ITSELF, EXACT),
        group=RUN,
    )
    labels: str | None = option(
        None,
        "labels: A file of positions with their exact results, from `python -m lab make labels`, for the exact teacher.",
        default_text="none",
        file="open",
        group=FILES,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.teacher == EXACT and self.labels is None:
            raise C4Error("the exact teacher needs a file of labels: name it with --labels")
        if self.teacher != EXACT and self.labels is not None:
            raise C4Error("labels are for the exact teacher: add --teacher exact")

    def learner_options(self) -> dict[str, Any]:
        return super().learner_options() | ({} if self.labels is None else {"labels": self.labels})


# -- patterns ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PatternsSettings(Settings):
    """The opponent of the patterns learner: SELF, or an agent by name.

    The agent looks `depth` plies ahead with `evaluator`, unless its name says more.  Whether there is such an agent is
    checked when a run begins.
    """

    opponent: str = option("novice", f"opponent: Whom it plays against: an agent, or itself ({SELF}).", agent=True)
    depth: int = option(3, "opponent's depth: How far the opponent looks ahead.", "1.. plies")
    evaluator: str = option("v2", "opponent's evaluator: The evaluator of the opponent.", choices=tuple(EVALUATORS))
    careful: bool = option(
        False,
        "careful: Random moves, too, avoid squares above which the other side would win at once.",
        opposite="no-careful",
    )


@dataclass(frozen=True)
class PatternsRun(RunOptions):
    """A run of the patterns learner."""

    episodes: int = episodes_option(200)
    source: str | None = import_option("A memory of reference system 2 (ConnectFourPatterns.xml).")
    export: str | None = export_option("The memory as ConnectFourPatterns.xml.")
