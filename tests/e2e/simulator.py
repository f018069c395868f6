"""SimCord, the simulated Discord, as far as the tests use it.

No other test imports it, so that it can be replaced here: see decision 82 in docs/why.md.
"""

from simcord import (
    ChannelHandle,
    Env,
    InteractionResult,
    MemberActor,
    ResponseMessage,
    interactions,
)
from simcord.backend.errors import SetupError
from simcord.backend.models import Overwrite
from simcord.backend.serializers import message_payload
from simcord.enums import InteractionType
from simcord.gateway import FakeGateway
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter
from simcord.interactions import base_payload

__all__ = (
    "ChannelHandle",
    "Env",
    "FakeGateway",
    "FakeHTTPClient",
    "FakeWebhookAdapter",
    "InteractionResult",
    "InteractionType",
    "MemberActor",
    "Overwrite",
    "ResponseMessage",
    "SetupError",
    "base_payload",
    "interactions",
    "message_payload",
)
