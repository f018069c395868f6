"""Player actions in a match: one function each, with lists of their probabilities.

To add an action, write a function that returns whether the action replaced the move, and add it to
a list.
"""

from collections.abc import Awaitable, Callable
from functools import partial

from bot.service.actions import aborts, moves, offers, plan_editing, resignations, vacations
from bot.service.notifications import reminders
from bot.store.models import Match, OfferKind
from engine import Position, search, variant
from tests.year import computers, departures, ledger
from tests.year.habits import DAY, HOUR, Habit, Person
from tests.year.simulated_world import Game, World

Act = Callable[[World, Person, Game], Awaitable[bool]]
Chance = Callable[[Habit], float]


def turn(world: World, match: Match) -> None:
    """Schedule the actions of the player to move, and of some who are waiting."""
    if match.overdue is not None:
        departures.let_claim(world, match)
        return
    person = world.people.get(match.to_move or 0)
    if person is not None:
        assert match.deadline is not None
        at = person.answers_at(world.now, match.deadline, world.rng)
        world.at(at, partial(on_turn, world, person, match.id, match.ply))
    for other in match.players:
        if other != match.to_move and other in world.people and world.rng.random() < 0.2:
            waits = world.people[other]
            at = waits.awake(
                world.now
                + round(HOUR * world.rng.choice((0.1, 1, 26)) * world.rng.uniform(0.5, 1.5)),
                world.rng,
            )
            world.at(at, partial(on_waiting, world, waits, match.id, match.ply))


async def on_turn(world: World, person: Person, match_id: int, ply: int) -> None:
    """Act in a match on the player's own turn, unless the match has changed since."""
    game = _here(world, person, match_id, ply)
    if game is None or game.match.to_move != person.id:
        return
    if person.away_until > world.now:
        back = person.awake(person.away_until + 600, world.rng)
        world.at(back, partial(on_turn, world, person, match_id, ply))
        return
    if game.match.deciding_partner is not None:
        await departures.choose(world, person, game)
        return
    for act, chance in ON_TURN:
        if world.rng.random() < chance(person.habit) and await act(world, person, game):
            return


async def on_waiting(world: World, person: Person, match_id: int, ply: int) -> None:
    """Act in a match while waiting for another player."""
    game = _here(world, person, match_id, ply)
    if game is None or game.match.to_move == person.id or person.id not in game.match.players:
        return
    if game.match.seat_of(person.id) in game.match.departed_seats:
        return
    for act, chance in ON_WAITING:
        if world.rng.random() < chance(person.habit) and await act(world, person, game):
            return


def _here(world: World, person: Person, match_id: int, ply: int) -> Game | None:
    """Return the match; None if it has changed or the player has disappeared."""
    if person.stops_at is not None and world.now >= person.stops_at:
        return None
    game = world.games.get(match_id)
    return game if game is not None and game.match.ply == ply else None


async def resign(world: World, person: Person, game: Game) -> bool:
    """Resign from the match."""
    await world.ask(
        "resign",
        resignations.resign,
        game.match.id,
        player=person.id,
        interaction=world.id(),
        may="finished place-certain",
    )
    await world.look(game.match.id)
    return True


async def abort(world: World, person: Person, game: Game) -> bool:
    """Abort a match that has barely started."""
    if game.match.ply > 3:
        return False
    aborted = await world.ask(
        "abort",
        aborts.abort,
        game.match.id,
        player=person.id,
        interaction=world.id(),
        may="finished too-late-to-abort",
    )
    await world.look(game.match.id)
    return aborted is not None


async def offer(world: World, person: Person, game: Game, kind: OfferKind) -> bool:
    """Make an offer to the others, and wait some hours for the answer before moving."""
    before = game.match
    offered = await world.ask(
        f"ask for a {kind}",
        offers.make_offer,
        game.match.id,
        kind,
        player=person.id,
        interaction=world.id(),
        may="finished already-offered another-offer place-certain nothing-to-take-back no-clock "
        "too-early-to-draw undecided has-left plays-on withdrawn-lately",
        drawn=await computers.drawn(world, before, kind),
    )
    if offered is not None and offered.offer is None and offered.status == "running":
        _settled(world, game, kind, before.seat_of(person.id) or 0)
    match = await world.look(game.match.id)
    if offered is None or match.offer is None:
        return match.status != "running" or match.ply != before.ply
    _let_answer(world, person, game, answer)
    again = partial(on_turn, world, person, match.id, match.ply)
    world.at(person.awake(world.now + 8 * HOUR, world.rng), again)
    return True


def asking(kind: OfferKind) -> Act:
    """Return an action that makes an offer of this kind."""

    async def ask(world: World, person: Person, game: Game) -> bool:
        return await offer(world, person, game, kind)

    return ask


async def answer(world: World, person: Person, game: Game) -> bool:
    """Accept or decline an offer, or leave it unanswered."""
    offer = game.match.offer
    seat = game.match.seat_of(person.id)
    if offer is None or seat in game.match.departed_seats or seat in offer.agreed:
        return False
    luck = world.rng.random()
    if luck > 0.9:
        return False
    agrees = luck < person.habit.agrees
    done = await world.ask(
        f"agree to a {offer.kind}" if agrees else f"refuse a {offer.kind}",
        offers.answer_offer,
        game.match.id,
        offer.kind,
        agrees=agrees,
        player=person.id,
        interaction=world.id(),
        may="finished no-offer already-offered place-certain undecided has-left nobody-to-give",
    )
    if done is not None and agrees and done.offer is None and done.status == "running":
        _settled(world, game, offer.kind, offer.seat)
    await world.look(game.match.id)
    return True


def _settled(world: World, game: Game, kind: OfferKind, asker: int) -> None:
    """Update the ledger after an offer has been accepted by all."""
    world.tally[f"settled/{kind}"] += 1
    if kind == "takeback":
        ledger.go_back(game.ledger, asker, world.now)
        texts = world.texts[game.match.id]
        del texts[len(texts) - game.ledger.taken :]
    elif kind == "gift":
        game.gifts += 1
    else:
        game.pauses += 1


async def mute(world: World, person: Person, game: Game) -> bool:
    """Mute the reminders of this turn."""
    await world.ask(
        "mute",
        reminders.mute_turn,
        game.match.id,
        player=person.id,
        ply=game.match.ply,
        interaction=world.id(),
        may="finished stale",
    )
    return False


async def go_away(world: World, person: Person, game: Game) -> bool:
    """Take a vacation, and perhaps come back early."""
    days = world.rng.randrange(1, 8)
    until = await world.ask(
        "vacation",
        vacations.start_vacation,
        person.id,
        days=days,
        interaction=world.id(),
        may="vacation-used-up",
    )
    if until is None:
        return False
    person.away_until = until
    person.holidays.append((world.now, until))
    await _look_at_turns(world, person)
    if world.rng.random() < 0.2:
        world.at(
            world.now + round(world.rng.random() * days * DAY), partial(come_back, world, person)
        )
    again = partial(on_turn, world, person, game.match.id, game.match.ply)
    world.at(person.awake(until + HOUR, world.rng), again)
    return True


async def come_back(world: World, person: Person) -> None:
    """End a vacation early."""
    if person.id in world.people and await world.ask("come back", vacations.end_now, person.id):
        person.away_until = world.now
        await _look_at_turns(world, person)


async def pester(world: World, person: Person, game: Game) -> bool:
    """Send an invalid move. The service must refuse it."""
    match = game.match
    tries = [
        {"text": "XL,40-XL,41"},
        {"text": "\u202e" * 300},
        {"text": _some_move(world, game), "ply": match.ply + 1},
        {"text": _some_move(world, game), "player": 7},
    ]
    # A player of all sides, or one who has taken over a partner's seat, may hold several seats.
    others = sorted(set(match.players) - {match.to_move})
    if others:
        tries.append({"text": _some_move(world, game), "player": world.rng.choice(others)})
    arguments = {"player": person.id, "ply": None, "interaction": world.id()}
    played = await world.ask(
        "nonsense", moves.play, match.id, **(arguments | world.rng.choice(tries)), may="*"
    )
    if played is not None:
        world.fault(f"match {match.id}: a nonsense text was accepted as a move")
    return False


async def move(world: World, person: Person, game: Game) -> bool:
    """Make a move, usually a sensible one, and sometimes send it twice."""
    match = game.match
    assert match.turn is not None
    assert match.deadline is not None
    text = _some_move(world, game)
    sent = world.now
    if match.deadline < world.now <= match.deadline + 20:
        sent = match.deadline  # the move was sent in time, but arrived late
    interaction = world.id(sent)
    how = {"player": person.id, "text": text, "ply": match.ply, "interaction": interaction}
    played = await world.ask(
        "move", moves.play, match.id, **how, may="out-of-time finished stale has-left undecided"
    )
    if played is None:
        world.wake(world.now)
        return True
    world.texts.setdefault(match.id, []).append(variant(match.variant).format(played.move))
    after = await world.look(match.id, paid=(match.turn, sent))
    if world.rng.random() < 0.02:
        again = await world.ask("click twice", moves.play, match.id, **how)
        if again is None or not again.repeated or await world.fetch(match.id) != after:
            world.fault(f"match {match.id}: a repeated click had an effect")
    return True


ON_TURN: tuple[tuple[Act, Chance], ...] = (
    (pester, lambda habit: habit.pesters),
    (abort, lambda habit: habit.resigns),
    (resign, lambda habit: habit.resigns),
    (go_away, lambda habit: habit.holidays),
    (mute, lambda habit: habit.mutes),
    (asking("pause"), lambda habit: habit.pauses),
    (asking("draw"), lambda habit: habit.offers_draw),
    (asking("takeback"), lambda habit: habit.regrets / 4),
    (asking("abort"), lambda habit: habit.resigns / 2),
    (move, lambda habit: 1.0),
)
"""Actions, tried in this order until one of them replaces the move."""


async def plan(world: World, person: Person, game: Game) -> bool:
    """Enter conditional moves for any reply, or for the most likely replies."""
    match = game.match
    rules, seat = variant(match.variant), match.seat_of(person.id)
    loaded = rules.load(match.position)
    if seat is None or seat in loaded.done:
        return False
    if world.rng.random() < 0.5 or len(match.players) > 2:
        mine = Position(loaded.cells, seat, loaded.stock, loaded.done, loaded.gone, loaded.ply)
        text = "\n".join(
            f"*, {rules.format(move)}" for move in search.order_moves(rules, mine)[:3] if move.path
        )
    else:
        lines, reached = [], loaded
        for reply in search.order_moves(rules, loaded)[:4]:
            reached = rules.apply(loaded, reply)
            if rules.outcome(reached) is None and reached.turn == seat:
                answer = world.computer_move(rules, reached)
                lines.append(f"{rules.format(reply)}, {rules.format(answer)}")
        text = "\n".join(lines)
    await world.ask(
        "plan",
        plan_editing.save_plan,
        match.id,
        player=person.id,
        text=text,
        ply=match.ply,
        interaction=world.id(),
        may="finished stale your-turn no-turn bad-plan has-left",
    )
    return True


async def nudge(world: World, person: Person, game: Game) -> bool:
    """Remind the player to move."""
    await world.ask(
        "nudge",
        reminders.nudge,
        game.match.id,
        player=person.id,
        interaction=world.id(),
        may="too-early-to-nudge finished undecided has-left",
    )
    return True


async def give(world: World, person: Person, game: Game) -> bool:
    """Give the player to move an extra day."""
    given = await world.ask(
        "give a day",
        vacations.give_time,
        game.match.id,
        player=person.id,
        interaction=world.id(),
        may="nobody-to-give finished undecided another-offer has-left",
    )
    game.gifts += given is not None
    match = await world.look(game.match.id)
    if match.offer is not None and match.offer.kind == "gift":
        _let_answer(world, person, game, answer)
    return True


ON_WAITING: tuple[tuple[Act, Chance], ...] = (
    (plan, lambda habit: habit.plans),
    (pester, lambda habit: habit.pesters),
    (give, lambda habit: habit.gives),
    (asking("takeback"), lambda habit: habit.regrets),
    (nudge, lambda habit: habit.nudges * 3),
    (resign, lambda habit: habit.resigns),
)


def _some_move(world: World, game: Game) -> str:
    """Return the computer's move or, sometimes, one of its next best moves."""
    rules = variant(game.match.variant)
    position = rules.load(game.match.position)
    if world.rng.random() < 0.1:
        return rules.format(world.rng.choice(search.order_moves(rules, position)[:4]))
    return rules.format(world.computer_move(rules, position))


def _let_answer(world: World, person: Person, game: Game, how: Act) -> None:
    """Schedule the other players' reactions. They are skipped if the match changes."""
    match = game.match
    for other in match.players:
        if other != person.id and other in world.people:
            hears = world.people[other]

            async def answer(hears: Person = hears) -> None:
                game = _here(world, hears, match.id, match.ply)
                if game is not None:
                    await how(world, hears, game)

            world.at(hears.awake(world.now + world.rng.randrange(6 * HOUR), world.rng), answer)


async def _look_at_turns(world: World, person: Person) -> None:
    """Check all matches in which this player is to move."""
    for game in [g for g in world.games.values() if g.match.to_move == person.id]:
        await world.look(game.match.id)
