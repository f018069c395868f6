"""Optional rules: the variants that offer them, their keys, and their effects."""

from itertools import combinations

import pytest

from engine import VARIANTS, Position, option_sentences, variant
from engine.optional_rules import OPTIONS, offered_options, option_combinations
from engine.position import man
from tests.engine.boards import ends, placed, played

JUDGED = (
    *("diagonal", "equal-turns", "full", "gering", "locked", "no-limit", "no-rest", "no-return"),
    *("places", "ploog", "repetition-loss"),
)
"""The options of which a test lists the variants that offer them. A new one need not be here."""
ALL = [(key, name) for key in sorted(VARIANTS) for name in option_sentences(key)]


def code(key: str, position: Position, text: str) -> str:
    """Return the reason code if this input is refused, or "" if the move is legal."""
    reason = variant(key).reason(position, text)
    return reason.code if reason else ""


@pytest.mark.each_kind
@pytest.mark.parametrize(("key", "name"), ALL)
def test_an_option_gives_a_variant_with_its_own_key_and_name(key: str, name: str) -> None:
    plain, game = variant(key), variant(f"{key}+{name}")
    assert game is variant(f"{key}+{name}")
    assert game.key == f"{key}+{name}"
    assert game.name.startswith(f"{plain.name}, ")
    assert game.summary == f"{plain.summary} {option_sentences(key)[name]}"
    assert (game.game, game.start()) == (plain.game, plain.start())
    assert game.load(game.dump(game.start())) == game.start()
    assert game.moves(game.start())


def test_the_order_of_options_in_a_key_does_not_matter() -> None:
    assert variant("halma-4+places+full") is variant("halma-4+full+places")
    assert variant("halma-4+places+full").key == "halma-4+full+places"


def test_variants_with_options_are_not_listed() -> None:
    variant("halma-4+places")
    assert not [key for key in VARIANTS if "+" in key]


def test_every_option_is_offered_by_several_variants_and_named_once() -> None:
    names = [option.name for option in OPTIONS]
    assert names == sorted(set(names))
    for name in names:
        games = [
            game for game in VARIANTS.values() if name in (o.name for o in offered_options(game))
        ]
        assert len(games) > 1, name
    assert {name for game in VARIANTS.values() for name in game.options} <= set(names)


@pytest.mark.parametrize(
    "key",
    [
        "chess",
        "",
        "+",
        "halma+",
        "halma+magic",
        "halma-parlett+full",
        "halma-gering+gering",
        "halma+locked+locked",
    ],
)
def test_an_invalid_key_is_refused(key: str) -> None:
    with pytest.raises(KeyError):
        variant(key)


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("halma", "equal-turns full gering locked no-return ploog"),
        ("halma-8", "equal-turns full gering locked no-limit no-return ploog"),
        ("halma-10", "equal-turns full gering locked no-limit no-return ploog"),
        ("halma-4", "full gering locked no-return places ploog"),
        ("halma-4-adjacent", "full gering locked no-return ploog"),
        ("halma-4-opposite", "locked no-return ploog"),
        ("super-halma", "equal-turns no-return"),
        ("super-halma-10", "equal-turns full gering locked no-return ploog"),
        ("ugolki", "diagonal equal-turns full no-limit"),
        ("ugolki-10", "diagonal equal-turns full no-limit"),
        ("skoczki", "diagonal equal-turns full"),
        ("hexma", "equal-turns gering"),
        ("hexma-3", "gering"),
        ("hexma-hex", "equal-turns gering"),
        ("chinese-checkers", "equal-turns no-rest"),
        ("super-chinese-checkers-6", "full no-rest places"),
        ("platonic", "equal-turns repetition-loss"),
        ("pythagoreic-advanced-4", "places repetition-loss"),
    ],
)
def test_a_variant_offers_the_options_that_make_sense_in_it(key: str, names: str) -> None:
    assert " ".join(name for name in option_sentences(key) if name in JUDGED) == names


@pytest.mark.parametrize("key", ["halma+full+ploog", "halma+ploog+locked+full"])
def test_two_options_that_change_the_same_rule_are_mutually_exclusive(key: str) -> None:
    with pytest.raises(KeyError):
        variant(key)


def test_all_listed_combinations_of_options_are_valid() -> None:
    sets = {
        "+".join(option.name for option in some) for some in option_combinations(variant("halma"))
    }
    assert {"full", "gering+locked", "equal-turns+gering+locked+no-return+ploog"} <= sets
    names = list(option_sentences("halma"))
    for number in range(1, len(names) + 1):
        for some in combinations(names, number):
            options = "+".join(some)
            if options in sets:
                variant(f"halma+{options}")
            else:
                with pytest.raises(KeyError):
                    variant(f"halma+{options}")


def test_with_the_full_option_one_own_horse_in_a_full_yard_wins() -> None:
    goal = {
        VARIANTS["renpaarden"].board.names[cell] for cell in VARIANTS["renpaarden"].seats[0].goal
    }
    men = {0: "VII,4", 1: " ".join(goal - {"IX,5"})}
    for key, won in (("renpaarden", False), ("renpaarden+full", True)):
        game = variant(key)
        after = played(game, placed(game, men), "VII,4-IX,5")
        assert (game.outcome(after) is not None) == won


def test_a_player_of_hexma_who_must_leave_home_gets_that_reason() -> None:
    men = {0: "I,1 IX,5", 1: "IX,4 IX,8"}
    assert code("hexma", placed(variant("hexma"), men), "IX,5-IX,6") == ""
    position = placed(variant("hexma+gering"), men)
    assert code("hexma+gering", position, "IX,5-IX,6") == "must-leave"
    assert ends(variant("hexma+gering"), position, "I,1") == {"II,1", "II,2"}


def test_with_three_players_men_must_leave_home_once_one_rival_has_left() -> None:
    game = variant("hexma-3+gering")
    nobody_left = placed(game, {0: "I,1 IX,5", 1: "XIII,1 IX,4", 2: "XIII,13 IX,8"})
    assert code(game.key, nobody_left, "IX,5-IX,6") == ""
    one_left = placed(game, {0: "I,1 IX,5", 1: "XIII,1 IX,4", 2: "IX,8"})
    assert code(game.key, one_left, "IX,5-IX,6") == "must-leave"
    assert ends(game, one_left, "I,1") == {"II,1", "II,2"}
    assert code("hexma-3", one_left, "IX,5-IX,6") == ""


@pytest.mark.parametrize("side", [0, 1])
def test_on_the_hexagon_both_ends_of_the_camp_count_as_its_corner(side: int) -> None:
    game = variant("hexma-hex+gering")
    camp = ("I,2", "I,4") if side == 0 else ("XI,2", "XI,4")
    position = placed(game, {side: camp[0], 1 - side: "VI,5"}, turn=side)
    other = placed(game, {side: camp[1], 1 - side: "VI,5"}, turn=side)
    assert len(game.moves(position)) == len(game.moves(other))


def test_a_man_cannot_leave_a_locked_yard() -> None:
    men = {0: "XII,15", 1: "I,9"}
    assert code("halma", placed(variant("halma"), men), "XII,15-XI,15") == ""
    locked = variant("halma+locked")
    assert code("halma+locked", placed(locked, men), "XII,15-XI,15") == "leaves-yard"
    assert code("halma+locked", placed(locked, men), "XII,15-XII,16") == ""


@pytest.mark.check
def test_with_no_return_a_man_cannot_re_enter_its_own_yard() -> None:
    men = {0: "III,5 I,1", 1: "III,4 IX,9"}
    assert ends(variant("super-halma"), placed(variant("super-halma"), men), "III,5") >= {
        "III,3",
        "II,5",
    }
    game = variant("super-halma+no-return")
    position = placed(game, men)
    assert code(game.key, position, "III,5-III,3") == "enters-yard"
    assert code(game.key, position, "III,5-II,5") == "enters-yard"
    assert code(game.key, position, "I,1-I,2") == "", "within the yard men go as they like"


def test_the_locked_and_no_return_options_apply_together() -> None:
    game = variant("halma+locked+no-return")
    position = placed(game, {0: "XII,15 VI,1", 1: "IX,9"})
    assert code(game.key, position, "XII,15-XI,15") == "leaves-yard"
    assert code(game.key, position, "VI,1-V,1") == "enters-yard"


def test_with_no_rest_a_man_may_not_stop_in_the_points_of_others() -> None:
    game = variant("chinese-checkers+no-rest")
    men = {0: "V,5 I,1", 1: "V,4 V,2 XVII,1"}
    position = placed(game, men)
    assert code("chinese-checkers", position, "V,5-V,3") == ""
    assert code(game.key, position, "V,5-V,3") == "no-rest"
    assert code(game.key, position, "V,5-V,6") == ""
    assert code(game.key, position, "I,1-II,1") == "", "at home he may rest"
    home = placed(game, {0: "XIII,5", 1: "I,1"})
    assert code(game.key, home, "XIII,5-XIV,1") == "", "and in the goal"


def test_with_the_places_option_play_continues_until_one_player_is_left() -> None:
    game = variant("halma-4+places")
    names = game.board.names
    goals = [{names[cell] for cell in seat.goal} for seat in game.seats]
    men = {
        0: " ".join(goals[0] - {"XIV,14"}) + " XIII,13",
        1: " ".join(goals[1] - {"III,14"}) + " IV,13",
        2: " ".join(goals[2] - {"III,3"}) + " IV,4",
        3: "VIII,8",
    }
    position = placed(game, men)
    assert variant("halma-4").outcome(played(variant("halma-4"), position, "XIII,13-XIV,14"))
    for turn in ("XIII,13-XIV,14", "IV,13-III,14"):
        position = played(game, position, turn)
        assert game.outcome(position) is None
    outcome = game.outcome(played(game, position, "IV,4-III,3"))
    assert outcome is not None
    assert (outcome.ranking, outcome.reason) == (((0,), (1,), (2,), (3,)), "goal")


@pytest.mark.parametrize(("key", "ranking"), [("", ((0, 1),)), ("+repetition-loss", ((0,), (1,)))])
def test_a_third_repetition_draws_or_loses(key: str, ranking: tuple[tuple[int, ...], ...]) -> None:
    game = variant(f"platonic{key}")
    cells = bytearray(len(game.board.spots))
    for name, seat in (("IV,4", 0), ("VII,7", 1)):
        cells[game.board.names.index(name)] = man(seat, 5)  # a Square that has left its first rank
    position = Position(bytes(cells), 0, (0,) * len(game.stock))
    for _ in range(2):
        assert game.outcome(position) is None
        position = played(game, position, "IV,4-IV,5", "VII,7-VII,6", "IV,5-IV,4", "VII,6-VII,7")
    outcome = game.outcome(position)
    assert outcome is not None
    assert (outcome.ranking, outcome.reason) == (ranking, "repetition")


def test_links_and_tables_are_shared_by_options_that_do_not_change_them() -> None:
    plain, full, no_return = (variant(f"halma{more}") for more in ("", "+full", "+no-return"))
    assert full.links is plain.links
    assert full.tables is plain.tables
    assert no_return.links != plain.links


@pytest.mark.parametrize(("key", "name"), ALL)
def test_an_option_applies_where_it_is_chosen(key: str, name: str) -> None:
    (option,) = (option for option in OPTIONS if option.name == name)
    assert option.applies(variant(f"{key}+{name}"))
    assert not option.applies(variant(key)), "a standard rule is not offered as an option"


def test_a_man_outside_a_locked_yard_is_refused_a_hop_through_it_for_that_reason() -> None:
    game = variant("halma-8+locked")
    position = game.load("halma-8+locked 20 0 - - - B7/8/8/8/8/8/3B4/2AB4")
    reason = game.reason(position, "VIII,3-VI,3")
    assert reason is not None
    assert (reason.code, reason.squares) == ("leaves-yard", ("VI,3",))


def test_a_hop_through_the_own_yard_names_the_square_of_the_yard() -> None:
    game = variant("halma-8+no-return")
    position = game.load("halma-8+no-return 20 0 - - - 8/8/1B1A4/B7/A7/8/8/7B")
    reason = game.reason(position, "V,1-III,5")
    assert reason is not None
    assert (reason.code, reason.squares) == ("enters-yard", ("III,1",))


@pytest.mark.check
def test_a_man_kept_out_of_its_own_yard_is_not_said_to_be_in_the_goal() -> None:
    game = variant("super-halma+no-return")
    walls = "III,6 IV,4 IV,5 IV,6"
    position = placed(game, {0: f"III,5 {walls}", 1: "II,6 III,7 I,7 V,3 V,5 VI,3 VI,5 VI,7 V,7"})
    reasons = {
        reason.code
        for name in game.board.names
        if (reason := game.reason(position, f"III,5-{name}")) is not None
    }
    assert "leaves-yard" not in reasons


def test_a_man_that_could_only_leave_a_locked_yard_is_refused_any_move_for_that_reason() -> None:
    game = variant("halma-8+locked")
    position = placed(game, {0: "V,8 VI,7 VI,8 VII,6 VII,8 I,1", 1: "II,7"})
    assert code(game.key, position, "V,8-III,3") == "leaves-yard"
    assert code(game.key, position, "V,8-IV,8") == "leaves-yard"
