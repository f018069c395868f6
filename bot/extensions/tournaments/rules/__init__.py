"""Rules of tournaments and ladders: pure functions of values.

They do not depend on the store, on Discord or on the time. They are tested against published tables
and against tables of real tournaments. Entrants are numbers, and points are half-points.
"""
