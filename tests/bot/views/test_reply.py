"""How an answer reaches Discord in time, without Discord."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.views import reply
from bot.views.reply import Reply, answer, patiently


class Spoken:
    """An interaction that writes down what is done with it."""

    def __init__(self, *, done: bool = False) -> None:
        self.said: list[tuple[str, dict[str, Any]]] = []
        self.done = done
        self.response = SimpleNamespace(
            is_done=lambda: self.done,
            defer=self.noting("defer"),
            send_message=self.noting("send"),
            edit_message=self.noting("edit"),
        )
        self.followup = SimpleNamespace(send=self.noting("followup"))
        self.edit_original_response = self.noting("original")

    def noting(self, what: str) -> Any:
        async def note(content: str | None = None, **options: Any) -> None:
            self.done = True
            self.said.append(
                (what, options if content is None else {"content": content, **options})
            )

        return note


async def slow() -> Reply:
    await asyncio.sleep(0.05)
    return Reply("at last")


async def quick() -> Reply:
    return Reply("at once")


async def test_quick_work_is_not_deferred() -> None:
    spoken: Any = Spoken()
    assert (await patiently(spoken, quick(), edit=False)).text == "at once"
    assert spoken.said == []


@pytest.mark.parametrize("edit", [True, False])
async def test_slow_work_asks_for_patience_privately(
    monkeypatch: pytest.MonkeyPatch, edit: bool
) -> None:
    monkeypatch.setattr(reply, "PATIENCE", 0.01)
    spoken: Any = Spoken()
    assert (await patiently(spoken, slow(), edit=edit)).text == "at last"
    assert spoken.said == [("defer", {} if edit else {"ephemeral": True, "thinking": True})]


async def test_work_ends_with_the_one_who_waits_for_it() -> None:
    spoken: Any = Spoken()
    waiting = asyncio.create_task(patiently(spoken, slow(), edit=False))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_an_answer_goes_where_the_interaction_stands() -> None:
    fresh: Any = Spoken()
    await answer(fresh, Reply("x" * 3000))
    [(how, said)] = fresh.said
    assert how == "send"
    assert said["ephemeral"]
    assert len(said["content"]) == 2000
    late: Any = Spoken(done=True)
    await answer(late, Reply(view=discord.ui.LayoutView()))
    assert late.said[0][0] == "followup"
    for done, way in ((False, "edit"), (True, "original")):
        edited: Any = Spoken(done=done)
        await answer(edited, Reply("text"), edit=True)
        [(how, said)] = edited.said
        assert how == way
        assert said["attachments"] == []
        assert said["view"].children[0].content == "text"
