"""House rules: the presets as the rule list has them, files of one's own, and what is refused with which words."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path

import pytest
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.contradictions import contradiction
from jassvision.rules.errors import RulesError
from jassvision.rules.options import GAMES, OPTIONS, Box, FactorTable, Rules
from jassvision.rules.preset import load_rules, preset_names

# The presets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_loads_and_contradicts_nothing(name: str) -> None:
    rules = load_rules(name)
    assert rules.name == name
    assert contradiction(rules) is None
    assert rules.game == name.split("_")[0] or rules.game == "schieber"
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(load_rules(name)) == hash(rules)


def test_every_game_has_a_preset() -> None:
    assert {load_rules(name).game for name in preset_names()} == set(GAMES)


def test_the_default_preset_is_the_default_of_every_field() -> None:
    assert load_rules() == load_rules("swisslos_2500") == Rules()


SWISS = {"Eicheln": "C", "Rosen": "H", "Schilten": "S", "Schellen": "D"}
FRENCH = {"hearts": "H", "diamonds": "D", "spades": "S", "clubs": "C"}


@pytest.mark.parametrize(
    ("name", "swiss", "french", "obe", "une", "target", "weis", "stoeck", "match"),
    [
        # Swiss: Eicheln Rosen Schilten Schellen; French: hearts diamonds spades clubs (rule list section 4).
        ("swisslos_2500", (1, 1, 2, 2), (1, 1, 2, 2), 3, 3, 2500, "large", True, 100),
        ("pagat_3000", (1, 1, 2, 2), (1, 1, 2, 2), 3, 4, 3000, "small", True, 100),
        ("single_1000", (1, 1, 1, 1), (1, 1, 1, 1), 1, 1, 1000, "large", True, 100),
        ("tournament_157", (1, 1, 1, 1), (1, 1, 1, 1), 1, 1, None, "none", False, 0),
        ("uri_2000", (1, 1, 2, 2), (1, 1, 2, 2), 2, 2, 2000, "large", True, 100),
        ("howtoplay", (1, 2, 1, 3), (2, 3, 1, 1), 1, 1, 1000, "small", True, 100),
    ],
)
def test_4_presets_of_schieber(
    name: str,
    swiss: tuple[int, ...],
    french: tuple[int, ...],
    obe: int,
    une: int,
    target: int | None,
    weis: str,
    stoeck: bool,
    match: int,
) -> None:
    for suits, names, factors in (("swiss", SWISS, swiss), ("french", FRENCH, french)):
        rules = load_rules(name, suits=suits)
        assert tuple(rules.factors[code] for code in names.values()) == factors
        assert (rules.factors["O"], rules.factors["U"]) == (obe, une)
        assert (rules.target, rules.weis, rules.stoeck, rules.match_bonus) == (target, weis, stoeck, match)
        assert (rules.game, rules.players, rules.partners, rules.direction) == ("schieber", 4, True, "anticlockwise")
    assert load_rules("tournament_157").deals == 12


def test_5_boxes_of_coiffeur() -> None:
    boxes = {name: load_rules(name).boxes for name in preset_names() if name.startswith("coiffeur")}
    assert [(b.name, b.contract, b.factor) for b in boxes["coiffeur"]] == [
        ("Eicheln", "C", 1),
        ("Rosen", "H", 2),
        ("Schilten", "S", 3),
        ("Schellen", "D", 4),
        ("Obenabe", "O", 5),
        ("Undenufe", "U", 6),
        ("Joker 1", "free", 7),
        ("Joker 2", "free", 8),
    ]
    assert [b.factor for b in boxes["coiffeur_jasswiki"]] == [2, 2, 3, 3, 5, 6, 7, 8]
    assert [b.contract for b in boxes["coiffeur_ten"]][6:] == ["slalom", "guschti", "free", "free"]
    assert [len(boxes[n]) for n in ("coiffeur", "coiffeur_jasswiki", "coiffeur_ten", "coiffeur_six")] == [8, 8, 10, 6]
    assert [load_rules(n).total_deals for n in ("coiffeur", "coiffeur_ten", "coiffeur_six")] == [16, 20, 12]
    assert load_rules("coiffeur", partners=False).total_deals == 32
    assert [b.name for b in load_rules("coiffeur", suits="french").boxes][:2] == ["Kreuz", "Herz"]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("vorarlberg", {"direction": "clockwise", "weis": "vorarlberg", "undenufe_points": "old"}),
        ("differenzler", {"players": 4, "partners": False, "hand_size": 9, "undertrump": "void_ok", "deals": 12}),
        (
            "differenzler",
            {"weis": "none", "stoeck": False, "match_bonus": 0, "wins": "lowest", "scoring": "difference"},
        ),
        ("differenzler_3", {"players": 3, "hand_size": 12}),
        ("differenzler_partners", {"partners": True, "sides": 2}),
        ("molotow", {"players": 4, "hand_size": 9, "scoring": "strokes", "unit": "strokes", "undertrump": "void_ok"}),
        ("molotow", {"middle_noughts": 1, "hundred_noughts": 3, "match_strokes": 3, "trump_by": "first_discard"}),
        ("molotow_3", {"players": 3, "hand_size": 9}),
        ("molotow_5", {"players": 5, "hand_size": 7}),
        ("molotow_6", {"players": 6, "hand_size": 6}),
        ("molotow_jasswiki", {"scoring": "jasswiki", "deals": 8, "wins": "lowest", "stoeck": True, "unit": "points"}),
        ("mittlere", {"players": 3, "hand_size": 12, "deals": 12, "middle_noughts": 2, "hundred_noughts": 2}),
        ("mittlere", {"no_trick_noughts": 2, "match_strokes": 2}),
        ("luzern", {"players": 2, "hand_size": 18, "open_piles": True, "weis": "luzern", "weis_order": "fours_first"}),
        ("luzern", {"target": 2500, "last_trick": 5, "match_bonus": 100, "stoeck_time": "both_open"}),
        ("handjass", {"players": 2, "blind": True, "swap": "six", "weis": "small", "four_nines": 0, "minimum": 26}),
        ("handjass", {"target": 7, "unit": "strokes", "stoeck": True, "last_trick": 5}),
        ("handjass_21", {"minimum": 21}),
        ("bessern", {"blind": False, "exchange": 3, "minimum": 26}),
        ("sidi", {"experimental": True, "hand_size": 8, "weis": "small", "trump_by": "turn_up"}),
        ("smoojas", {"pack": "piquet32", "hand_size": 9, "family": "smoojas", "draw": True, "swap": "seven"}),
        ("klaberjass", {"pack": "piquet32", "first_cards": 6, "hand_size": 9, "target": 500, "last_trick": 10}),
        ("klaberjass", {"family": "belote", "follow": "klaberjass", "maker": "more_than_opponent", "swap": "seven"}),
        ("belote", {"first_cards": 5, "hand_size": 8, "turn_up_to_taker": True, "match_bonus": 90, "litige": True}),
        ("belote", {"maker": "more_than_half", "beat_partner": True, "pisser": True, "overtrump_partner": False}),
        ("belote_s4", {"beat_partner": False}),
    ],
)
def test_other_presets(name: str, values: dict[str, object]) -> None:
    rules = load_rules(name)
    assert {field: getattr(rules, field) for field in values} == values


def test_luzern_factors() -> None:
    factors = load_rules("luzern").factors
    assert [factors[c] for c in "DHSCOU"] == [1, 1, 2, 2, 3, 3]


# Fields --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [field.name for field in fields(Rules)])
def test_every_field_is_documented_with_its_source_and_allowed_values(name: str) -> None:
    option = OPTIONS[name]
    assert option.name == name
    assert option.en.endswith(".") and option.de.endswith(".") and option.en != option.de
    assert option.source
    assert option.allowed
    if option.kind == "choice":
        assert option.default in option.choices
    if option.kind == "number" and option.default is not None:
        assert option.low <= option.default <= option.high


def test_rules_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Rules().target = 1  # type: ignore[misc]


def test_factors_follow_the_suits() -> None:
    rules = Rules()
    assert rules.factors["D"] == 2
    assert replace(rules, suits="french").factors["D"] == 1
    assert FactorTable({("swiss", "O"): 3}) != FactorTable({("swiss", "O"): 4})


def test_boxes_know_their_contracts() -> None:
    allowed = ("D", "O", "slalom-up", "slalom-down")
    assert Box("a", "free", 7).choices(allowed) == allowed
    assert Box("a", "slalom", 7).choices(allowed) == ("slalom-up", "slalom-down")
    assert Box("a", "D", 7).choices(allowed) == ("D",)
    assert Box("a", "U", 7).choices(allowed) == ()


# Overrides -----------------------------------------------------------------------------------------------------------


def test_overrides_replace_single_fields() -> None:
    rules = load_rules("pagat_3000", target=1500, claim="bedanken", factors={"U": 3}, deals=None)
    assert (rules.target, rules.claim, rules.factors["U"], rules.factors["O"]) == (1500, "bedanken", 3, 3)
    assert (rules.weis, rules.name) == ("small", "pagat_3000")
    assert load_rules("pagat_3000").target == 3000


def test_overrides_with_several_contracts_and_factors() -> None:
    rules = load_rules(contracts=[*"DHSCOU", "slalom-up", "slalom-down"], factors={"slalom-up": 4, "slalom-down": 4})
    assert rules.factors["slalom-down"] == 4
    assert rules.contracts[-1] == "slalom-down"
    assert load_rules(factors=5).factors == dict.fromkeys(CONTRACTS, 5)
    by_pack = load_rules(suits="french", factors={"french": {"O": 7}})
    assert by_pack.factors["O"] == 7
    assert replace(by_pack, suits="swiss").factors["O"] == 3


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"targt": 1000}, "there is no field 'targt': did you mean target"),
        ({"factor_table": {}}, "there is no field 'factor_table': did you mean factors"),
        ({"weis": "medium"}, "weis: 'medium' is not allowed; choose none, small, large, vorarlberg"),
        ({"weis": False}, "weis: False is not allowed; .*yes, no, on and off"),
        ({"stoeck": "yes"}, "stoeck: 'yes' is not allowed; choose true, false"),
        ({"stoeck": 1}, "stoeck: 1 is not allowed; choose true, false"),
        ({"target": 0}, "target: 0 is not allowed; choose a whole number from 1 to 100000, null"),
        ({"target": "2500"}, "target: '2500' is not allowed"),
        ({"target": 2500.0}, "target: 2500.0 is not allowed"),
        ({"target": True}, "target: True is not allowed"),
        ({"players": None}, "players: None is not allowed; choose a whole number from 2 to 6"),
        ({"players": 7}, "players: 7 is not allowed"),
        ({"contracts": "DHSC"}, "contracts: 'DHSC' is not allowed"),
        ({"contracts": ["D", "X"]}, "contracts: 'X' is not allowed; choose D, H, S, C, O, U"),
        ({"contracts": ["D", "D"]}, "contracts: D is there twice"),
        ({"factors": {"X": 2}}, "factors: there is no contract 'X'"),
        ({"factors": {"O": 0}}, r"factors\.O: 0 is not allowed; choose a whole number from 1 to 100"),
        ({"factors": {"O": True}}, r"factors\.O: True is not allowed"),
        ({"factors": {"swiss": 3}}, r"factors\.swiss: 3 is not allowed"),
        ({"factors": "double"}, "factors: 'double' is not allowed"),
        ({"factors": True}, "factors: True is not allowed"),
        ({"boxes": 8}, "boxes: 8 is not allowed"),
        ({"boxes": [{"contract": "C"}]}, "boxes, number 1: .* choose a box with contract, factor"),
        ({"boxes": [{"contract": "X", "factor": 1}]}, "boxes, number 1, contract: 'X' is not allowed"),
        ({"boxes": [{"contract": "C", "factor": 0}]}, "boxes, number 1, factor: 0 is not allowed"),
        ({"boxes": [{"contract": "C", "factor": 1, "name": " "}]}, "boxes, number 1, name: ' ' is not allowed"),
        ({"name": ""}, "name: '' is not allowed"),
    ],
)
def test_bad_overrides_are_refused_with_the_field_and_what_is_allowed(
    overrides: dict[str, object], message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        load_rules(**overrides)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "overrides", "message"),
    [
        ("swisslos_2500", {"players": 5}, "hand_size, players, pack: 5 players with 9 cards each need 45 cards, .* 36"),
        ("swisslos_2500", {"pack": "piquet32"}, "need 36 cards, but the pack has 32"),
        ("swisslos_2500", {"players": 3}, "partners need 4 players, but 3 play"),
        ("differenzler", {"push_back": True}, "push_back needs partners"),
        ("belote", {"first_cards": 8}, "first_cards must be less than hand_size"),
        ("klaberjass", {"swap": "six"}, "needs a pack of 36"),
        ("swisslos_2500", {"swap": "six"}, "needs a card turned up"),
        ("handjass", {"hand_size": 13}, "a blind needs 13 more cards, but only 9 are left over"),
        ("bessern", {"hand_size": 17}, "only 1 left over to be exchanged"),
        ("smoojas", {"hand_size": 16}, "no stock to draw from"),
        ("swisslos_2500", {"contracts": []}, "at least one contract"),
        ("swisslos_2500", {"turn_up_to_taker": True}, "turn_up_to_taker needs trump_by: bid"),
        ("swisslos_2500", {"maker": "more_than_half"}, "needs somebody who took trump"),
        ("swisslos_2500", {"litige": True}, "litige needs takers who can fail"),
        ("swisslos_2500", {"follow": "free_then_strict"}, "needs draw: true"),
        ("belote", {"contracts": ["D", "O"]}, "knows trump suits only, no O"),
        ("differenzler", {"contracts": ["D", "U"]}, "gives a trump suit, never U"),
        ("coiffeur", {"boxes": []}, "boxes and scoring: box go together"),
        ("swisslos_2500", {"scoring": "box"}, "boxes and scoring: box go together"),
        ("coiffeur", {"trump_by": "named"}, "trump_by: box and scoring: box go together"),
        ("coiffeur", {"contracts": ["D", "H", "S", "C", "O"]}, "box 'Undenufe' needs U among the contracts"),
        ("coiffeur_ten", {"contracts": [*"DHSCOU", "guschti"]}, "box 'Slalom' needs slalom-up or slalom-down"),
        ("coiffeur", {"deals": 10}, "8 boxes for 2 sides make 16 deals"),
        ("differenzler", {"announce": "none"}, "scoring: difference and announcing go together"),
        ("swisslos_2500", {"exact_bonus": 10}, "exact_bonus needs scoring: difference"),
        ("handjass", {"minimum": 0}, "scoring: handjass and a minimum above 0 go together"),
        ("swisslos_2500", {"unit": "strokes"}, "unit: strokes goes with"),
        ("swisslos_2500", {"match_strokes": 2}, "match_strokes needs scoring: strokes"),
        ("tournament_157", {"weis_reuse": True}, "weis_reuse needs a schedule of Weis"),
        ("tournament_157", {"bergpreis": 50}, "a Bergpreis needs a target"),
        ("tournament_157", {"claim": "bedanken"}, "needs a target to claim"),
        ("swisslos_2500", {"wins": "lowest"}, "wins: lowest needs a number of deals"),
        ("swisslos_2500", {"target": None}, "a match needs an end"),
        # What a game can do nothing with is not taken for a rule in force.
        ("swisslos_2500", {"scoring": "difference", "announce": "open"}, "is a rule of differenzler, not of schieber"),
        ("swisslos_2500", {"scoring": "strokes", "unit": "strokes"}, "is a rule of molotow, mittlere"),
        ("swisslos_2500", {"trump_by": "last_card", "contracts": ["D"]}, "trump_by: last_card is a rule of"),
        ("swisslos_2500", {"follow": "belote"}, "follow: belote is a rule of klaberjass, belote, not of schieber"),
        ("swisslos_2500", {"open_piles": True}, "open_piles: true is a rule of luzern"),
        ("swisslos_2500", {"first_cards": 5}, "first_cards is a rule of klaberjass and belote"),
        ("swisslos_2500", {"drop": True}, "drop: true is a rule of handjass, bessern, sidi"),
        ("swisslos_2500", {"hand_size": 6, "exchange": 3}, "exchange is a rule of bessern"),
        ("swisslos_2500", {"lead": "declarer"}, "lead: declarer is a rule of coiffeur"),
        ("swisslos_2500", {"weis_time": "on_lead"}, "weis_time: on_lead is a rule of smoojas"),
        ("swisslos_2500", {"game": "differenzler"}, "trump_by: named is a rule of schieber, luzern"),
        ("luzern", {"open_piles": False}, "luzern needs open_piles: true"),
        ("luzern", {"hand_size": 17}, "17 cards make no piles of two"),
        ("smoojas", {"draw": False, "follow": "jass"}, "smoojas needs draw: true"),
        ("smoojas", {"players": 3}, "smoojas needs players: 2"),
        ("handjass", {"players": 3, "hand_size": 7}, "handjass needs players: 2"),
        ("belote", {"follow": "jass"}, "belote needs follow: klaberjass or belote"),
        ("belote", {"partners": False}, "belote needs sides: 2"),
        ("belote", {"turn_up_to_taker": False}, "no card is left over to be turned up"),
        ("sidi", {"hand_size": 18}, "no card is left over to be turned up"),
        ("handjass", {"hand_size": 12}, "a blind needs 12 more cards, but only 11 are left over"),
    ],
)
def test_contradictions_are_refused(name: str, overrides: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        load_rules(name, **overrides)


def test_names_of_boxes_fit_into_a_record() -> None:
    boxes = [{"name": "this, that", "contract": "free", "factor": 7}]
    with pytest.raises(RulesError, match="without a comma"):
        load_rules("coiffeur", boxes=boxes)
    with pytest.raises(RulesError, match="2000 are too many"):
        load_rules("coiffeur", boxes=boxes * 2000)


def test_a_path_that_cannot_be_one_is_refused() -> None:
    with pytest.raises(RulesError, match="cannot be a file"):
        load_rules("a\0.yaml")


def test_two_boxes_of_one_name_are_refused() -> None:
    boxes = [{"contract": "free", "factor": 7}, {"contract": "free", "factor": 8}]
    with pytest.raises(RulesError, match="two boxes are called 'Joker'"):
        load_rules("coiffeur", boxes=boxes)


def test_a_contract_without_a_factor_is_refused() -> None:
    rules = Rules(factor_table=FactorTable({("swiss", "D"): 1, ("french", "D"): 1}), contracts=("D", "O"))
    wrong = contradiction(rules)
    assert wrong is not None and "contract O is allowed but has no factor for swiss suits" in wrong.sentence


@pytest.mark.parametrize("name", ["swisslos", "", "pagat3000", "../secrets", "swisslos_2500.txt"])
def test_an_unknown_preset_is_refused_with_the_list(name: str) -> None:
    with pytest.raises(RulesError, match=r"there is no (preset|file)"):
        load_rules(name)


def test_an_unknown_preset_suggests_the_nearest() -> None:
    with pytest.raises(RulesError, match="did you mean swisslos_2500"):
        load_rules("swisslos2500")


# Files ---------------------------------------------------------------------------------------------------------------


def house(folder: Path, text: str, name: str = "house.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_overrides_single_fields_of_its_base(tmp_path: Path) -> None:
    path = house(tmp_path, "# Stammtisch\nbase: pagat_3000\ntarget: 1500\nfactors: {U: 3}\nclaim: bedanken\n")
    rules = load_rules(path)
    expected = load_rules("pagat_3000", target=1500, factors={"U": 3}, claim="bedanken", name="house")
    assert rules == expected
    assert load_rules(str(path)) == rules
    assert load_rules(path, target=900).target == 900


def test_a_file_without_a_base_starts_from_the_default(tmp_path: Path) -> None:
    rules = load_rules(house(tmp_path, "target: 1500\nname: Bären\n"))
    assert rules == load_rules(target=1500, name="Bären")


def test_a_file_may_have_a_file_as_its_base(tmp_path: Path) -> None:
    house(tmp_path, "base: uri_2000\nweis: small\n", "club.yaml")
    rules = load_rules(house(tmp_path, "base: ./club.yaml\ntarget: 1000\n"))
    assert (rules.weis, rules.target, rules.factors["O"], rules.name) == ("small", 1000, 2, "house")


def test_a_file_saved_by_a_windows_editor(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_bytes(b"\xef\xbb\xbfbase: uri_2000\r\ntarget: 1000\r\n")
    assert load_rules(path).target == 1000


def test_files_that_are_each_others_base_are_refused(tmp_path: Path) -> None:
    house(tmp_path, "base: two.yaml\n", "one.yaml")
    house(tmp_path, "base: one.yaml\n", "two.yaml")
    with pytest.raises(RulesError, match=r"each other's base \(one\.yaml -> two\.yaml -> one\.yaml\)"):
        load_rules(tmp_path / "one.yaml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("target: 1000\nweiss: small\n", r"house\.yaml, line 2: there is no field 'weiss': did you mean weis\?"),
        ("\n\nweis: smal\n", r"line 3: weis: 'smal' is not allowed; choose none, small"),
        ("weis: no\n", "line 1: weis: False is not allowed; .*put the word in quotes"),
        ("stoeck: 'yes'\n", "line 1: stoeck: 'yes' is not allowed; choose true, false"),
        ("on: 3\n", "line 1: True is no field: put the word in quotes"),
        ("2: 3\n", "line 1: 2 is no field"),
        ("target: 1000\ntarget: 2000\n", "line 2: target is given twice"),
        ("factors: {O: 3, O: 4}\n", "line 1: O is given twice"),
        ("target: 010\n", "line 1: 010 is no plain number"),
        ("target: 0x10\n", "line 1: 0x10 is no plain number"),
        ("target: 1:30\n", "line 1: 1:30 is no plain number"),
        ("target: 2_500\n", "line 1: 2_500 is no plain number"),
        ("target: 2'500\n", 'line 1: target: "2\'500" is not allowed'),
        ("target: 2500.0\n", "line 1: target: 2500.0 is not allowed"),
        ("target: 2500-01-01\n", "line 1: target: .* is not allowed"),
        ("target:\n  much: 1\n", "line 1: target: {'much': 1} is not allowed"),
        ("a: [1\n", "this is no YAML"),
        ("\tweis: small\n", "line 1: this is no YAML"),
        ("weis: !!python/object/apply:os.system ['true']\n", "this is no YAML"),
        ("weis: small\n---\nweis: large\n", "this is no YAML"),
        ("", "is a list of `field: value` lines"),
        ("- weis\n", "is a list of `field: value` lines"),
        ("just words\n", "is a list of `field: value` lines"),
        ("base: nowhere\n", "line 1: base: there is no preset 'nowhere'"),
        ("base: nowhere.yaml\n", r"there is no file .*nowhere\.yaml"),
        ("base: 7\n", "line 1: base: 7 is not allowed"),
        ("base:\n", "line 1: base: None is not allowed"),
        ("target: 1000\nplayers: 5\n", "line 2: hand_size, players, pack: 5 players with 9 cards each need 45 cards"),
        ("players: 3\n", "line 1: partners, players: partners need 4 players"),
        ("factors:\n  swiss: {D: 1}\n  O: 2\n", "line 1: factors: there is no contract 'swiss'"),
        ("? [a, b]\n: 3\n", "this is no YAML|is no field"),
        ("weis: *x\n", r"line 1: \*x refers to another place"),
        ("weis: &x small\nname: *x\n", r"line 2: \*x refers to another place"),
        ("a: &a [1, 1]\nb: &b [*a, *a]\n", r"line 2: \*a refers"),
        ("factors: &f {O: *f}\n", "refers to another place"),
        ("[" * 500, "too deep"),
        ("target: " + "[" * 5000 + "]" * 5000 + "\n", "too deep"),
        ("target: " + "[" * 40 + "]" * 40 + "\n", "too deep"),
        ("x" * 20_001, "larger than 20,000 bytes"),
        ("weis: " + "x" * 9_000 + "\n", r"'x{79}\.\.\. is not allowed"),
        ("weis: small\x00\n", "special characters are not allowed$"),
        ('name: "a\\nb"\n', "a text of one line"),
        ('name: "\\ud800"\n', "a text of one line"),
        ('base: "./a\\0.yaml"\n', "cannot be a file"),
    ],
)
def test_bad_files_are_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    path = house(tmp_path, text)
    with pytest.raises(RulesError, match=message) as caught:
        load_rules(path)
    assert "yaml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"there is no file .*missing\.yaml"):
        load_rules(tmp_path / "missing.yaml")
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules(tmp_path / "folder.yaml")
    (tmp_path / "latin.yaml").write_bytes("target: 100\nname: Bären\n".encode("latin-1"))
    with pytest.raises(RulesError, match=r"latin\.yaml, line 2: this is no UTF-8"):
        load_rules(tmp_path / "latin.yaml")
