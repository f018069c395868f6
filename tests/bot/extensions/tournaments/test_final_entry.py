"""Players of sections and tables who miss the final learn their place, and why."""

import pytest

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import EventNotice
from bot.extensions.tournaments.rules.standings import Row, deciding_tie_break
from bot.extensions.tournaments.service.event_view import EventView, event_view, is_out
from bot.extensions.tournaments.views.club_panel import event_card
from bot.extensions.tournaments.views.event_posts import notice_view
from bot.i18n.translator import translator_for
from bot.store.models import Match
from tests.bot.extensions.tournaments.organiser import Choose, Organiser
from tests.bot.extensions.tournaments.test_champions import text_of
from tests.bot.service.club import CHANNEL
from tests.transactions import reading

T = translator_for("en")


def higher_id_loses(match: Match) -> int:
    return match.players.index(max(match.players))


def nobody_loses(match: Match) -> None:
    return None


def view_of(organiser: Organiser, event: Event) -> EventView:
    with reading(organiser.club.store) as tx:
        return event_view(tx, event.id)


async def play_to_final(organiser: Organiser, event: Event, loser: Choose) -> dict[int, str]:
    """Play the first stage, and return the messages to the players who are out."""
    while (matches := await organiser.open_matches(event)) and organiser.get(event).stage == 1:
        for match in matches:
            if len(match.players) == 2:
                await organiser.end(match, loser(match))
            else:
                await organiser.end_table(match)
    view = view_of(organiser, event)
    rows = await organiser.club.rows("SELECT user, payload FROM outbox WHERE kind = 'event-notice'")
    out = [row["user"] for row in rows if '"out"' in row["payload"]]
    assert len(set(out)) == len(out)
    notices = [EventNotice(event.id, player, "out", 1) for player in out]
    return {notice.player: text_of(notice_view(T, view, notice)) for notice in notices}


def finalists(organiser: Organiser, event: Event) -> set[int]:
    return {player for section in organiser.state(event).of_stage(2) for player in section.numbers}


@pytest.mark.check
async def test_players_who_miss_the_final_of_sections_learn_place_and_points(
    organiser: Organiser,
) -> None:
    event = organiser.begin(9, at_once=7)
    texts = await play_to_final(organiser, event, higher_id_loses)
    everyone = set(organiser.state(event).seeds)
    assert set(texts) == everyone - finalists(organiser, event)
    assert len(texts) == 5
    view = view_of(organiser, event)
    for player, text in texts.items():
        assert "You are out: place 5 to 9." in text
        (section,) = (each for each in view.sections if player in each.entrants.values())
        row = next(row for row in section.rows if section.entrants[row.number] == player)
        assert f"Section {'AB'[section.section - 1]}: {row.place} **" in text
        assert "as many points" not in text  # each has lost to everyone with a lower id
        assert is_out(view, player)
        card = event_card(T, view, player, CHANNEL, manages=False, has_forums=False)
        assert "You are out: place 5 to 9." in text_of(card)
    through = finalists(organiser, event).pop()
    card = event_card(T, view, through, CHANNEL, manages=False, has_forums=False)
    assert "You are out" not in text_of(card)


@pytest.mark.check
async def test_a_tie_for_the_final_names_what_decided_it(organiser: Organiser) -> None:
    """With nine players who all draw, more than eight would share the places."""
    event = organiser.begin(9, at_once=7)
    texts = await play_to_final(organiser, event, nobody_loses)
    assert len(texts) == 5
    assert all(
        "is in the final with as many points (better seed)." in text for text in texts.values()
    )


@pytest.mark.check
async def test_the_message_says_if_other_games_continue(organiser: Organiser) -> None:
    event = organiser.begin(9, at_once=7)
    matches = await organiser.open_matches(event)
    last = max(max(match.players) for match in matches)
    left = [match for match in matches if last in match.players][:1]
    for match in matches:
        if match not in left:
            await organiser.end(match, higher_id_loses(match))
    texts = await play_to_final(organiser, event, lambda match: None)
    assert "Your other games continue and count for your place." in texts[last]
    assert not is_out(view_of(organiser, event), last)


@pytest.mark.check
async def test_players_who_miss_the_final_of_tables_get_a_message(organiser: Organiser) -> None:
    event = organiser.begin(9, variant="halma-4", format="tables")
    texts = await play_to_final(organiser, event, higher_id_loses)
    assert set(texts) == set(organiser.state(event).seeds) - finalists(organiser, event)
    assert all("You are out: place 5 to 9." in text for text in texts.values())


@pytest.mark.check
async def test_players_who_have_left_get_no_message(organiser: Organiser) -> None:
    event = organiser.begin(9, at_once=7)
    await organiser.open_matches(event)
    gone = max(organiser.state(event).seeds)
    organiser.leave(event, gone)
    texts = await play_to_final(organiser, event, higher_id_loses)
    assert gone not in texts
    assert len(texts) == 4


def row(place: int, points: int = 6, **more: int) -> Row:
    return Row(place, place, False, points, 7, **more)


@pytest.mark.parametrize(
    ("ahead", "behind", "expected"),
    [
        (row(2, 7), row(3), None),
        (row(2, direct=2, wins=1), row(3, direct=1, wins=3), "direct"),
        (row(2, wins=3, sonneborn_berger=1), row(3, wins=2, sonneborn_berger=9), "wins"),
        (
            row(2, wins=3, sonneborn_berger=9),
            row(3, wins=3, sonneborn_berger=8),
            "sonneborn_berger",
        ),
        (row(2, direct=2, wins=1), row(3, direct=2, wins=3), "direct"),
        (row(2, direct=2, wins=3), row(3, direct=2, wins=3), "direct"),
        (row(2, wins=3), row(2, wins=3), "seed"),
        (row(2, firsts=2, seconds=0), row(3, firsts=1, seconds=4), "firsts"),
        (row(2, firsts=2, seconds=3), row(3, firsts=2, seconds=2), "seconds"),
        (
            row(2, firsts=2, opponents_points=5),
            row(3, firsts=2, opponents_points=4),
            "opponents_points",
        ),
        (
            row(2, firsts=2, opponents_points=3),
            row(3, firsts=2, opponents_points=4),
            "place_difference",
        ),
    ],
)
def test_the_first_different_tie_break_has_decided(
    ahead: Row, behind: Row, expected: str | None
) -> None:
    assert deciding_tie_break(ahead, behind) == expected
