"""The tutorial's `Extension`: a button for new players."""

from bot.extension_points import Extension
from bot.i18n.translator import N_

extension = Extension(newcomer_buttons={"learn": N_("Learn to play")})
