"""Random moments to be explained, the same for the same seed: deals, contracts, rules, calls and cards before them."""

import random
from collections.abc import Iterator
from dataclasses import replace

from tests.coach.claims import Moment
from tests.coach.claims_layout import Layout
from tutor.bench.work import weakest_card
from tutor.cards import SEATS, Seat, Strain, mask_of
from tutor.notation import parse_card, parse_position, parse_ruleset
from tutor.rules import BIDS, PASS, PENALTY, Contract, Deal, DrawPhase, Phase, Play, Ruleset

RULES = (
    "written",
    "penalty",
    "level",
    "penalty",
    "level",
    "written,doubling=false",
    "written,overtricks=false",
    "penalty,doubling=false",
    "level,undertrick=10",
    "penalty,undertrick=200",
    "written,undertrick=1",
    "penalty,undertrick=1000",
)
BEST = 0.7
"""How often a card before the moment is a best one; otherwise it is any."""


SELDOM = """
-.-.J82.- 4.-.K94.- C S DT: DK
962.-.-.- A85.K.-.- C S SJ: SA
7.-.AT3.KT -.T.K7.J4 D N DJ: DA
-.J65.-.92 T.A92.-.Q4 H S HK: HA
A.-.J42.K85 -.AJ.QT.J7 C N CQ: CK
54.4.QJ.9 KQ.-.AT6.KJ S S HJ: SK
7.3.73.87 95.-.AQ.K64 D S HT: DA
-.K6.4.QT9 -.Q8.J7.AK8 H S SA: H8
AK2.76.84.- Q97.93.2.- H N C5: H6
5.-.J.QJ7 -.9.A.AKT8 D S SK: DA
-.-.-.94 -.-.2.63 S S HK: C3
-.-.-.K5 4.-.-.T3 H S H7: C3
-.-.Q4.- -.J.62.- S S CQ: D2
A.Q4.6.- T.AK8.-.- C S: ST
-.-.8.AQ3 -.-.Q6.42 S N: D8
-.7.T6.AQ K.-.A54.T S S: CT
6.72.-.J43 A.Q3.93.2 S S: C2
A85.-.J7.Q T.A.Q9.A8 C S: C8
K.K9.7.95 T.J7.AT8.- S N: C5
7.97.952.T AQT3.82.-.7 C N: D2
J6.3.-.KT94 A.Q2.6.AJ2 H S: SA
97.T6.-.AKJ AT8.J9.4.6 S S: D4
"""
"""Positions, each with a wrong card, for what hardly ever happens: hold-ups, ruffs to refuse, tricks to lose, guards,
long suits and squeezes."""


def random_hands(rng: random.Random) -> tuple[int, int]:
    """Two hands of 13 cards: of a shuffled pack, or what a draw phase leaves of which each throws the weakest card."""
    pack = rng.sample(range(52), 52)
    if rng.random() < 0.5:
        return mask_of(pack[:13]), mask_of(pack[13:26])
    draw = DrawPhase.start(mask_of(pack[:13]), mask_of(pack[13:26]), pack[26:], rng.choice(SEATS))
    while not draw.over:
        hand = draw.hands[draw.turn]
        draw = draw.apply(weakest_card(hand) if rng.random() < 0.8 else rng.choice(draw.legal()))
    return draw.hands


def random_rules(rng: random.Random) -> Ruleset:
    """One of the presets, something near one, or any price."""
    rules = parse_ruleset(rng.choice(RULES))
    return replace(rules, undertrick=rng.randint(0, 1000)) if rng.random() < 0.1 else rules


def random_contract(rng: random.Random, deal: Deal) -> Contract:
    """Any strain, declarer and doubling; mostly of a level about which there can be a fight, sometimes of any."""
    assert deal.start_hands is not None
    declarer, strain = rng.choice(SEATS), rng.choice(list(Strain))
    tricks = Layout.of(Play.start(*deal.start_hands, strain, declarer.other)).tricks_of(int(declarer))
    level = tricks - 6 + rng.choice((-1, 0, 0, 0, 1)) if rng.random() < 0.8 else rng.randint(1, 7)
    times = rng.choice((1, 1, 1, 2, 4)) if deal.ruleset.doubling else 1
    return Contract(min(max(level, 1), 7), strain, times, declarer)


def chosen_cards(rng: random.Random, each: int = 8) -> Iterator[Moment]:
    """Choices of cards without end, at most *each* from one played deal: mostly ones that change its score."""
    while True:
        deal = Deal.from_hands(*random_hands(rng), rng.choice(SEATS), random_rules(rng))
        deal = deal.with_contract(random_contract(rng, deal))
        wrong, right = [], []
        while deal.phase is Phase.PLAY:
            here = Moment(deal, deal.legal()[0])
            right += [Moment(deal, card) for card in here.scores if not here.lost_points(card)]
            wrong += [Moment(deal, card) for card in here.scores if here.lost_points(card)]
            cards = [card for card in here.tricks if not here.lost_tricks(card)]
            deal = deal.apply(rng.choice(cards if rng.random() < BEST else deal.legal()))
        share = min(len(wrong), round(each * 0.8))
        yield from rng.sample(wrong, share)
        yield from rng.sample(right, min(each - share, max(each // 5, 1)))


def chosen_in_endings(rng: random.Random) -> Iterator[Moment]:
    """Wrong cards without end, one from each of many random endings: rather of kinds that are rare in whole deals."""
    while True:
        size, strain = rng.randint(3, 8), rng.choice(list(Strain))
        pack = rng.sample(range(52), 2 * size)
        play = Play.start(mask_of(pack[:size]), mask_of(pack[size:]), strain, rng.choice(SEATS))
        deal = ending(play.apply(rng.choice(play.legal())) if rng.random() < 0.8 else play, rng.choice(SEATS))
        here = Moment(deal, deal.legal()[0])
        wrong = [card for card in here.tricks if here.lost_points(card)]
        rare = []
        if here.play.led is not None:
            won = {card for card in here.tricks if here.play.apply(card).turn == here.you}
            rare = [card for card in wrong if card in won and won.isdisjoint(here.faultless)]
        if rare or (wrong and rng.random() < 0.2):
            yield Moment(deal, rng.choice(rare or wrong))


def seldom_chosen() -> list[Moment]:
    """The moments of :data:`SELDOM`."""
    found = []
    for line in SELDOM.split("\n")[1:-1]:
        position, _, card = line.partition(": ")
        found.append(Moment(ending(parse_position(position).play, SEATS[0]), parse_card(card)))
    return found


def ending(play: Play, declarer: Seat) -> Deal:
    """A deal that has come to *play*: *declarer* has lost all tricks in a grand slam, so that each one more counts."""
    left = max(hand.bit_count() for hand in play.hands)
    play = replace(play, tricks=(0, 13 - left) if declarer == SEATS[0] else (13 - left, 0))
    contract = Contract(7, play.strain, 1, declarer)
    return Deal(PENALTY, declarer, contract=contract, play=play, start_hands=play.hands)


def chosen_calls(rng: random.Random, each: int = 5) -> Iterator[Moment]:
    """Choices of calls without end, at most *each* from one auction: mostly wrong ones, against either opponent."""
    while True:
        deal = Deal.from_hands(*random_hands(rng), rng.choice(SEATS), random_rules(rng))
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4, 5))):
            after = deal.apply(_call(rng, deal))
            deal = after if after.phase is Phase.AUCTION else deal
        natural = rng.random() < 0.5
        here = Moment(deal, PASS, natural)
        near = [call for call in here.scores if call not in BIDS]
        near += [call for call in here.scores if call in BIDS][:12]
        wrong = [call for call in near if here.lost_points(call)]
        chosen = rng.sample(wrong, min(len(wrong), each - 1))
        others = [call for call in here.scores if call not in chosen]
        chosen += rng.sample(others, min(len(others), each - len(chosen)))
        for call in chosen:
            moment = Moment(deal, call, natural)
            moment.solution = here.solution  # solved once for all
            yield moment


def _call(rng: random.Random, deal: Deal) -> int:
    """Any legal call, rather a cheap one."""
    return rng.choice(deal.legal()[: rng.choice((2, 3, 6, 38))])
