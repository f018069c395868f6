"""Players of a cup learn at once whether they are out, and why."""

import pytest

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import EventNotice
from bot.extensions.tournaments.rules.cup import CupGame, tie_break
from bot.extensions.tournaments.rules.results import played
from bot.extensions.tournaments.service import moderation
from bot.extensions.tournaments.service.event_view import event_view, is_out
from bot.extensions.tournaments.views.club_panel import event_card
from bot.extensions.tournaments.views.cup_bracket import bracket_texts
from bot.extensions.tournaments.views.event_labels import match_label
from bot.extensions.tournaments.views.event_posts import notice_view
from bot.i18n.translator import translator_for
from bot.store.models import Match
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.extensions.tournaments.test_champions import text_of
from tests.bot.service.club import ADA, CHANNEL
from tests.transactions import reading, writing

T = translator_for("en")


async def notices(organiser: Organiser, event: Event) -> dict[int, str]:
    """Return the new direct messages about pairs, by player."""
    organiser.run_jobs()
    texts = {}
    for row in await organiser.club.deliver():
        if isinstance(row.payload, EventNotice) and row.payload.what in ("through", "out"):
            with reading(organiser.club.store) as tx:
                view = event_view(tx, event.id)
            texts[row.payload.player] = text_of(notice_view(T, view, row.payload))
    return texts


def pair_of(organiser: Organiser, matches: list[Match]) -> list[Match]:
    """Return the two matches of the first pair."""
    first = set(matches[0].players)
    return [match for match in matches if set(match.players) == first]


@pytest.mark.check
async def test_both_players_of_a_pair_learn_who_advances(organiser: Organiser) -> None:
    event = organiser.begin(8, format="cup")
    matches = await organiser.open_matches(event)
    one, two = pair_of(organiser, matches)
    winner, loser = sorted(one.players)
    await organiser.end(one, one.players.index(loser))
    assert await notices(organiser, event) == {}
    await organiser.end(two, two.players.index(loser))
    told = await notices(organiser, event)
    assert set(told) == {winner, loser}
    assert "You are out: place 5 to 8." in told[loser]
    assert "2 : 0" in told[loser]
    assert "You are through. Next: Semi-finals." in told[winner]
    assert await notices(organiser, event) == {}
    with reading(organiser.club.store) as tx:
        view = event_view(tx, event.id)
    assert is_out(view, loser)
    assert not is_out(view, winner)
    card = event_card(T, view, loser, CHANNEL, manages=False, has_forums=False)
    assert "You are out: place 5 to 8." in text_of(card)
    for match in matches:
        if match.id not in (one.id, two.id):
            await organiser.end(match, match.players.index(max(match.players)))
    assert any(
        "Next: " in text and "(Semi-finals)" in text
        for text in (await notices(organiser, event)).values()
    )


@pytest.mark.check
async def test_a_tie_of_one_all_says_by_how_many_turns(organiser: Organiser) -> None:
    event = organiser.begin(4, format="cup")
    one, two = pair_of(organiser, await organiser.open_matches(event))
    for _ in range(8):
        await organiser.club.turn(two)
    await organiser.end(one, 0)
    await organiser.end(two, 0)
    told = await notices(organiser, event)
    with reading(organiser.club.store) as tx:
        view = event_view(tx, event.id)
        (pairing, other) = [
            each for each, seats in view.sections[0].pairings if each.state == "scored"
        ]
    assert pairing.margin is not None
    assert other.margin is not None
    turns = abs(pairing.margin - other.margin)
    line = " ".join(bracket_texts(T, view, 9)[0])
    if turns:
        assert all("1 : 1" in text and f"{turns} turn" in text for text in told.values())
        assert f"(+{turns} turn" in line
    else:
        assert "advances" in line


@pytest.mark.check
async def test_a_changed_decision_is_announced_again(organiser: Organiser) -> None:
    event = organiser.begin(4, format="cup")
    one, two = pair_of(organiser, await organiser.open_matches(event))
    winner, loser = sorted(one.players)
    for match in (one, two):
        await organiser.end(match, match.players.index(loser))
    assert set(await notices(organiser, event)) == {winner, loser}
    for match in (one, two):
        pairing = organiser.pairing_of(event, match)
        with writing(organiser.club.store) as tx:
            moderation.score_pairing(
                tx,
                pairing.id,
                result="first" if match.players[0] == loser else "second",
                reason="a mistake",
                by=ADA,
                is_manager=True,
                now=organiser.club.now,
            )
    told = await notices(organiser, event)
    assert "You are out: place 3 to 4." in told[winner]
    assert "You are through." in told[loser]


@pytest.mark.check
async def test_a_winner_who_leaves_later_does_not_bring_the_loser_back(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4, format="cup")
    matches = await organiser.open_matches(event)
    one, two = pair_of(organiser, matches)
    winner, loser = sorted(one.players)
    for match in (one, two):
        await organiser.end(match, match.players.index(loser))
    await notices(organiser, event)
    organiser.leave(event, winner)
    over = await organiser.play_out(event)
    assert over.status == "finished"
    others = {player for match in matches for player in match.players} - {winner, loser}
    places = {each: organiser.entrant(event, each).place for each in (*others, winner, loser)}
    assert min(places, key=lambda each: places[each] or 9) in others
    assert places[winner] == 4


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ([CupGame(played(1, 2, 2), 5, 20), CupGame(played(2, 1, 0), 5, 20)], ("points", 0)),
        ([CupGame(played(1, 2, 2), 5, 20), CupGame(played(2, 1, 2), 3, 20)], ("margin", 2)),
        ([CupGame(played(1, 2, 2), 5, 20), CupGame(played(2, 1, 2), 5, 23)], ("turns", 3)),
        ([CupGame(played(1, 2, 2), 5, 20), CupGame(played(2, 1, 2), None, None)], ("decision", 0)),
        ([CupGame(played(1, 2, 1), None, None)], ("seed", 0)),
    ],
)
def test_what_decides_a_pair(games: list[CupGame], expected: tuple[str, int]) -> None:
    assert tie_break(1, 2, games) == expected


@pytest.mark.check
async def test_the_games_of_a_cup_are_labelled_with_their_round(organiser: Organiser) -> None:
    event = organiser.begin(9, format="cup")
    labels = []
    while matches := await organiser.open_matches(event):
        labels.append({match_label(T, match.event or "") for match in matches})
        german = match_label(translator_for("de"), matches[0].event or "")
        for match in matches:
            await organiser.end(match, 1)
        organiser.run_jobs()
    rounds = "Round 1", "Quarter-final", "Semi-final", "Final"
    assert labels == [{f"Spring Cup · {name}"} for name in rounds]
    assert german == "Spring Cup · Finale"
