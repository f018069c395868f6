"""Pairs of a round as text: names, links to their games, and byes."""

from bot.extensions.tournaments.views.round_pairs import round_lines
from bot.i18n.translator import translator_for
from tests.bot.extensions.tournaments.views.event_views import entrant, pairing, section, view

T = translator_for("en")


def test_a_pair_of_a_cup_has_links_to_both_games() -> None:
    games = [pairing(1, (2, 3), None), pairing(2, (3, 2), None)]
    people = [entrant(player) for player in (1, 2, 3)]
    shown = view([section((1, 2, 3), games, is_cup=True)], people, format="cup")
    assert round_lines(T, shown, 1, {101: 77}) == [
        "**Semi-finals**",
        "- Bruno – Chen · [#101](https://discord.com/channels/1/77) · #102",
        "- Ada advances without a game",
    ]


def test_a_round_of_a_swiss_event_names_the_player_with_a_bye() -> None:
    games = [
        pairing(1, (1, 2), None, match=9, stage=2),
        pairing(2, (3,), (2,), match=None, stage=2),
    ]
    shown = view([section((1, 2, 3), games, stage=2)], format="rounds")
    assert round_lines(T, shown, 2, {}) == [
        "**Round 2**",
        "- Ada – Bruno · #9",
        "- Chen has a bye (1 point)",
    ]
