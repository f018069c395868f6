"""The tutorial's `Extension`: a button for new players."""

from bot.extension_api.hooks import Extension
from bot.extension_api.texts import N_

extension = Extension(newcomer_buttons={"learn": N_("Learn to play")})
