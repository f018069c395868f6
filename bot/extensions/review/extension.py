"""The `Extension` of looking back at a game: the buttons of a match."""

from bot.extension_api.hooks import Extension, MatchButton
from bot.extension_api.texts import N_

extension = Extension(
    match_buttons=(
        MatchButton("moment", N_("Move by move"), in_result=False),
        MatchButton("replay", N_("Replay")),
        MatchButton("analysis", N_("Analysis"), in_menu="finished"),
        MatchButton("share", N_("Share"), in_menu="never"),
        MatchButton("record", N_("Game record")),
    )
)
