"""Stored analyses, which count only if the current version computed them."""

from dataclasses import replace

from bot.store import analyses
from engine.analysis import PlayedGame, analysed
from tests.bot.service.club import Club
from tests.transactions import reading, writing


async def test_an_analysis_of_an_older_version_is_computed_again(club: Club) -> None:
    match = (await club.match()).id
    found = analysed(PlayedGame("halma-8", ("II,3-III,3",)))
    with writing(club.store) as tx:
        analyses.put_analysis(tx, match, found)
    with reading(club.store) as tx:
        assert analyses.get_analysis(tx, match) == found
    with writing(club.store) as tx:
        analyses.put_analysis(tx, match, replace(found, version=0, swings=()))
    with reading(club.store) as tx:
        assert analyses.get_analysis(tx, match) is None
