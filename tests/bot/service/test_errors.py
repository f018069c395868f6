"""The codes of what the service refuses."""

from bot.service import errors


def test_every_error_has_a_code_of_its_own() -> None:
    classes = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.ServiceError) and "code" in vars(kind)
    ]
    assert len({kind.code for kind in classes}) == len(classes) > 1
