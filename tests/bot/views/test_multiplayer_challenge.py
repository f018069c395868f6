"""Seats in the post of a challenge for several players."""

from bot.i18n.translator import translator_for
from bot.store.models import Challenge, ChallengeSeat
from bot.views.multiplayer_challenge import places_lines

T = translator_for("en")


def places(variant: str, *seats: ChallengeSeat) -> list[str]:
    """Return the lines about the seats of an open challenge."""
    table = Challenge(
        id=3, variant=variant, status="open", seats=seats, note="", guild=1, channel=2,
        created=0, expires_at=9,
    )  # fmt: skip
    return places_lines(T, table).split("\n")


def test_partners_are_next_to_each_other_with_their_colours() -> None:
    assert places(
        "halma-4-opposite",
        ChallengeSeat(1, joined=True, team=0),
        ChallengeSeat(2, seat=1),
        ChallengeSeat(3, seat=2),
        ChallengeSeat(team=1),
    ) == [
        "✅ <@1> · one of 🔴⚫",
        "✉️ <@3> (invited) · ⚫ Black (ring)",
        "✉️ <@2> (invited) · 🟡 Yellow (bar)",
        "▫️ free seat · one of 🟡🟢",
        "🤝 Partners: 🔴⚫ and 🟡🟢.",
    ]


def test_all_three_pairs_are_listed() -> None:
    lines = places("chinese-checkers-6-partners", ChallengeSeat(1, joined=True, team=2))
    assert lines == ["✅ <@1> · one of ⚫⚪", "🤝 Partners: 🔴🟢, 🟡🔵 and ⚫⚪."]


def test_the_post_says_that_partners_are_assigned_at_random() -> None:
    lines = places("halma-4-opposite", ChallengeSeat(1, joined=True), *[ChallengeSeat()] * 3)
    assert lines == [
        "✅ <@1>",
        "▫️ free seat ×3",
        "🤝 Partners: 🔴⚫ and 🟡🟢. Players without a colour are assigned at random.",
    ]


def test_a_game_without_partners_has_no_line_about_them() -> None:
    seats = [ChallengeSeat(1, joined=True), *[ChallengeSeat()] * 3]
    assert places("halma-4", *seats) == ["✅ <@1>", "▫️ free seat ×3"]
