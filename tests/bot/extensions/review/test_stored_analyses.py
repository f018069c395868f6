"""Stored analyses, which count only if the current version computed them."""

from dataclasses import replace

import pytest

from bot.extensions.review.store import analyses
from engine.analysis import PlayedGame, analysed
from tests.bot.service.club import Club
from tests.transactions import reading, writing

pytestmark = pytest.mark.check


async def test_an_analysis_of_an_older_version_is_computed_again(club: Club) -> None:
    match = (await club.match()).id
    analysis = analysed(PlayedGame("halma-8", ("II,3-III,3",)))
    with writing(club.store) as tx:
        analyses.put_analysis(tx, match, analysis)
    with reading(club.store) as tx:
        assert analyses.get_analysis(tx, match) == analysis
    with writing(club.store) as tx:
        analyses.put_analysis(tx, match, replace(analysis, version=0, swings=()))
    with reading(club.store) as tx:
        assert analyses.get_analysis(tx, match) is None
