"""The card of a champion: which game it shows, and its texts."""

import io
from dataclasses import replace

from PIL import Image

from bot.extension_api.matches import view_at
from bot.extensions.tournaments.service.event_view import event_view
from bot.extensions.tournaments.views.champion_card import champion_card, deciding_match
from bot.i18n.translator import translator_for
from render.share_card import HEIGHT, WIDTH
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.extensions.tournaments.views.event_views import entrant, pairing, section, view
from tests.transactions import reading

T = translator_for("en")


def test_it_shows_the_last_game_of_the_final_that_was_decided_on_the_board() -> None:
    first = section((1, 2, 3, 4), [pairing(1, (1, 2), (2, 0), scored_at=90)], is_cup=True)
    games = [
        pairing(2, (1, 3), (2, 0), scored_at=20),
        pairing(3, (3, 1), (2, 0), scored_at=30),
        pairing(4, (1, 3), (2, 0), scored_at=40, reason="Absent"),
        pairing(5, (3, 1), (0, 2), scored_at=50, state="forfeit"),
    ]
    final = section((1, 3), games, stage=2, is_cup=True)
    shown = replace(view([first, final], format="cup"), champions=(1,))
    assert deciding_match(shown) == 103
    assert deciding_match(replace(shown, champions=())) is None
    assert deciding_match(replace(shown, champions=(1, 3))) is None
    assert deciding_match(view([], [entrant(1)])) is None


async def test_it_names_the_champion_first_with_the_places(organiser: Organiser) -> None:
    event = organiser.begin(4, format="cup")
    await organiser.play_out(event)
    with reading(organiser.club.store) as tx:
        shown = event_view(tx, event.id)
        match = deciding_match(shown)
        assert match is not None
        played = view_at(tx, match)
    picture = await champion_card(T, shown, played, "wood")
    assert Image.open(io.BytesIO(picture.fp.read())).size == (WIDTH, HEIGHT)
    (champion,) = shown.champions
    other = next(each for each in played.match.players if each != champion)
    seeds = {each.player: each.seed for each in shown.entrants}
    names = [f"Player {seeds[each]}" for each in (champion, other)]
    alt = picture.description or ""
    assert alt == (
        f"{names[0]} wins Spring Cup. 1. {names[0]}, 2. {names[1]}. "
        "Halma by Post · Halma 8×8 · Cup · 4 players"
    )
