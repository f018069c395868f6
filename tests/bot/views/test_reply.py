"""Replies to interactions in time: deferrals, retries and lost connections."""

import asyncio
import io
import logging
from typing import Any

import discord
import pytest

from bot.views import discord_errors, reply
from bot.views.reply import Reply, run_with_deferral, send_reply
from tests.bot.spoken import Spoken, refused
from tests.patience import HANGS_AFTER


async def slow() -> Reply:
    await asyncio.sleep(0.05)
    return Reply("at last")


async def quick() -> Reply:
    return Reply("at once")


async def test_quick_work_is_not_deferred() -> None:
    spoken: Any = Spoken()
    assert (await run_with_deferral(spoken, quick(), edit=False)).text == "at once"
    assert spoken.responses == []


@pytest.mark.parametrize("edit", [True, False])
async def test_slow_work_is_deferred_privately(monkeypatch: pytest.MonkeyPatch, edit: bool) -> None:
    monkeypatch.setattr(reply, "DEFER_AFTER", 0.01)
    spoken: Any = Spoken()
    assert (await run_with_deferral(spoken, slow(), edit=edit)).text == "at last"
    assert spoken.responses == [("defer", {} if edit else {"ephemeral": True, "thinking": True})]


LOST = {
    "too late": refused(404, 10062),
    "reset": ConnectionResetError(104, "Connection reset by peer"),
    "refused for a reason of ours": refused(400, 50035),
}


@pytest.mark.parametrize("why", LOST)
@pytest.mark.parametrize("edit", [True, False])
async def test_work_continues_if_the_deferral_fails(
    monkeypatch: pytest.MonkeyPatch, why: str, edit: bool
) -> None:
    monkeypatch.setattr(reply, "DEFER_AFTER", 0.01)
    spoken: Any = Spoken(defer=[LOST[why]])
    assert (await run_with_deferral(spoken, slow(), edit=edit)).text == "at last"


async def test_work_does_not_wait_for_a_deferral_without_a_response(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reply, "DEFER_AFTER", 0.01)
    monkeypatch.setattr(reply, "DEFERRAL_TIMEOUT", 0.1)
    spoken: Any = Spoken()

    async def hanging(**_: Any) -> None:
        await asyncio.Event().wait()

    spoken.response.defer = hanging
    assert (await run_with_deferral(spoken, slow(), edit=False)).text == "at last"


async def test_work_that_has_started_is_finished_although_its_caller_is_cancelled() -> None:
    spoken: Any = Spoken()
    done = asyncio.Event()

    async def work() -> Reply:
        await asyncio.sleep(0.02)
        done.set()
        return Reply("done")

    waiting = asyncio.create_task(run_with_deferral(spoken, work(), edit=False))
    await asyncio.sleep(0.005)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.wait_for(done.wait(), HANGS_AFTER)


async def test_an_error_in_slow_work_is_raised_to_the_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reply, "DEFER_AFTER", 0.01)

    async def fails() -> Reply:
        await asyncio.sleep(0.05)
        raise ValueError("no")

    spoken: Any = Spoken(defer=[LOST["too late"]])
    with pytest.raises(ValueError, match="no"):
        await run_with_deferral(spoken, fails(), edit=False)


@pytest.mark.parametrize("edit", [True, False])
async def test_an_answer_is_sent_again_after_a_connection_error(edit: bool) -> None:
    way = "edit" if edit else "send"
    picture = discord.File(io.BytesIO(b"picture"), "board.png", description="a board")
    spoken: Any = Spoken(**{way: [LOST["reset"], TimeoutError()]})
    await send_reply(spoken, Reply("played", files=[picture]), edit=edit)
    assert [how for how, _ in spoken.responses] == [way] * 3
    files = [options.get("files") or options.get("attachments") for _, options in spoken.responses]
    assert [[file.fp.read() for file in sent] for sent in files] == [[b"picture"]] * 3


@pytest.mark.parametrize("edit", [True, False])
async def test_an_answer_that_cannot_be_sent_is_an_error(edit: bool) -> None:
    way = "edit" if edit else "send"
    spoken: Any = Spoken(**{way: [LOST["reset"]] * 10})
    with pytest.raises(ConnectionResetError):
        await send_reply(spoken, Reply("played"), edit=edit)
    assert [how for how, _ in spoken.responses] == [way] * reply.SEND_ATTEMPTS


@pytest.mark.parametrize("edit", [True, False])
async def test_after_a_lost_deferral_that_was_delivered_the_answer_replaces_it(edit: bool) -> None:
    way = "edit" if edit else "send"
    spoken: Any = Spoken(**{way: [refused(400, 40060)]})
    await send_reply(spoken, Reply("played"), edit=edit)
    assert [how for how, _ in spoken.responses] == [way, "original"]
    assert spoken.responses[1][1]["view"].children[0].content == "played"


async def test_a_press_on_a_message_that_has_just_been_deleted_is_answered_in_a_new_one() -> None:
    spoken: Any = Spoken(edit=[refused(404, 10008)])
    await send_reply(spoken, Reply("It is too late to undo that move."), edit=True)
    assert [how for how, _ in spoken.responses] == ["edit", "send"]
    assert spoken.responses[1][1]["content"] == "It is too late to undo that move."
    assert spoken.responses[1][1]["ephemeral"]


async def test_an_answer_that_is_too_late_is_not_repeated() -> None:
    spoken: Any = Spoken(send=[LOST["too late"]])
    with pytest.raises(discord.NotFound):
        await send_reply(spoken, Reply("played"))
    assert [how for how, _ in spoken.responses] == ["send"]


async def test_after_a_deferral_the_answer_replaces_the_thinking_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reply, "DEFER_AFTER", 0.01)
    spoken: Any = Spoken()
    await send_reply(spoken, await run_with_deferral(spoken, slow(), edit=False))
    assert [how for how, _ in spoken.responses] == ["defer", "original"]


def test_expected_connection_errors_are_logged_in_one_line_and_others_with_a_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    discord_errors.silence_library_logs()
    discord_errors.silence_library_logs()
    logger = logging.getLogger("discord.client")
    caplog.set_level("DEBUG", logger="discord.client")
    for error in (LOST["reset"], ValueError("ours")):
        try:
            raise error
        except Exception:
            logger.exception("Attempting a reconnect in %.2fs", 1.5)
    reset, ours = caplog.records
    assert (reset.levelname, reset.exc_info) == ("WARNING", None)
    assert "Attempting a reconnect in 1.50s (ConnectionResetError" in reset.getMessage()
    assert ours.levelname == "ERROR"
    assert ours.exc_info is not None


async def test_the_kind_of_response_depends_on_the_state_of_the_interaction() -> None:
    fresh: Any = Spoken()
    await send_reply(fresh, Reply("x" * 3000))
    [(how, options)] = fresh.responses
    assert how == "send"
    assert options["ephemeral"]
    assert len(options["content"]) == 2000
    late: Any = Spoken(done=True)
    await send_reply(late, Reply(view=discord.ui.LayoutView()))
    assert late.responses[0][0] == "followup"
    for done, way in ((False, "edit"), (True, "original")):
        edited: Any = Spoken(done=done)
        await send_reply(edited, Reply("text"), edit=True)
        [(how, options)] = edited.responses
        assert how == way
        assert options["attachments"] == []
        assert options["view"].children[0].content == "text"


async def test_an_answer_in_a_message_that_has_just_been_deleted_is_no_error() -> None:
    for code in (10008, 10015, 10062):
        assert discord_errors.is_expected(refused(404, code))
    assert not discord_errors.is_expected(refused(403, 50013))
