"""The printed solutions of the rulebook of 1885: eight solitaires, 152 turns.

"The Roman numerals indicate the rows running horizontally, and the Arabic figures the squares in
each row counting from left to right." The solution of each yarding problem is the bringing-out
solution in reverse. The book prints both "for convenience", so this file has both as well. "The
keys give one way of solving the problems; and the discovery of a different way is in itself a new
problem."
"""

BRING_OUT = {
    "A": (
        "II, 5 to III, 6.—III, 4 to IV, 5.—IV, 3 to V, 4.—V, 2 to VI, 3.—III, 2 to VII, 4.—"
        "II, 3 to IV, 7.—III, 1 to VII, 5.—I, 3 to V, 7.—V, 1 to VII, 3.—I, 5 to III, 7.—"
        "I, 1 to V, 5.—IV, 1 to VIII, 3.—I, 4 to III, 8.—IV, 2 to V, 3.—II, 4 to III, 5.—"
        "II, 1 to VI, 5.—I, 2 to V, 6.—II, 2 to VI, 6.—III, 3 to IV, 4."
    ),
    "B": (
        "III, 4 to IV, 5.—IV, 3 to V, 4.—V, 1 to VI, 2.—I, 5 to II, 6.—IV, 1 to VI, 3.—"
        "I, 4 to III, 6.—III, 1 to VII, 3.—I, 3 to III, 7.—V, 2 to VII, 4.—II, 5 to IV, 7.—"
        "I, 1 to V, 5.—II, 2 to VI, 6.—I, 2 to VII, 6.—II, 1 to VI, 7.—II, 3 to VIII, 7.—"
        "III, 2 to VII, 8.—IV, 2 to V, 3.—III, 3 to IV, 4.—II, 4 to III, 5."
    ),
    "C": (
        "III, 4 to IV, 5.—IV, 3 to V, 4.—I, 4 to V, 6.—IV, 1 to VI, 5.—I, 5 to VII, 5.—"
        "V, 1 to V, 7.—I, 3 to V, 5.—I, 1 to III, 5.—I, 2 to III, 6.—III, 1 to V, 3.—"
        "II, 1 to VI, 3.—II, 2 to VI, 6.—II, 5 to VI, 7.—V, 2 to VII, 6.—III, 2 to VII, 4.—"
        "II, 3 to IV, 7.—II, 4 to IV, 6.—IV, 2 to VI, 4.—III, 3 to IV, 4."
    ),
    "D": (
        "II, 3 to IV, 5.—III, 2 to V, 4.—III, 4 to V, 6.—IV, 3 to VI, 5.—II, 5 to II, 6.—"
        "V, 2 to VI, 2.—IV, 1 to VI, 3.—I, 4 to III, 6.—V, 1 to VII, 5.—I, 5 to V, 7.—"
        "III, 1 to V, 3.—I, 3 to V, 5.—I, 1 to III, 5.—I, 2 to VII, 6.—II, 1 to VI, 7.—"
        "II, 2 to VI, 6.—III, 3 to IV, 4.—IV, 2 to VI, 4.—II, 4 to IV, 6."
    ),
}
"""The solutions for bringing the men out, by the letter of the diagram.

Each has 19 turns, separated by dashes.
"""

YARD = {
    "A": (
        "IV, 4 to III, 3.—VI, 6 to II, 2.—V, 6 to I, 2.—VI, 5 to II, 1.—III, 5 to II, 4.—"
        "V, 3 to IV, 2.—III, 8 to I, 4.—VIII, 3 to IV, 1.—V, 5, to I, 1.—III, 7 to I, 5.—"
        "VII, 3 to V, 1.—V, 7 to I, 3.—VII, 5 to III, 1.—IV, 7 to II, 3.—VII, 4 to III, 2.—"
        "VI, 3 to V, 2.—V, 4 to IV, 3.—IV, 5 to III, 4.—III, 6 to II, 5."
    ),
    "B": (
        "III, 5 to II, 4.—IV, 4 to III, 3.—V, 3 to IV, 2.—VII, 8 to III, 2.—VIII, 7 to II, 3.—"
        "VI, 7 to II, 1.—VII, 6 to I, 2.—VI, 6 to II, 2.—V, 5 to I, 1.—IV, 7 to II, 5.—"
        "VII, 4 to V, 2.—III, 7 to I, 3.—VII, 3 to III, 1.—III, 6 to I, 4.—VI, 3 to IV, 1.—"
        "II, 6 to I, 5.—VI, 2 to V, 1.—V, 4 to IV, 3.—IV, 5 to III, 4."
    ),
    "C": (
        "IV, 4 to III, 3.—VI, 4 to IV, 2.—IV, 6 to II, 4.—IV, 7 to II, 3.—VII, 4 to III, 2.—"
        "VII, 6 to V, 2.—VI, 7 to II, 5.—VI, 6 to II, 2.—VI, 3 to II, 1.—V, 3 to III, 1.—"
        "III, 6 to I, 2.—III, 5 to I, 1.—V, 5 to I, 3.—V, 7 to V, 1.—VII, 5 to I, 5.—"
        "VI, 5 to IV, 1.—V, 6 to I, 4.—V, 4 to IV, 3.—IV, 5 to III, 4."
    ),
    "D": (
        "IV, 6 to II, 4.—VI, 4, to IV, 2.—IV, 4 to III, 3.—VI, 6 to II, 2.—VI, 7 to II, 1.—"
        "VII, 6 to I, 2.—III, 5 to I, 1.—V, 5 to I, 3.—V, 3 to III, 1.—V, 7 to I, 5.—"
        "VII, 5 to V, 1.—III, 6 to I, 4.—VI, 3 to IV, 1.—VI, 2 to V, 2.—II, 6 to II, 5.—"
        "VI, 5 to IV, 3.—V, 6 to III, 4.—V, 4 to III, 2.—IV, 5 to II, 3."
    ),
}
"""The solutions for yarding the men, by the letter of the diagram at the start."""
