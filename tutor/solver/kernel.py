"""The compiled heart of the solver: packed positions, the endgame table, the search.

Everything that Numba compiles is in this one file, because its on-disk cache does not see changes in other files.
With ``NUMBA_DISABLE_JIT=1`` the same source runs as plain Python; all numbers are therefore kept within 63 bits.

Vocabulary
    A *key* is a position with a seat on lead in one int: four *fields* of 14 bits, the trump suit in field 0 and the
    plain suits after it, in no-trump four plain suits; bit 56 is set in no-trump. A *field* tells who owns the cards
    left in a suit, from the top: a sentinel bit, then a bit for each card, 1 if the leader owns it. The sentinel
    keeps suits of different lengths apart. Ranks are compressed: only the order of the cards left matters.
    Card *i* of a field is the one with *i* lower cards in the suit. A key is *canonical* when its plain fields do not
    increase; only canonical keys reach the tables.

    *k* is the number of cards each, so of tricks left. A *value* is the tricks the leader takes with best play.

The endgame table
    For each k a *layer*, for each quadruple of suit lengths a *block* of C(2k, k) values of 4 bits, ordered by the
    colex rank of the owner bits of all four fields, field 0 lowest. Colex order of words with equally many ones is
    their order as numbers. The rank is the sum of two look-ups of 13 bits each.

Source of the pruning rules: a follower need only try the lowest card that wins and the lowest that loses; a discard
or ruff is the lowest of its suit; adjacent cards of one hand are equal. ``tests/solver`` proves them exhaustively.
"""

from math import comb
from typing import Final

import numpy as np

from tutor.solver.cache import compiled

# A kernel's functions take the whole state as plain numbers and are long where a call would cost time.
# ruff: noqa: C901, PLR0912, PLR0915, PLR0917, D417

MAX_K: Final = 13
FIELD_BITS: Final = 14
FIELD_MASK: Final = (1 << FIELD_BITS) - 1
NOTRUMP_BIT: Final = 1 << 56
LENGTH_SPAN: Final = 14  # suit lengths run from 0 to 13
NODES: Final = 0  # where a transposition table counts the nodes searched
HEADER: Final = 8  # ints before its first entry


def block_lengths(k: int, notrump: bool) -> list[tuple[int, int, int, int]]:
    """The suit lengths of the blocks of layer *k*, in the order in which they lie in the table."""
    found = []
    for n0 in range(min(2 * k, 13), -1, -1):
        for n1 in range(min(2 * k - n0, n0 if notrump else 13), -1, -1):
            for n2 in range(min(2 * k - n0 - n1, n1), -1, -1):
                n3 = 2 * k - n0 - n1 - n2
                if n3 <= n2:
                    found.append((n0, n1, n2, n3))
    return found


def layer_blocks(k: int) -> list[tuple[int, int, int, int, int]]:
    """All blocks of layer *k* as (notrump, n0, n1, n2, n3): those with trumps first."""
    return [(0, *lengths) for lengths in block_lengths(k, False)] + [
        (1, *lengths) for lengths in block_lengths(k, True)
    ]


def _length_table() -> np.ndarray:
    """For each field the number of its cards (for a power of two: the place of its bit). uint8, 16384."""
    return np.array([max(field.bit_length() - 1, 0) for field in range(1 << FIELD_BITS)], dtype=np.uint8)


def _beaten_table() -> np.ndarray:
    """For each field how many of the leader's cards can be beaten at most, each by a card of its own. uint8, 16384."""
    fields = np.arange(1 << FIELD_BITS)
    cards = _length_table()
    higher = np.zeros(len(fields), dtype=np.int64)
    beaten = np.zeros(len(fields), dtype=np.int64)
    for place in range(12, -1, -1):
        below_sentinel = place < cards
        mine = (fields >> place & 1).astype(bool)
        higher += below_sentinel & ~mine
        beaten += below_sentinel & mine & (higher > beaten)
    return beaten.astype(np.uint8)


def _colex_part(first: int, below: int) -> np.ndarray:
    """For each 13 owner bits, the lowest at place *first* with *below* ones beneath them: their part of the colex rank.

    No position has more than 13 ones; what stands here for words that would is never looked up.
    """
    words = np.arange(8192)
    ones_so_far = np.full(8192, below)
    ranks = np.zeros(8192, dtype=np.int64)
    for place in range(13):
        one = words >> place & 1
        ones_so_far += one
        gains = np.array([comb(first + place, min(n, MAX_K)) for n in range(below + 14)])
        ranks += one * gains[ones_so_far]
    return ranks


def _low_rank_table() -> np.ndarray:
    """For the low 13 owner bits: colex rank · 16 + number of ones. int32, 8192."""
    return (_colex_part(0, 0) << 4 | np.bitwise_count(np.arange(8192))).astype(np.int32)


def _high_rank_table() -> np.ndarray:
    """For (ones below, high 13 owner bits): what they add to the colex rank. int32, 14 · 8192."""
    return np.concatenate([_colex_part(13, below) for below in range(14)]).astype(np.int32)


def _offset_tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Block number by (notrump, k, n0, n1, n2); first value of each layer; values in a block of each layer."""
    blocks = np.zeros((2, MAX_K + 1, LENGTH_SPAN**3), dtype=np.int32)
    starts = np.zeros(MAX_K + 2, dtype=np.int64)
    sizes = np.zeros(MAX_K + 1, dtype=np.int64)
    for k in range(1, MAX_K + 1):
        sizes[k] = comb(2 * k, k)
        for number, (notrump, n0, n1, n2, _) in enumerate(layer_blocks(k)):
            blocks[notrump, k, (n0 * LENGTH_SPAN + n1) * LENGTH_SPAN + n2] = number
        starts[k + 1] = starts[k] + sizes[k] * len(layer_blocks(k))
    return blocks.reshape(-1), starts, sizes


LENGTH: Final = _length_table()
BEATEN: Final = _beaten_table()
LOW_RANK: Final = _low_rank_table()
HIGH_RANK: Final = _high_rank_table()
BLOCK, LAYER_START, BLOCK_SIZE = _offset_tables()


@compiled
def length(field: int) -> int:
    """The cards in *field*; for a power of two, the place of its bit."""
    # Not int(): that keeps the type of the table, and sums of 8 bits would follow.
    return np.int64(LENGTH[field])  # type: ignore[return-value]


@compiled
def without(field: int, i: int) -> int:
    """The field after its card *i* is gone."""
    return ((field >> (i + 1)) << i) | (field & ((1 << i) - 1))


@compiled
def canonical(key: int) -> int:
    """The key with its plain fields (in no-trump all four) in non-increasing order."""
    f0 = key & FIELD_MASK
    f1 = (key >> 14) & FIELD_MASK
    f2 = (key >> 28) & FIELD_MASK
    f3 = (key >> 42) & FIELD_MASK
    if key & NOTRUMP_BIT:
        a, b = max(f0, f1), min(f0, f1)
        c, d = max(f2, f3), min(f2, f3)
        f0, x = max(a, c), min(a, c)
        y, f3 = max(b, d), min(b, d)
        f1, f2 = max(x, y), min(x, y)
    else:
        a, b = max(f1, f2), min(f1, f2)
        c, f3 = max(b, f3), min(b, f3)
        f1, f2 = max(a, c), min(a, c)
    return f0 | f1 << 14 | f2 << 28 | f3 << 42 | (key & NOTRUMP_BIT)


@compiled
def flipped(key: int) -> int:
    """The key with the other seat on lead."""
    m0 = (1 << length(key & FIELD_MASK)) - 1
    m1 = (1 << length((key >> 14) & FIELD_MASK)) - 1
    m2 = (1 << length((key >> 28) & FIELD_MASK)) - 1
    m3 = (1 << length((key >> 42) & FIELD_MASK)) - 1
    return key ^ (m0 | m1 << 14 | m2 << 28 | m3 << 42)


@compiled
def table_index(key: int, k: int) -> int:
    """Where the value of the canonical *key* with *k* cards each lies in the table, in values."""
    f0 = key & FIELD_MASK
    f1 = (key >> 14) & FIELD_MASK
    f2 = (key >> 28) & FIELD_MASK
    f3 = (key >> 42) & FIELD_MASK
    n0 = length(f0)
    n1 = length(f1)
    n2 = length(f2)
    n3 = length(f3)
    # The sentinel of each field is where the next field's bits begin, so it is taken off by the exclusive or.
    owners = f0 ^ (1 << n0)
    owners |= (f1 ^ (1 << n1)) << n0
    owners |= (f2 ^ (1 << n2)) << (n0 + n1)
    owners |= (f3 ^ (1 << n3)) << (n0 + n1 + n2)
    low = int(LOW_RANK[owners & 8191])
    rank = (low >> 4) + int(HIGH_RANK[((low & 15) << 13) | (owners >> 13)])
    notrump = (key >> 56) & 1
    block = int(BLOCK[(notrump * 14 + k) * 2744 + (n0 * 14 + n1) * 14 + n2])
    return int(LAYER_START[k]) + block * int(BLOCK_SIZE[k]) + rank


@compiled
def table_value(table: np.ndarray, key: int, k: int) -> int:
    """The value of the canonical *key* with *k* cards each, from the table."""
    if k == 0:
        return 0
    index = table_index(key, k)
    return (int(table[index >> 1]) >> ((index & 1) << 2)) & 15


@compiled
def after_trick(key: int, suit: int, i: int, reply_suit: int, j: int) -> int:
    """The canonical key after the lead of card *i* of field *suit* and the reply *j* of *reply_suit*."""
    led_at = 14 * suit
    reply_at = 14 * reply_suit
    led_field = (key >> led_at) & FIELD_MASK
    if suit == reply_suit:
        reply_wins = j > i
        # The higher card goes first, so that the place of the lower one still holds.
        shorter = without(without(led_field, max(i, j)), min(i, j))
        key ^= (led_field ^ shorter) << led_at
    else:
        reply_field = (key >> reply_at) & FIELD_MASK
        reply_wins = reply_suit == 0 and not key & NOTRUMP_BIT
        key ^= (led_field ^ without(led_field, i)) << led_at
        key ^= (reply_field ^ without(reply_field, j)) << reply_at
    if reply_wins:
        key = flipped(key)
    return canonical(key)


@compiled
def reply_takes(key: int, suit: int, i: int, reply_suit: int, j: int) -> bool:
    """Whether the reply wins the trick."""
    if suit == reply_suit:
        return j > i
    return reply_suit == 0 and not key & NOTRUMP_BIT


@compiled
def replies(key: int, suit: int, i: int) -> int:
    """The replies worth trying to the lead of card *i* of field *suit*, at most three or four, in one int.

    Each takes 7 bits, the one to try first lowest: bits 0–3 the card, 4–5 its suit, bit 6 set. A reply that wins is
    tried before one that loses, a ruff before discards: that alone more than halves the nodes.
    """
    field = (key >> (14 * suit)) & FIELD_MASK
    held = ~field & ((1 << length(field)) - 1)
    found = 0
    if held:
        lowest = length(held & -held)
        if lowest < i:
            found = 64 | suit << 4 | lowest
        higher = held >> (i + 1)
        if higher:
            found = found << 7 | 64 | suit << 4 | (length(higher & -higher) + i + 1)
        return found
    for other in range(3, -1, -1):
        if other != suit:
            field = (key >> (14 * other)) & FIELD_MASK
            held = ~field & ((1 << length(field)) - 1)
            if held:
                found = found << 7 | 64 | other << 4 | length(held & -held)
    return found


@compiled
def ones(field: int) -> int:
    """The number of bits set in *field*."""
    return int(LOW_RANK[field & 8191] & 15) + (field >> 13)


@compiled
def top_run(field: int, n: int) -> int:
    """How many cards from the top of a *field* of *n* cards belong to the leader without a gap."""
    gaps = ~field & ((1 << n) - 1)
    return n - 1 - length(gaps) if gaps else n


@compiled
def leads_of(key: int) -> int:
    """The leads worth trying, one bit each where the card stands in *key*: of adjacent cards the lowest."""
    owned = key & (flipped(key) ^ key)  # flipping leaves the sentinels alone
    return owned & ~(owned << 1)


@compiled
def lead_bit(lead: int) -> int:
    """Where the card of *lead* stands in a key."""
    return 14 * ((lead >> 4) & 3) + (lead & 15)


@compiled
def next_lead(key: int, leads: int) -> int:
    """The lead to try next, of the bits of *leads*: bit 6 set, bits 4–5 its suit, bits 0–3 the card.

    First the suits in which the follower is shortest but not void (plain ones before trumps), then those in which it
    is void; of a suit the highest. Of the orders tried this one searched the fewest nodes (a third fewer than suit by
    suit); it decides nothing but the time.
    """
    best, lead = -1, 0
    for suit in range(3, -1, -1):
        some = (leads >> (14 * suit)) & FIELD_MASK
        if some:
            field = (key >> (14 * suit)) & FIELD_MASK
            theirs = length(field) + 1 - ones(field)
            promise = 13 - theirs + (10 if theirs and suit else 0)
            if promise > best:
                best, lead = promise, 64 | suit << 4 | length(some)
    return lead


@compiled
def slot_of(key: int, size: int) -> int:
    """The entry of the transposition table of *size* ints that belongs to *key*."""
    mixed = key ^ (key >> 31)
    mixed = (mixed & 0x7FFFFFFF) * 0x5851F42D + (mixed >> 31) * 0x4C957F2D
    mixed ^= mixed >> 29
    return mixed & ((size - HEADER) // 2 - 1)


@compiled
def sure_tricks(key: int, k: int) -> int:
    """Bounds on the value by counting top cards: at least ``result & 15``, at most ``result >> 4``.

    A trump loses only to a higher trump of the other hand, each to one of its own; so many of either side win in any
    play. With the other side out of trumps, or with top trumps enough to draw them, all of them win.

    Plain winners from the top are cashed while the other side must follow; once its trumps are drawn they run all the
    way, and where they outnumber its cards the low ones with them. The leader cashes at once. The follower gets in at
    the latest when the leader has nothing left but suits in which the follower holds the top card; until then it
    throws other cards away. Without trumps it may have to throw winners as well, down to as many cards as the leader
    has in such suits (*stuck*).
    """
    no_trumps = (key & NOTRUMP_BIT) != 0 or (key & FIELD_MASK) == 1
    leader_drawn = True  # the leader can draw the follower's trumps, so that plain winners are safe
    follower_drawn = True
    leader_sure = 0
    follower_sure = 0
    first = 0
    if not key & NOTRUMP_BIT:
        first = 1
        field = key & FIELD_MASK
        n = length(field)
        mine = ones(field) - 1
        theirs = n - mine
        my_run = top_run(field, n)
        their_run = top_run(field ^ ((1 << n) - 1), n)
        leader_drawn = my_run >= theirs
        # The follower may have to spend a top trump to get in, and must then still draw all of the leader's.
        follower_drawn = mine == 0 or their_run > mine
        leader_sure = mine if leader_drawn else mine - int(BEATEN[field])
        follower_sure = theirs if their_run >= mine else theirs - int(BEATEN[field ^ ((1 << n) - 1)])
    stuck = 0  # without trumps: the leader's cards in suits where the follower holds the top card
    for suit in range(first, 4):
        field = (key >> (14 * suit)) & FIELD_MASK
        n = length(field)
        if n == 0:
            continue
        mine = ones(field) - 1
        theirs = n - mine
        if (field >> (n - 1)) & 1:
            run = top_run(field, n)
            if leader_drawn:
                leader_sure += mine if run >= theirs else run
            else:
                leader_sure += min(run, theirs)
        else:
            run = top_run(field ^ ((1 << n) - 1), n)
            stuck += mine
            if follower_drawn:
                follower_sure += theirs if run >= mine else run
            else:
                follower_sure += min(run, mine)
    most = k - min(follower_sure, stuck if no_trumps else k)
    return min(leader_sure, k) | most << 4


@compiled
def plan_block(k: int, notrump: int, lengths: np.ndarray, plan: np.ndarray) -> None:
    """Where the positions after a trick lie, for each pair of the suits led and replied, in a block of layer *k*.

    Arguments:
        k: cards each.
        notrump: 1 for no-trump, else 0.
        lengths: int64, 4; the suit lengths of the block.
        plan: int64, 16 by 5; row ``4 * led + replied`` is set to where the owner bits of each field begin in the
            owner bits of the position after the trick, and to the first value of its block.
    """
    order = np.empty(4, dtype=np.int64)
    left = np.empty(4, dtype=np.int64)
    for pair in range(16):
        led, replied = pair >> 2, pair & 3
        left[:] = lengths
        left[led] -= 1
        left[replied] -= 1
        if k == 1 or min(left) < 0:
            continue
        for place in range(4):
            order[place] = place
        # Suits of equal length may stand in either order: the table holds both.
        for place in range(2 - notrump, 4):
            at = place
            while at > 1 - notrump and left[order[at - 1]] < left[order[at]]:
                order[at - 1], order[at] = order[at], order[at - 1]
                at -= 1
        begin = 0
        for place in range(4):
            plan[pair, order[place]] = begin
            begin += left[order[place]]
        index = (left[order[0]] * 14 + left[order[1]]) * 14 + left[order[2]]
        block = int(BLOCK[(notrump * 14 + k - 1) * 2744 + index])
        plan[pair, 4] = int(LAYER_START[k - 1]) + block * int(BLOCK_SIZE[k - 1])


@compiled
def fill_block(table: np.ndarray, k: int, notrump: int, n0: int, n1: int, n2: int, n3: int, start: int) -> None:
    """Compute a block of layer *k* from the layer below it.

    Arguments:
        table: the table, at least to the end of layer *k*; the values from *start* on are written.
        k: cards each.
        notrump: 1 for no-trump, else 0.
        n0, n1, n2, n3: the suit lengths of the block.
        start: where the block begins, in values (an even number: C(2k, k) is even).
    """
    lengths = np.array([n0, n1, n2, n3])
    plan = np.zeros((16, 5), dtype=np.int64)
    plan_block(k, notrump, lengths, plan)
    sentinels = 1 << n0 | (1 << n1) << 14 | (1 << n2) << 28 | (1 << n3) << 42 | notrump << 56
    owned = np.empty(4, dtype=np.int64)
    turned = (1 << (2 * k - 2)) - 1
    owners = (1 << k) - 1
    end = 1 << (2 * k)
    index = start
    while owners < end:
        rest = owners
        key = sentinels
        for suit in range(4):
            owned[suit] = rest & ((1 << lengths[suit]) - 1)
            rest >>= lengths[suit]
            key |= owned[suit] << (14 * suit)
        bounds = sure_tricks(key, k)
        best, most = bounds & 15, bounds >> 4
        leads = leads_of(key) if best < most else 0
        while leads:
            lead = next_lead(key, leads)
            leads ^= 1 << lead_bit(lead)
            suit, i = (lead >> 4) & 3, lead & 15
            worst = k
            found = replies(key, suit, i)
            while found and worst > best:
                other, j = (found >> 4) & 3, found & 15
                found >>= 7
                pair = 4 * suit + other
                word = 0
                for field in range(4):
                    bits = owned[field]
                    if field == suit:
                        bits = without(bits, i)
                        if other == suit:
                            bits = without(bits, j - (j > i))
                    elif field == other:
                        bits = without(bits, j)
                    word |= bits << plan[pair, field]
                takes = reply_takes(key, suit, i, other, j)
                if takes:
                    word ^= turned
                low = int(LOW_RANK[word & 8191])
                at = plan[pair, 4] + (low >> 4) + int(HIGH_RANK[((low & 15) << 13) | (word >> 13)])
                value = (int(table[at >> 1]) >> ((at & 1) << 2)) & 15 if k > 1 else 0
                worst = min(worst, k - 1 - value if takes else 1 + value)
            if worst > best:
                best = worst
                if best == most:
                    break
        if index & 1:
            table[index >> 1] |= best << 4
        else:
            table[index >> 1] = best
        index += 1
        # Gosper's hack: the next higher number with as many ones.
        lowest = owners & -owners
        ripple = owners + lowest
        owners = ripple | (((owners ^ ripple) // lowest) >> 2)


@compiled
def search(table: np.ndarray, depth: int, memory: np.ndarray, key: int, k: int, need: int) -> int:
    """Whether (1 or 0) the leader of the canonical *key* takes at least *need* of the *k* tricks left; exact.

    Arguments:
        table: endgame table to layer *depth* at least.
        depth: positions with at most so many cards each are looked up.
        memory: transposition table; see :func:`new_memory`. Its entries are bounds that hold for ever, whatever was
            searched before, so results never depend on its content, only the number of nodes does.
        key: the position.
        k: cards each.
        need: tricks wanted by the leader; any int.
    """
    if need <= 0:
        return 1
    if need > k:
        return 0
    if k <= depth:
        return 1 if table_value(table, key, k) >= need else 0
    memory[NODES] += 1
    slot = HEADER + 2 * slot_of(key, memory.size)
    least, most, tried = 0, k, 0
    if memory[slot] == key:
        entry = memory[slot + 1]
        least, most, tried = entry & 15, (entry >> 4) & 15, entry >> 8
    else:
        bounds = sure_tricks(key, k)
        least, most = bounds & 15, bounds >> 4
    if least >= need:
        return 1
    if most < need:
        return 0
    leads = leads_of(key)
    if tried:
        leads ^= 1 << lead_bit(tried)
    lead = tried or next_lead(key, leads)
    answer = 0
    while True:
        suit, i = (lead >> 4) & 3, lead & 15
        holds = True
        found = replies(key, suit, i)
        while found:
            other, j = (found >> 4) & 3, found & 15
            found >>= 7
            child = after_trick(key, suit, i, other, j)
            if reply_takes(key, suit, i, other, j):
                if search(table, depth, memory, child, k - 1, k - need):
                    holds = False
                    break
            elif not search(table, depth, memory, child, k - 1, need - 1):
                holds = False
                break
        if holds:
            answer = 1
            break
        if not leads:
            break
        lead = next_lead(key, leads)
        leads ^= 1 << lead_bit(lead)
    if answer:
        least = need
    else:
        most = need - 1
        lead = tried
    memory[slot] = key
    memory[slot + 1] = least | most << 4 | lead << 8
    return answer


@compiled
def solve(table: np.ndarray, depth: int, memory: np.ndarray, key: int, k: int, guess: int) -> int:
    """The value of the canonical *key*: zero-window searches upwards or downwards from *guess*.

    Arguments and exactness as for :func:`search`; *guess* (tricks, any int) decides only how long it takes.
    """
    if k <= depth:
        return table_value(table, key, k)
    bounds = sure_tricks(key, k)
    least, most = bounds & 15, bounds >> 4
    need = guess
    while least < most:
        need = min(max(need, least + 1), most)
        if search(table, depth, memory, key, k, need):
            least = need
            need += 1
        else:
            most = need - 1
            need -= 1
    return least


@compiled
def pack(leader: int, other: int, strain: int) -> int:
    """The key of two hands, not yet canonical: the trump suit first, then the others from clubs upwards.

    Arguments:
        leader: mask (52 bits) of the hand on lead.
        other: mask of the other hand.
        strain: 0–3 for trumps, 4 for no-trump.
    """
    key = NOTRUMP_BIT if strain == 4 else 0
    place = 0 if strain == 4 else 14
    for suit in range(4):
        mine = (leader >> (13 * suit)) & 8191
        both = mine | ((other >> (13 * suit)) & 8191)
        field = 1
        while both:
            top = length(both)
            field = field << 1 | (mine >> top) & 1
            both ^= 1 << top
        if suit == strain:
            key |= field
        else:
            key |= field << place
            place += 14
    return key


@compiled
def cards_below(mask: int, card: int) -> int:
    """How many cards of *mask* are lower than *card* in its suit."""
    lower = (mask >> (13 * (card // 13))) & ((1 << (card % 13)) - 1)
    return ones(lower)


@compiled
def field_of_suit(suit: int, strain: int) -> int:
    """Which field of a freshly packed key holds *suit*."""
    if strain == 4 or suit > strain:
        return suit
    return 0 if suit == strain else suit + 1


@compiled
def trick_table(table: np.ndarray, depth: int, memory: np.ndarray, north: int, south: int, out: np.ndarray) -> None:
    """Declarer's tricks for both declarers and all strains, the opponent leading; ten exact solves.

    Arguments:
        table, depth, memory: as for :func:`search`.
        north, south: masks of the hands, 1 to 13 cards each, as many each.
        out: int8, 10; set to the tricks of North in strains 0–4, then of South.
    """
    k = 0
    rest = north
    while rest:
        rest &= rest - 1
        k += 1
    for strain in range(5):
        key = pack(south, north, strain)
        south_leads = solve(table, depth, memory, canonical(key), k, k // 2)
        # To be on lead seldom changes more than a trick: a good guess, and only a guess.
        north_leads = solve(table, depth, memory, canonical(flipped(key)), k, k - south_leads)
        out[strain] = k - south_leads
        out[5 + strain] = k - north_leads


@compiled
def trick_tables(table: np.ndarray, depth: int, memory: np.ndarray, hands: np.ndarray, out: np.ndarray) -> None:
    """As :func:`trick_table` for many deals: *hands* int64, n by 2 (North, South); *out* int8, n by 10."""
    for deal in range(hands.shape[0]):
        trick_table(table, depth, memory, hands[deal, 0], hands[deal, 1], out[deal])


@compiled
def reply_value(
    table: np.ndarray, depth: int, memory: np.ndarray, key: int, k: int, suit: int, i: int, other: int, j: int
) -> int:
    """Tricks of the *k* left that the follower takes after a lead and a reply, the trick itself counted."""
    child = after_trick(key, suit, i, other, j)
    if reply_takes(key, suit, i, other, j):
        return 1 + solve(table, depth, memory, child, k - 1, (k - 1) // 2)
    return k - 1 - solve(table, depth, memory, child, k - 1, (k - 1) // 2)


@compiled
def lead_value(table: np.ndarray, depth: int, memory: np.ndarray, key: int, k: int, suit: int, i: int) -> int:
    """Tricks of the *k* left that the leader takes after leading card *i* of field *suit*."""
    value = k
    found = replies(key, suit, i)
    while found:
        taken = reply_value(table, depth, memory, key, k, suit, i, (found >> 4) & 3, found & 15)
        value = min(value, k - taken)
        found >>= 7
    return value


@compiled
def card_values(
    table: np.ndarray, depth: int, memory: np.ndarray, mine: int, theirs: int, strain: int, led: int, out: np.ndarray
) -> None:
    """Tricks from now on of the seat to play, for every card it may play.

    Arguments:
        table, depth, memory: as for :func:`search`.
        mine, theirs: masks of the seat to play and of the other.
        strain: 0–3 for trumps, 4 for no-trump.
        led: the card on the table (in neither mask, led by the other seat), or -1.
        out: int8, 52; set to the tricks, or -1 for a card that may not be played.
    """
    out[:] = -1
    k = 0
    rest = mine
    while rest:
        rest &= rest - 1
        k += 1
    key = pack(mine, theirs, strain) if led < 0 else pack(theirs | 1 << led, mine, strain)
    led_suit = led // 13 if led >= 0 else -1
    must_follow = led >= 0 and (mine >> (13 * led_suit)) & 8191 != 0
    led_field, led_place = 0, 0
    if led >= 0:
        led_field = field_of_suit(led_suit, strain)
        led_place = cards_below(mine | theirs, led)
    for suit in range(4):
        if must_follow and suit != led_suit:
            continue
        # The card just led still stands between the follower's cards: those on either side of it are not equal.
        others = (theirs >> (13 * suit)) & 8191
        if suit == led_suit:
            others |= 1 << (led % 13)
        own = (mine >> (13 * suit)) & 8191
        field = field_of_suit(suit, strain)
        place, known = 0, -1
        for rank in range(13):
            if (others >> rank) & 1:
                place += 1
                known = -1
            elif (own >> rank) & 1:
                if known < 0:
                    if led < 0:
                        known = lead_value(table, depth, memory, key, k, field, place)
                    else:
                        known = reply_value(table, depth, memory, key, k, led_field, led_place, field, place)
                out[13 * suit + rank] = known
                place += 1
