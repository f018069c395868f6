"""Challenge limits: a refusal says when another challenge is allowed."""

import pytest

from bot.i18n.translator import translator_for
from bot.service.actions import offers
from bot.service.errors import TooManyChallenges, TooManyGames, WithdrawnLately
from bot.service.matchmaking import challenge_limits
from bot.texts.error_messages import error_text
from tests.bot.service.club import ADA, BRUNO, CLARA, Club


async def test_ten_challenges_an_hour_and_the_next_an_hour_after_the_first(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenge_limits, "AN_HOUR", 10)
    first = club.now
    for _ in range(10):
        await club.cancel(await club.challenge(ADA, BRUNO), ADA)
        club.now += 60
    with pytest.raises(TooManyChallenges) as refused:
        await club.challenge(ADA, None)
    assert f"<t:{first + 3600}:R>" in error_text(translator_for("en"), refused.value)
    club.now = first + 3599
    with pytest.raises(TooManyChallenges):
        await club.challenge(ADA, BRUNO)
    club.now = first + 3600
    await club.challenge(ADA, BRUNO)


async def test_the_limit_on_running_matches_applies_to_challenges_and_to_joining(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenge_limits, "MAX_RUNNING", 2)
    matched = await club.match(ADA, BRUNO)
    await club.match(ADA, CLARA)
    with pytest.raises(TooManyGames):
        await club.challenge(ADA, None)
    waiting = await club.challenge(CLARA, ADA)
    with pytest.raises(TooManyGames):
        await club.accept(waiting, ADA)
    await club.act("abort", matched, BRUNO)
    await club.accept(waiting, ADA)


@pytest.mark.usefixtures("early_draws")
async def test_a_withdrawn_offer_may_be_repeated_after_an_hour(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "COOLDOWN", 3600)
    match = await club.match(ADA, BRUNO)
    await club.act("offer_draw", match, ADA)
    await club.act("decline_draw", match, ADA)
    back = club.now
    club.now += 3599
    with pytest.raises(WithdrawnLately) as refused:
        await club.act("offer_draw", match, ADA)
    assert f"<t:{back + 3600}:R>" in error_text(translator_for("en"), refused.value)
    await club.act("offer_draw", match, BRUNO)
    await club.act("decline_draw", match, BRUNO)
    club.now += 1
    await club.act("offer_draw", match, ADA)
