"""Sequential probability ratio test for matches between two computer players.

A match is played in pairs of games: the same opening, with sides swapped. The score of a pair is
one of `SCORES`. After each pair, the generalised log-likelihood ratio of "stronger by `elo1`"
against "stronger by `elo0`" is compared with two bounds, and the match stops when it reaches one.

Source: Michel Van den Bergh, The Generalized Sequential Probability Ratio Test and its Application
to Elo Estimation; the test is that of Stockfish's Fishtest. The bounds are those of Abraham Wald,
Sequential Analysis, 1947.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible mean scores of the two games of a pair."""
_PRIOR = 1e-3
"""Added to the number of pairs with each score, so that no score seems impossible."""
_BISECTIONS = 60


@dataclass(frozen=True)
class Hypotheses:
    """The two hypotheses of a test, and its error rates."""

    elo0: float = 0.0
    """The advantage in Elo that is not worth a change."""
    elo1: float = 30.0
    """The advantage in Elo that is worth a change."""
    alpha: float = 0.05
    """Probability of accepting a change whose advantage is `elo0`."""
    beta: float = 0.05
    """Probability of rejecting a change whose advantage is `elo1`."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which a change is rejected, and accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


def expected_score(elo: float) -> float:
    """Return the expected score of a player with this advantage in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def pair_counts(scores: Sequence[float]) -> tuple[int, ...]:
    """Return the number of pairs with each of `SCORES`, others rounded to the nearest."""
    counts = [0] * len(SCORES)
    for score in scores:
        counts[round(score * (len(SCORES) - 1))] += 1
    return tuple(counts)


def log_likelihood_ratio(counts: Sequence[int], hypotheses: Hypotheses) -> float:
    """Return the log-likelihood ratio of `elo1` against `elo0`, given `pair_counts`."""
    shares = [count + _PRIOR for count in counts]
    total = sum(shares)
    shares = [share / total for share in shares]
    weak, strong = (
        _most_likely(shares, expected_score(elo)) for elo in (hypotheses.elo0, hypotheses.elo1)
    )
    return sum(counts) * sum(
        share * math.log(high / low) for share, low, high in zip(shares, weak, strong, strict=True)
    )


def verdict(counts: Sequence[int], hypotheses: Hypotheses) -> bool | None:
    """Return whether the change is accepted; None if the match must continue."""
    ratio = log_likelihood_ratio(counts, hypotheses)
    rejected, accepted = hypotheses.bounds
    return True if ratio >= accepted else False if ratio <= rejected else None


def interval(counts: Sequence[int]) -> tuple[float, float, float]:
    """Return the mean score, and the bounds of its 95% confidence interval."""
    total = sum(counts)
    shares = [(count + _PRIOR) / (total + _PRIOR * len(counts)) for count in counts]
    mean = sum(share * score for share, score in zip(shares, SCORES, strict=True))
    variance = sum(share * (score - mean) ** 2 for share, score in zip(shares, SCORES, strict=True))
    margin = 1.96 * math.sqrt(variance / max(1, total))
    return mean, max(0.0, mean - margin), min(1.0, mean + margin)


def _most_likely(shares: Sequence[float], mean: float) -> list[float]:
    """Return the most likely distribution with this mean, given the observed shares.

    It is share / (1 + x * (score - mean)), with x chosen to give this mean.
    """
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        slope = sum(
            share * (score - mean) / (1 + middle * (score - mean))
            for share, score in zip(shares, SCORES, strict=True)
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return [share / (1 + low * (score - mean)) for share, score in zip(shares, SCORES, strict=True)]
