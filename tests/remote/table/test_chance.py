"""What the bag yields is nobody's choice, and what a seat has lost comes back."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from companion.games import registry
from companion.remote.table import Replica, Snapshot
from companion.remote.table.entry import Commitment, Reveal, commitment_digest
from companion.remote.table.game_rules import GameRules
from companion.remote.table.replica import Refused

SEEDS = b"White's seed", b"Black's seed"


def pair(salt: bytes = b"") -> list[Replica]:
    """Two seats of Soli2, whose bag begins."""
    empty = [Snapshot(table="T", seat=seat, seats=2, revision=0) for seat in (0, 1)]
    return [
        Replica(one, GameRules(registry.make("soli2")), SEEDS[one.seat] + salt) for one in empty
    ]


def settle(*replicas: Replica) -> list[str]:
    """Have everybody hear everybody, until nothing changes. Returns what was refused."""
    hearings = [(one, other) for one in replicas for other in replicas if one is not other]
    heard = [
        other.hear(msgspec.json.encode(one.snapshot())).trouble
        for _ in range(8)
        for one, other in hearings
    ]
    return [trouble for trouble in heard if trouble]


def forged(replica: Replica, seat: int, entry: object) -> bytes:
    """A snapshot of a cheating seat that knows the log of a replica, and adds an entry."""
    snapshot = replica.snapshot()
    fields = msgspec.structs.asdict(snapshot)
    entries = (*snapshot.entries, entry)
    return msgspec.json.encode(
        Snapshot(**{**fields, "seat": seat, "revision": 1 << 20, "entries": entries})
    )


def test_all_draw_the_same_and_the_bag_is_fair() -> None:
    drawn: Counter[str] = Counter()
    for salt in range(200):
        white, black = pair(b"%d" % salt)
        assert settle(white, black) == []
        assert white.position == black.position
        assert len(white.position.plies) == 1
        drawn[white.position.plies[0]] += 1
    (_, most), (_, least) = drawn.most_common()[0], drawn.most_common()[-1]
    assert len(drawn) > 1
    assert most < 3 * least


def test_nobody_knows_what_is_drawn_before_all_have_committed_themselves() -> None:
    white, black = pair()
    white.hear(msgspec.json.encode(black.snapshot()))
    assert [type(entry) for entry in white.entries] == [Commitment]
    secret = "0" * 64
    early = Reveal(previous=white._hashes[-1], author=1, secret=secret)
    assert white.hear(forged(white, 1, early)).trouble == "illegal"


def test_another_secret_than_was_committed_is_refused() -> None:
    white, black = pair()
    white.hear(msgspec.json.encode(black.snapshot()))
    black.hear(msgspec.json.encode(white.snapshot()))
    white.hear(msgspec.json.encode(black.snapshot()))  # White has revealed now
    other = Reveal(previous=white._hashes[-1], author=1, secret="ab" * 32)
    assert white.hear(forged(white, 1, other)).trouble == "illegal"
    assert white.position.plies == ()


def test_the_commitment_of_another_seat_cannot_be_used() -> None:
    white, black = pair()
    white.hear(msgspec.json.encode(black.snapshot()))
    copied = white.entries[0]
    assert isinstance(copied, Commitment)
    mine = Commitment(previous=white._hashes[-1], author=1, digest=copied.digest)
    assert not white.hear(forged(white, 1, mine)).trouble  # nobody can tell yet
    shown = [entry for entry in white.entries if isinstance(entry, Reveal)]
    assert len(shown) == 1
    again = Reveal(previous=white._hashes[-1], author=1, secret=shown[0].secret)
    assert white.hear(forged(white, 1, again)).trouble == "illegal"


@pytest.mark.parametrize("how", ["takeback", "new"])
def test_a_draw_after_a_takeback_cannot_be_chosen(how: str) -> None:
    white, black = pair()
    settle(white, black)
    first = {entry.digest for entry in white.entries if isinstance(entry, Commitment)}
    asker, other = (white, black) if white.holds_pen else (black, white)
    asker.ask(how)  # type: ignore[arg-type]
    settle(white, black)
    other.answer(True)
    settle(white, black)
    assert white.position == black.position
    assert len(white.position.plies) == 1
    digests = [entry.digest for entry in white.entries if isinstance(entry, Commitment)]
    game, plies = white.position.game, 0
    known = [entry.secret for entry in white.entries if isinstance(entry, Reveal)][:2]
    assert len(set(digests)) == 4
    assert not first & set(digests[2:])
    for seat in (0, 1):
        for secret in known:
            assert commitment_digest(seat, game, plies, secret) not in digests[2:]


def test_a_seat_that_does_not_reveal_stops_the_game_visibly() -> None:
    white, black = pair()
    white.hear(msgspec.json.encode(black.snapshot()))
    black.hear(msgspec.json.encode(white.snapshot()))
    white.hear(msgspec.json.encode(black.snapshot()))
    assert white.position.pen(white._rules) == 1
    with pytest.raises(Refused):
        white.play("draw b")


def test_a_seat_that_has_lost_its_log_takes_back_what_it_published() -> None:
    white, black = pair()
    settle(white, black)
    kept = msgspec.json.encode(white.snapshot())
    empty = Snapshot(table="T", seat=0, seats=2, revision=0)
    back = Replica(empty, GameRules(registry.make("soli2")), SEEDS[0], lost=True)
    assert not back.holds_pen
    assert back.hear(kept).changed
    assert back.entries == white.entries
    assert not back.lost
    assert settle(back, black) == []


def test_what_even_the_broker_has_lost_is_believed_of_all_others() -> None:
    white, black = pair()
    settle(white, black)
    empty = Snapshot(table="T", seat=0, seats=2, revision=0)
    back = Replica(empty, GameRules(registry.make("soli2")), SEEDS[0], lost=True)
    with pytest.raises(Refused):
        back.ask("draw")
    back.hear(msgspec.json.encode(black.snapshot()))
    assert back.entries == black.entries
    assert settle(back, black) == []
    player, other = (back, black) if back.holds_pen else (black, back)
    player.play(GameRules(registry.make("soli2")).moves(player.position.plies)[0])
    assert settle(back, black) == []
    assert other.entries == player.entries


def test_a_resignation_of_an_earlier_game_does_not_end_the_next_one() -> None:
    white, black = (
        Replica(
            Snapshot(table="T", seat=seat, seats=2, revision=0),
            GameRules(registry.make("solomon")),
            SEEDS[seat],
        )
        for seat in (0, 1)
    )
    white.ask("new")
    black.hear(msgspec.json.encode(white.snapshot()))
    black.answer(True)
    white.ask("resign")  # the first game: White has not heard of the answer yet
    assert settle(white, black) == []
    assert white.position == black.position
    assert white.position.game == 1
    assert white.position.ended is None
    assert white.wishes == ()
