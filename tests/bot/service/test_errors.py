"""Error codes of the service."""

from bot.service import errors


def test_every_error_has_its_own_code() -> None:
    classes = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.ServiceError) and "code" in vars(kind)
    ]
    assert len({kind.code for kind in classes}) == len(classes) > 1
