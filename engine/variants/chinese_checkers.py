"""Chinese Checkers for two to six players, on the star of 121 holes.

Each player has ten men in a point of the star. Players move in turn, clockwise; one man makes a
step or a hop. A step leads to one of the six neighbouring holes if it is empty. In a hop the man
jumps over an adjacent man of any colour to the empty hole just beyond, and may continue in any
direction, for as many jumps as the player likes. Nothing is captured. A man may rest in any point.
A man that has reached the opposite point stays in it, even between the jumps of a hop.

With two players, a player whose turn leaves the opposite point full, with at least one man of their
own in it, wins. So a straggler that will not leave cannot block the win. With more than two
players, the first one with all ten men in the opposite point wins. With more players, other men
pass through a point, so under the two-player rule a single man could fill the last gap and win.
That rule is therefore only an option in those games. With three players, the opposite points are
empty at the start. With five, that is so for one player only, and nobody heads for that player's
point. The game is therefore uneven, and never rated.

With partners, players in opposite points win together when both have all their men in the
partner's point. As in Halma for four, the first of them to finish is skipped from then on, and the
two-player rule is not even an option.

With 15 men, the row of five holes before a point belongs to it: the side of the hexagon, which
shares its corners with those of the two neighbouring points. So only two or three players have room.
With three, each player's men stand on two corners of other players' goals at the start. The rows of
points that nobody owns would close most of the rim to those who may not rest in points, so that this
option is not offered.

Source: Richard's PBeM Server, help on Chinese Checkers; the locked point from Ludii's Chinese
Checkers, the full point from Parlett; partners from dazmou.com, happysio.com and torofun.com;
15 men from torofun.com, webcasty.com and nakajim.net; five players from Ludii and funbash.us.
"""

from dataclasses import replace

from engine import rules
from engine.move_generation.movers import STAR, Hop, Step
from engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters
from engine.star_board import NAMES, star_board, star_point
from engine.variant_definition import Kind, Seat, Variant

SEATINGS = {
    2: (0, 3),
    3: (0, 2, 4),
    4: (1, 2, 4, 5),
    5: (0, 1, 2, 3, 4),
    6: (0, 1, 2, 3, 4, 5),
}
"""The points in play for each number of players, as facings in clockwise order."""

TURNS = {2: 101, 3: 143, 4: 161, 5: 182, 6: 206}
FOR_TWO = SearchParameters(exponent=2.5)
"""With two players and few positions, 2.5 won 59 % of 260 games against 2.0."""


def seat(facing: int, men: int = 10) -> Seat:
    """Return the seat in the point of the star with this facing."""
    home, goal = star_point(facing, men), star_point((facing + 3) % 6, men)
    return Seat(NAMES[facing], home, goal, facing)


def game(players: int) -> Variant:
    """Return the game for this number of players."""
    return Variant(
        key="chinese-checkers" if players == 2 else f"chinese-checkers-{players}",
        name="Chinese Checkers" if players == 2 else f"Chinese Checkers for {players}",
        game="chinese-checkers",
        summary="Bring your ten men across the star by steps and by hops over men of any colour.",
        source="Richard's PBeM Server",
        board=star_board(),
        seats=tuple(seat(facing) for facing in SEATINGS[players]),
        kinds=(Kind("man", "disc", (Step(STAR), Hop(STAR))),),
        limit=300 * players,
        turns=TURNS[players],
        reached=rules.goal_is_full if players == 2 else rules.fills_goal,
        link_allowed=rules.stays_in_goal,
        search_parameters=FOR_TWO if players == 2 else DEFAULT_PARAMETERS,
        uneven=players == 5,
        options=("no-rest",) if players == 2 else ("full", "no-rest"),
    )


def with_partners(players: int, turns: int) -> Variant:
    """Return the game with opposite players as partners; `turns` is its usual length."""
    alone, pairs = game(players), players // 2
    return replace(
        alone,
        key=f"{alone.key}-partners",
        name=f"{alone.name} with partners",
        summary="Bring your ten men into your partner's point across the star, and win together.",
        source="dazmou.com; happysio.com; torofun.com",
        seats=tuple(replace(seat, team=number % pairs) for number, seat in enumerate(alone.seats)),
        turns=turns,
        options=("no-rest",),
    )


def with_15_men(players: int, turns: int) -> Variant:
    """Return the game with 15 men each; `turns` is its usual length."""
    ten = game(players)
    return replace(
        ten,
        key=f"{ten.key}-15",
        name=f"{ten.name} with 15 men",
        summary="Bring your 15 men across the star by steps and by hops over men of any colour.",
        source="torofun.com; webcasty.com; nakajim.net",
        seats=tuple(seat(facing, 15) for facing in SEATINGS[players]),
        turns=turns,
        options=tuple(option for option in ten.options if option != "no-rest"),
    )


ALONE = tuple(game(players) for players in SEATINGS)
"""The games in which everyone plays alone with ten men."""
EVEN = tuple(game for game in ALONE if not game.uneven)
"""Those in which all seats have the same task."""

VARIANTS = (
    *ALONE,
    with_partners(4, turns=171),
    with_partners(6, turns=220),
    with_15_men(2, turns=120),
    with_15_men(3, turns=146),
)
