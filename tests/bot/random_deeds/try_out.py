"""Run a state machine with the settings of the environment."""

import os

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

DEEDS = int(os.environ.get("HALMA_DEEDS", "4"))
STEPS = int(os.environ.get("HALMA_DEED_STEPS", "80"))
SEED = int(os.environ.get("HALMA_DEED_SEED", "1"))


def try_out(machine: type[RuleBasedStateMachine]) -> None:
    """Try histories of this machine. The same seed gives the same histories.

    They are not shrunk, because that takes minutes. A failure prints its history.
    """
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        seed(SEED)(machine),
        settings=settings(
            max_examples=DEEDS,
            stateful_step_count=STEPS,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        ),
    )
