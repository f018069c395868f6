"""Hooks of an extension: jobs, settings, buttons, functions that the core calls."""

from bot.extension_points import Extension, ExtensionJob, MatchButton
from bot.setting_definition import Setting

__all__ = ["Extension", "ExtensionJob", "MatchButton", "Setting"]
