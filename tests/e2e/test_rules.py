"""Rule cards and optional rules."""

import pytest

from engine import VARIANTS
from tests.e2e.table import Table, alts, text


@pytest.mark.check
async def test_a_card_shows_the_start_a_step_and_a_hop_and_has_pages(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "rules", game="top-secret")
    assert interaction.response is not None
    assert interaction.response.ephemeral
    content = text(interaction.response)
    assert "## Top Secret" in content
    assert "For 2 players. ⚪ White (dot) moves first. A game usually takes about" in content
    assert "until all 36 are full" in content
    assert [each.filename for each in interaction.response.attachments] == ["rules-top-secret.png"]
    [alt] = alts(interaction.response)
    assert "still has to drop: man × 18" in alt
    assert "Or it hops, in one turn: " in alt
    pressed = await table.ada.click(interaction.response, label="Details")
    assert pressed.response is None or pressed.response.id == interaction.response.id
    content = text(interaction.response)
    assert "After 1000 moves" in content
    assert "`drop XI,11`" in content
    assert "`I,1-off`" in content
    await table.ada.click(interaction.response, label="History")
    assert "reconstructed" in text(interaction.response)
    await table.ada.click(interaction.response, label="Rules")
    assert len(interaction.response.attachments) == 1


@pytest.mark.check
async def test_a_card_lists_the_optional_rules(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "rules", game="Chinese Checkers for 3")
    content = text(interaction.response)
    assert "For 3 players; also available for 2, 4, 5 or 6. Play goes clockwise" in content
    await table.ada.click(interaction.response, label="Details")
    assert "**play for all places**: After someone has won" in text(interaction.response)
    interaction = await table.ada.slash(
        table.channel, "rules", game="chinese-checkers-3+places+no-rest+full"
    )
    assert "- **After someone has won, the others play on for the remaining places.**" in text(
        interaction.response
    )
    await table.ada.click(interaction.response, label="Details")
    assert "Optional rules" not in text(interaction.response)


@pytest.mark.check
async def test_variants_and_rules_are_offered_by_autocomplete(table: Table) -> None:
    offered = await table.ada.autocomplete(table.channel, "rules", "game", "")
    assert len(offered) == min(25, len({game.game for game in VARIANTS.values()}))
    assert {"caesar", "platonic", "le-zug", "hexma"} <= {each["value"] for each in offered}
    offered = await table.ada.autocomplete(table.channel, "rules", "game", "advanced 4")
    assert [each["value"] for each in offered] == ["platonic-advanced-4", "pythagoreic-advanced-4"]


@pytest.mark.check
async def test_an_unknown_variant_or_rule_is_refused(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "rules", game="chess")
    assert "I don't know that game" in text(interaction.response)
    for game in ("caesar+places", "halma+full+ploog", "halma+full+magic"):
        interaction = await table.ada.slash(table.channel, "rules", game=game)
        assert "I don't know that game" in text(interaction.response)


@pytest.mark.check
async def test_a_challenge_with_an_optional_rule_shows_its_card_to_anyone(table: Table) -> None:
    post = await table.challenge(table.ada, table.bruno, options=["locked"])
    assert "**Halma 8×8, locked yard**" in text(post)
    interaction = await table.chen.click(post, label="Rules")
    assert interaction.response is not None
    assert interaction.response.ephemeral
    assert "**Once a man is in your goal, it may not leave" in text(interaction.response)


@pytest.mark.check
async def test_a_challenge_says_what_is_different_from_the_plain_game(table: Table) -> None:
    plain = text(await table.challenge(table.ada, table.bruno, game="halma"))
    assert "- " not in plain.partition("Halma")[2].partition("Who moves first")[0]
    for choices, sentence in (
        ({"options": ["locked"]}, "- Once a man is in your goal, it may not leave, not even"),
        (
            {"game": "halma", "options": ["gering"]},
            "- Once another player has no men left in their",
        ),
        ({"game": "le-zug-back"}, "- Once all your men are in the enemy camp, they may also"),
        (
            {"game": "carrera", "options": ["equal-turns"]},
            "- If the player who moved first finishes",
        ),
        (
            {"game": "carrera"},
            "-# The player who moves first wins 82 of 100 games; equal turns make",
        ),
    ):
        post = await table.challenge(table.ada, table.bruno, **choices)
        assert sentence in text(post), choices
        await table.ada.click(post, label="Withdraw")


@pytest.mark.check
async def test_a_former_key_of_a_game_can_be_typed(table: Table) -> None:
    for typed, name in (
        ("halma-parlett", "**Halma, full yard, locked yard**"),
        ("halma-gering", "**Halma, must leave home**"),
        ("halma-ploog", "**Halma, Ploog's goal**"),
    ):
        await table.ada.slash(table.channel, "challenge", opponent=table.bruno, game=typed)
        assert name in text(table.last)
        await table.ada.click(table.last, label="Withdraw")
    interaction = await table.ada.slash(table.channel, "rules", game="halma+gering+locked")
    assert "Halma, must leave home, locked yard" in text(interaction.response)


@pytest.mark.check
async def test_the_history_page_names_the_source_of_every_optional_rule(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "rules", game="halma+gering+ploog")
    await table.ada.click(interaction.response, label="History")
    content = text(interaction.response)
    assert "Source: The rulebook by G. H. Monks, 1885" in content
    assert 'Source of "must leave home": Neto, The Halma Family, after Ralf Gering' in content
    assert "David Ploog" in content
    assert "a player can spoil the game by keeping a man at home" in content
