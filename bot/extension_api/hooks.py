"""Hooks: jobs, settings, buttons and functions that the core calls.

The module `extension.py` of an extension has a value `extension`, which is an `Extension`.
"""

from bot.extension_points import DigestLine, Extension, ExtensionJob, MatchButton, PersonButton
from bot.setting_definition import Setting

__all__ = ["DigestLine", "Extension", "ExtensionJob", "MatchButton", "PersonButton", "Setting"]
