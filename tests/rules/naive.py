"""The game once more, written from its rules alone with strings and lists, to be compared with the engine.

A card is ``"SA"``, a call ``"1C"``, ``"Pass"``, ``"X"`` or ``"XX"``, a seat ``"N"`` or ``"S"``, a hand a list of cards.
Nothing here is quick, and nothing of the engine is imported.
"""

from __future__ import annotations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
SUITS = ["C", "D", "H", "S"]
STRAINS = ["C", "D", "H", "S", "NT"]
DECK = [suit + rank for suit in SUITS for rank in RANKS]
LADDER = [level + strain for level in "1234567" for strain in STRAINS]
OTHER = {"N": "S", "S": "N"}

WRITTEN: dict[str, str | int | bool] = {
    "draw_winner": "highest-rank",
    "draw_follow": False,
    "stock": "hidden",
    "doubling": True,
    "undertrick": 0,
    "overtricks": True,
}
PRESETS = {
    "written": WRITTEN,
    "penalty": {**WRITTEN, "undertrick": 50},
    "level": {**WRITTEN, "undertrick": 50, "overtricks": False},
}


def read_rules(text: str) -> dict[str, str | int | bool]:
    """``penalty,stock=exposed`` as a value for every field."""
    preset, *overrides = text.split(",")
    rules = dict(PRESETS[preset])
    for override in overrides:
        name, value = override.split("=")
        assert name in rules
        rules[name] = {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)
    return rules


def read_hand(text: str) -> list[str]:
    """``AQ5.K2.-.JT98`` as a list of cards, spades first."""
    return [suit + rank for suit, ranks in zip("SHDC", text.split("."), strict=True) for rank in ranks if rank != "-"]


def write_hand(cards: list[str]) -> str:
    """The hand as it is written: spades, hearts, diamonds, clubs, ranks from the top."""
    holdings = []
    for suit in "SHDC":
        ranks = [card[1] for card in cards if card[0] == suit]
        holdings.append("".join(sorted(ranks, key=RANKS.index, reverse=True)) or "-")
    return ".".join(holdings)


def of_suit(cards: list[str], suit: str) -> list[str]:
    return [card for card in cards if card[0] == suit]


def higher(one: str, two: str) -> bool:
    """Whether the rank of card *one* is above that of card *two*."""
    return RANKS.index(one[1]) > RANKS.index(two[1])


class Game:
    """One deal at some moment. *stage* is draw, auction, play or over."""

    def __init__(self, rules: dict[str, str | int | bool], dealer: str) -> None:
        self.rules = rules
        self.dealer = dealer
        self.stage = "draw"
        self.turn = OTHER[dealer]
        self.hands: dict[str, list[str]] = {"N": [], "S": []}
        self.stock: list[str] = []
        self.table: str | None = None
        self.gone: list[str] = []
        self.calls: list[str] = []
        self.bid: str | None = None
        self.bidder: str | None = None
        self.times = 1
        self.contract: tuple[str, int, str] | None = None
        self.won = {"N": 0, "S": 0}
        self.last_winner: str | None = None

    @classmethod
    def dealt(cls, north: str, south: str, stock: list[str], dealer: str, rules: dict[str, str | int | bool]) -> Game:
        """A deal whose draw phase begins."""
        game = cls(rules, dealer)
        game.hands = {"N": read_hand(north), "S": read_hand(south)}
        game.stock = list(stock)
        assert sorted(game.hands["N"] + game.hands["S"] + game.stock) == sorted(DECK)
        return game

    @classmethod
    def drawn(cls, north: str, south: str, dealer: str, rules: dict[str, str | int | bool]) -> Game:
        """A deal whose auction begins."""
        game = cls(rules, dealer)
        game.hands = {"N": read_hand(north), "S": read_hand(south)}
        game.stage, game.turn = "auction", dealer
        return game

    @classmethod
    def ending(cls, north: str, south: str, strain: str, leader: str) -> Game:
        """Hands of any size whose play begins, in one odd trick in *strain*."""
        game = cls(PRESETS["written"], leader)
        game.hands = {"N": read_hand(north), "S": read_hand(south)}
        game.stage, game.turn, game.contract = "play", leader, ("1" + strain, 1, OTHER[leader])
        return game

    def copy(self) -> Game:
        other = Game(self.rules, self.dealer)
        other.__dict__.update(self.__dict__)
        other.hands = {seat: list(cards) for seat, cards in self.hands.items()}
        other.stock, other.gone, other.calls = list(self.stock), list(self.gone), list(self.calls)
        other.won = dict(self.won)
        return other

    def legal(self) -> list[str]:
        """All that the seat whose turn it is may do."""
        if self.stage == "over":
            return []
        if self.stage == "auction":
            return self.legal_calls()
        held = self.hands[self.turn]
        must_follow = self.stage == "play" or self.rules["draw_follow"]
        if self.table is not None and must_follow:
            return of_suit(held, self.table[0]) or list(held)
        return list(held)

    def legal_calls(self) -> list[str]:
        allowed = ["Pass"]
        if self.bid is None:
            return allowed + LADDER
        if self.rules["doubling"]:
            if self.times == 1 and self.bidder != self.turn:
                allowed.append("X")
            if self.times == 2 and self.bidder == self.turn:
                allowed.append("XX")
        return allowed + LADDER[LADDER.index(self.bid) + 1 :]

    def do(self, action: str) -> Game:
        """The game after *action*."""
        assert action in self.legal(), action
        game = self.copy()
        if self.stage == "auction":
            game.call(action)
        else:
            game.card(action)
        return game

    def call(self, call: str) -> None:
        self.calls.append(call)
        if call == "Pass":
            if self.bid is not None:
                assert self.bidder is not None
                self.contract = (self.bid, self.times, self.bidder)
                self.stage, self.turn = "play", OTHER[self.bidder]
                return
            if self.calls == ["Pass", "Pass"]:
                self.stage = "over"
                return
        elif call == "X":
            self.times = 2
        elif call == "XX":
            self.times = 4
        else:
            self.bid, self.bidder, self.times = call, self.turn, 1
        self.turn = OTHER[self.turn]

    def card(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.gone.append(card)
        if self.table is None:
            self.table = card
            self.turn = OTHER[self.turn]
            return
        reply, leader = self.turn, OTHER[self.turn]
        better = self.wins_draw(card) if self.stage == "draw" else self.wins_play(card)
        winner = reply if better else leader
        self.table, self.turn, self.last_winner = None, winner, winner
        if self.stage == "draw":
            self.hands[winner].append(self.stock.pop(0))
            self.hands[OTHER[winner]].append(self.stock.pop(0))
            if not self.stock:
                self.stage, self.turn, self.gone = "auction", self.dealer, []
        else:
            self.won[winner] += 1
            if not self.hands["N"] and not self.hands["S"]:
                self.stage = "over"

    def wins_draw(self, reply: str) -> bool:
        assert self.table is not None
        if self.rules["draw_winner"] == "led-suit" and reply[0] != self.table[0]:
            return False
        return higher(reply, self.table)

    def wins_play(self, reply: str) -> bool:
        assert self.table is not None
        assert self.contract is not None
        trump = self.contract[0][1:]
        if reply[0] == self.table[0]:
            return higher(reply, self.table)
        return reply[0] == trump

    def score(self) -> int | None:
        """North's points less South's; None before the end."""
        if self.stage != "over":
            return None
        if self.contract is None:
            return 0
        bid, times, declarer = self.contract
        level, strain = int(bid[0]), bid[1:]
        tricks, short = self.won[declarer], 6 + level - self.won[declarer]
        if short > 0:
            points = -int(self.rules["undertrick"]) * short
        else:
            points = 0
            for number in range(1, (tricks - 6 if self.rules["overtricks"] else level) + 1):
                if strain == "NT":
                    points += 40 if number == 1 else 30
                else:
                    points += {"S": 30, "H": 30, "D": 20, "C": 20}[strain]
        return points * times * (1 if declarer == "N" else -1)

    def face_up(self) -> str | None:
        """The card of the stock that both see."""
        return self.stock[0] if self.stock and self.rules["stock"] == "exposed" else None


def count(game: Game, depth: int) -> int:
    """How many different sequences of exactly *depth* legal actions there are from here."""
    if depth == 1:
        return len(game.legal())
    return sum(count(game.do(action), depth - 1) for action in game.legal())


def snapshot(game: Game) -> str:
    """All there is to say of the moment, in one line."""
    contract = "-"
    if game.contract is not None:
        bid, times, declarer = game.contract
        contract = bid + {1: "", 2: "X", 4: "XX"}[times] + "/" + declarer
    fields = {
        "stage": game.stage,
        "turn": "-" if game.stage == "over" else game.turn,
        "N": write_hand(game.hands["N"]),
        "S": write_hand(game.hands["S"]),
        "stock": str(len(game.stock)) + (f":{game.face_up()}" if game.face_up() else ""),
        "table": game.table or "-",
        "calls": " ".join(game.calls) or "-",
        "contract": contract,
        "won": f"{game.won['N']}-{game.won['S']}",
        "winner": game.last_winner or "-",
        "legal": " ".join(sorted(game.legal())) or "-",
        "score": "-" if game.score() is None else str(game.score()),
    }
    return " | ".join(f"{name} {value}" for name, value in fields.items())
