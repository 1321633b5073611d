"""Hands at whose boards a row of the table of responses, or one of its flaws, decides."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.hands.explanation import Case, Flaw


@dataclass(frozen=True, slots=True)
class Witness:
    """What hands do, and how it ends.

    game, options, text, past, bag, debounce: as for a `Bench`, but a game may be the module of an
        example package; past: the texts of the plies, separated by spaces.
    hands:   what they do, as `Bench.act` takes it.
    end:     what was made, the phase, and what is offered then, in brackets.
    seconds: how long the board is left alone then.
    """

    game: str
    hands: str
    end: str
    text: str = ""
    past: str = ""
    options: dict[str, str] = field(default_factory=dict)
    bag: int | None = 7
    debounce: float | None = None
    seconds: float = 10.0


WITNESSES = {
    (Case.WANTED, Flaw.NONE, None): Witness(
        "trinity",
        "-4 -15 -17 -2 -12 -9 -7 new",
        "ready rest",
        text="o/o.o../N./o../D./oo.Qo/# D 8 1",
        options={"seats": "2", "blocked": "19"},
    ),
    (Case.UNWANTED, Flaw.NONE, None): Witness(
        "peg",
        "new",
        "setup",
        text="o/....o/o./.../../....o/.",
    ),
    (Case.TAP, Flaw.NONE, None): Witness(
        "crowning",
        "-2 ~0.3 -18",
        "ask [2-18] [2-6]",
        text="(oo)/o.ooo/oo/o.o/oo/(oo)(oo)o.o/.",
    ),
    (Case.REST, Flaw.ALIKE, None): Witness(
        "companion_chess.chess",
        "-d4 -d7 +d7 ~0.3 -g4 ~0.3 +g4",
        "Rxd7 confirm [back 1]",
        text="....k.../...p..../......../......../...R..n./......../......../....K... w - - 0",
    ),
    (Case.REST, Flaw.NONE, None): Witness(
        "trinity",
        "",
        "rest",
        text="o/..ooQ/o./..o/.D/o.N.o/# D 8 1",
        options={"seats": "2", "blocked": "19"},
    ),
    (Case.MADE, Flaw.ASTRAY, None): Witness(
        "peg",
        "?e1 -f1 +b2 +c4 +d1 ~0.3 -b2 -c4",
        "astray [what is shown]",
        text="oo.o..o/......o/o.o.o../.o...oo/oo.oo../...o.../.o..ooo",
        options={"board": "grid7"},
    ),
    (Case.MADE, Flaw.EDGE, None): Witness(
        "son_of_solomon",
        "+15 ~0.3 +19",
        "d@15 astray [what is shown]",
        text="4/.c..b/../1../.a/3...2/. b 4 place",
    ),
    (Case.MADE, Flaw.ALIKE, None): Witness(
        "soli2",
        "+b6",
        "ask [b@b6] [w@b6]",
        text="......./......./......./......./....b../..b..../....... b place 11b12w,11b12w -",
        options={"variant": "pure_skill"},
    ),
    (Case.MADE, Flaw.UNSEEN, None): Witness(
        "solomon",
        "?10 -16",
        "confirm [16-10]",
        text="b/bbb../../..b/../wwww./w w",
    ),
    (Case.MADE, Flaw.KNOCKED, None): Witness(
        "trinity",
        "-4 +11 +16 ~0.3 -16 -11 -5 +4 +6",
        "confirm [N4x6]",
        text="o/ooNo./o./oo#/Do/oo.Qo/o N 4 0",
        options={"stones": "16", "blocked": "11"},
    ),
    (Case.MADE, Flaw.ELSEWHERE, None): Witness(
        "companion_chess.chess",
        "-g4 -d4 +d6 +g4",
        "confirm [Rd6]",
        text="....k.../......../......../......../...R..n./......../......../....K... w - - 0",
    ),
    (Case.MADE, Flaw.STOPS, None): Witness(
        "nim",
        "-17",
        "confirm [17]",
        text="o/....o/o./oo./oo/oooo./o w",
        seconds=1.0,
    ),
    (Case.MADE, Flaw.HIDDEN, None): Witness(
        "crowning",
        "?15 +2",
        "hand",
        text="o/..oo(oo)/../oo./oo/oo(oo)(oo)o/(oo)",
        seconds=1.0,
    ),
    (Case.MADE, Flaw.LESS, None): Witness(
        "halma",
        "-h3 +f7 -f7 +d9",
        "hand",
        text=(
            "................../..nC..nTnCnT....../....nS..nS......../............nD..../"
            "..........sC....../................../..........sT..sC../........sS....sT../"
            "..sSsD............ s -,-"
        ),
        options={"rules": "advanced"},
        seconds=1.0,
    ),
    (Case.MADE, Flaw.SLIDING, None): Witness(
        "son_of_solomon",
        "+6 ~0.3 -6",
        "rest",
        text="./...../3b/42a/../..c1./. b 4 place",
        past="d@5",
    ),
    (Case.MADE, Flaw.NONE, None): Witness(
        "trinity",
        "+8 +6*3",
        "Q6-8 rest",
        text="o/..ooQ/o./.Do/.o/o.N.o/# Q 7 0",
        options={"blocked": "19"},
    ),
    (Case.BOTH, Flaw.ASTRAY, Case.BOTH): Witness(
        "soli2",
        "+f6 +d7 +d2 ~0.3 -d7",
        "astray",
        text="......./......./...b.../......./......./......./....... w place 23b24w -",
        bag=None,
    ),
    (Case.BOTH, Flaw.ASTRAY, None): Witness(
        "gomony",
        "-g7 -e3 +f4 ~0.3 +h8 -f4 +d4",
        "astray [what is shown]",
        text=(
            "...(bwwW).(bW)../....w.w./......../......../.(bW)....../....(bB).(BBbbbb)./"
            "...(WWwwwB)..../........ w"
        ),
    ),
    (Case.BOTH, Flaw.EDGE, None): Witness(
        "soli2",
        "+a5 +a6",
        "astray [what is shown]",
        text="......./......./...wb.w/......./......./...w.../...b..b b place 21b21w -",
        bag=None,
    ),
    (Case.BOTH, Flaw.KIND, None): Witness(
        "soli2",
        "+d3 +f1",
        "ask [draw b, b@d3] [draw w, w@d3]",
        text="..ww.b./w..bb../.bw.w../bw.bw../.bb..ww/ww.b..w/bwwww.b w place 13b8w -",
        bag=None,
    ),
    (Case.BOTH, Flaw.UNSEEN, None): Witness(
        "crowning",
        "-9 -2",
        "confirm [9-19]",
        text="./oooo./.o/ooo/(oo)o/(oo).oo(oo)/o",
    ),
    (Case.BOTH, Flaw.HIDDEN, None): Witness(
        "trinity",
        "?15 ~0.3 +12 +5*2 +8",
        "confirm [Q15-12]",
        text="o/o..N./../oo#/.o/oQo.o/D Q 7 0",
        options={"blocked": "11"},
    ),
    (Case.BOTH, Flaw.HASTY, None): Witness(
        "gomony",
        "-b6 +d4 -c3 +c5 -f6 +g5",
        "confirm [b6-c5]",
        text=".b.b.b.b/b.b.b.B./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w. b",
    ),
    (Case.BOTH, Flaw.LOOSE, None): Witness(
        "trinity",
        "-3 +3 +10*2 +15 +12*1 +8*1 ~0.3 +6 ~0.1 +2",
        "confirm [D3-2]",
        text="o/.D.o./oN/.oo/Q./o...o/# D 8 1",
        options={"seats": "2", "blocked": "19"},
    ),
    (Case.BOTH, Flaw.KNOCKED, None): Witness(
        "halma",
        "+f6 +g9 ~0.3 -d1 -f6 +e2",
        "confirm [S@g9]",
        text=(
            "..nDnCnTnSnT..nC../wT................/wS................/wT................/"
            "wC................/wD................/wC................/wS................/"
            "..sTsSsCsSsTsDsC.. n -,-,S"
        ),
        options={"players": "3"},
    ),
    (Case.BOTH, Flaw.ALIKE, None): Witness(
        "son_of_solomon",
        "-14 +13 +10 +14",
        "confirm [a@10]",
        text="./...../../.../../1..../. b 1 place",
    ),
    (Case.BOTH, Flaw.NONE, Case.CHANGED): Witness(
        "crowning",
        "-3 +15 +6 -18",
        "confirm [3-6]",
        text="./(oo).ooo/oo/o.o/oo/(oo).ooo/(oo)",
        past="6-3",
    ),
    (Case.BOTH, Flaw.NONE, Case.HAND): Witness(
        "trinity",
        "-16 -10 +4*2 ~0.3 +16 ~0.16 -13 ~0.1 +13 ~0.1 +10",
        "hand",
        text="o/oo.oo/D./ooo/oN/ooQoo/# Q 2 0",
        options={"blocked": "19"},
        seconds=1.0,
    ),
    (Case.BOTH, Flaw.SINGLE, Case.ANSWERING): Witness(
        "nim",
        "-9 -8 ~0.5 -12",
        "hand",
        text="o/ooooo/oo/ooo/oo/ooooo/o w",
        seconds=1.0,
    ),
    (Case.BOTH, Flaw.NONE, None): Witness(
        "trinity",
        "+2 -17 +17 +12*2 +16",
        "D12-2 N17-16 rest",
        text="o/..ooo/oQ/.oo/Do/oo.No/# D 4 0",
        options={"blocked": "19"},
    ),
    (Case.HAND, Flaw.ASTRAY, None): Witness(
        "peg",
        "+9 -12 +16 ~0.3 -16 -9",
        "astray",
        text="o/o.o../../.../o./o..../.",
    ),
    (Case.HAND, Flaw.ALIKE, None): Witness(
        "gomony",
        "-g7 +e5",
        "ask [g7xe5xc3xe1xg3xe5] [g7xe5xg3xe1xc3xe5]",
        text=(
            "......../....b.(BwW)./.b...(wb)../..(Wb)...../...(bb).(wb).b/......../"
            "...(wwwB).(Wb).(wwb)/w....... w"
        ),
    ),
    (Case.HAND, Flaw.ENDS, None): Witness(
        "solomon",
        "-10 +10 ~0.3 -4 -3 -9 -12",
        "confirm [10x1x7x14x10]",
        text="./.bbb./../bW./b./...../. w",
    ),
    (Case.HAND, Flaw.NONE, Case.MADE): Witness(
        "nim",
        "-1 -8*2 +5*1 +8",
        "confirm [1]",
        text="o/..ooo/oo/oo./o./oo..o/. b",
    ),
    (Case.HAND, Flaw.NONE, Case.BACK): Witness(
        "trinity",
        "-11",
        "confirm [back 1]",
        text="o/oooDo/o./.o./oQ/ooNoo/# D 3 0",
        past="D5-11",
        options={"blocked": "19"},
    ),
    (Case.HAND, Flaw.NONE, Case.CHANGED): Witness(
        "trinity",
        "?5 -6 +8",
        "confirm [back 1]",
        text="o/o.oQ./o./oo#/oD/oNooo/o Q 4 1",
        past="Q5-6",
        options={"seats": "6", "blocked": "11"},
    ),
    (Case.HAND, Flaw.NONE, Case.BOTH): Witness(
        "crowning",
        "-5 +2 -2",
        "confirm [5-2]",
        text="./.ooo./oo/(oo)../oo/(oo)ooo(oo)/(oo)",
    ),
    (Case.HAND, Flaw.NONE, None): Witness(
        "trinity",
        "-13",
        "hand",
        text="o/..ooQ/o./..o/.D/o.N.o/# D 8 1",
        options={"seats": "2", "blocked": "19"},
    ),
    (Case.ANSWERING, Flaw.ASTRAY, None): Witness(
        "peg",
        "-11 +17 -13 +7 -3 -16 ~0.3 +16 -7",
        "astray",
        text="o/.oo../../ooo/oo/..o.o/.",
    ),
    (Case.ANSWERING, Flaw.EDGE, None): Witness(
        "trinity",
        "+4 +5*3 +8",
        "astray [what is shown]",
        text="o/oo.D./o./QoN/o./ooooo/o D 3 1",
        options={"seats": "4"},
    ),
    (Case.ANSWERING, Flaw.SLIDING, Case.CHANGED): Witness(
        "companion_old_games.three_mens_morris",
        "+b2 ~0.3 -b1",
        "confirm [back 1]",
        text=".ww/..b/..b w 1 1",
        past="b1",
    ),
    (Case.ANSWERING, Flaw.NONE, Case.BOTH): Witness(
        "solomon",
        "-6 +11 -18 +8",
        "hand",
        text="b/bbbbb/../.../w./w.www/w b",
        seconds=1.0,
    ),
    (Case.ANSWERING, Flaw.ODD, None): Witness(
        "gomony",
        "-e7 +f8 +f6 -f6 -e5",
        "hand",
        text=(
            "......../....(bwW).(bb)./......../(wb)...(Wb).b./......../(Wb).....(wwwwwWB)./"
            "......../....(wbBbB)... w"
        ),
        seconds=1.0,
    ),
    (Case.ANSWERING, Flaw.SINGLE, None): Witness(
        "crowning",
        "-6 -11",
        "hand",
        text="o/.oo(oo)o/.o/(oo)oo/oo/ooooo/.",
        seconds=1.0,
    ),
    (Case.ANSWERING, Flaw.NONE, None): Witness(
        "trinity",
        "-4 +5 +4 -10",
        "D4-5 hand",
        text="o/ooD.o/o./.Q./o./ooNoo/# D 5 0",
        options={"blocked": "19"},
    ),
    (Case.BACK, Flaw.UNTOUCHED, None): Witness(
        "trinity",
        "-16",
        "confirm [back 1]",
        text="o/oQ.../o./.../N./oD.oo/# D 9 1",
        past="D15-16",
        options={"seats": "2", "blocked": "19"},
    ),
    (Case.BACK, Flaw.UNSEEN, None): Witness(
        "crowning",
        "-6 +17 +6",
        "confirm [back 1]",
        text="./ooooo/oo/ooo/oo/ooooo/o",
        past="17-6",
    ),
    (Case.BACK, Flaw.HIDDEN, None): Witness(
        "trinity",
        "?1 -4",
        "confirm [back 1]",
        text="N/...../../.../../D...Q/. N 15 0",
        past="N1-4",
    ),
    (Case.BACK, Flaw.DEEP, None): Witness(
        "trinity",
        "-16 +15*1 +10*3 -4",
        "confirm [back 2]",
        text="o/...oo/oo/oQ./oD/oN.oo/# Q 5 1",
        past="Q10-4 N15-16",
        options={"seats": "2", "blocked": "19"},
    ),
    (Case.BACK, Flaw.OVER, None): Witness(
        "halma",
        "end -e9",
        "confirm [back 1]",
        text=(
            "................../................../wS................/................../"
            "................../................../................../................../"
            "........sD........ n SSTTCC,STTCCD,SSTTCCD"
        ),
        past="D@e9",
        options={"players": "3"},
    ),
    (Case.BACK, Flaw.CROSSED, None): Witness(
        "son_of_solomon",
        "+2 ~1 -3",
        "confirm [back 1]",
        text="b/a...2/3./4e./.5/d1..c/. b 1 move",
        past="2-3",
    ),
    (Case.BACK, Flaw.ASTRAY, None): Witness(
        "son_of_solomon",
        "-17 +9 -11 +16 ~0.3 -9 -16 +17",
        "confirm [back 1]",
        text="./...../../.../../...1./. b 1 place",
        past="a@11",
    ),
    (Case.BACK, Flaw.NONE, Case.MADE): Witness(
        "trinity",
        "-15 +12 -9 +15 ~0.3 -12 -2 +9 +2",
        "back 1 confirm [back 1]",
        text="o/Doooo/oo/oQo/.o/oNooo/# D 2 0",
        past="D2x12 N15x9",
        options={"stones": "16", "blocked": "19"},
    ),
    (Case.BACK, Flaw.NONE, None): Witness(
        "soli2",
        "-a2",
        "back 1 rest",
        text="......./b....../......./......./....b../..b..../....... w place 10b12w,11b12w -",
        past="b@a2",
        options={"variant": "pure_skill"},
    ),
    (Case.GOING_BACK, Flaw.ASTRAY, None): Witness(
        "trinity",
        "-17 -5 -11 -1 ~0.3 +17 +1 +11",
        "astray",
        text="o/.o.Do/../.No/../oo.Qo/. D 8 0",
        past="D5-4",
    ),
    (Case.GOING_BACK, Flaw.NONE, Case.CHANGED): Witness(
        "solomon",
        "?10 +11 -13 ~0.3 -11",
        "13-11 confirm [back 1]",
        text="./...../.W/.../bw/....w/. w",
    ),
    (Case.GOING_BACK, Flaw.NONE, None): Witness(
        "trinity",
        "-12",
        "taking_back",
        text="o/oo..Q/o./.../N./ooDoo/# N 7 1",
        past="N12-10",
        options={"seats": "2", "blocked": "19"},
    ),
    (Case.CHANGED, Flaw.UNSEEN, None): Witness(
        "crowning",
        "+17 -6",
        "confirm [back 1]",
        text="o/ooooo/oo/o.o/oo/ooooo/o",
        past="17-6",
    ),
    (Case.CHANGED, Flaw.EDGE, None): Witness(
        "son_of_solomon",
        "-1 +17 +18",
        "confirm [back 1]",
        text="./...../../.../../...../. w 1 place",
        past="1@1",
    ),
    (Case.CHANGED, Flaw.SLIDING, None): Witness(
        "soli2",
        "+b6 -a5*3",
        "confirm [back 1]",
        text=".ww.b../......./....w../......./..b..../.b.b.b./.w.bw.w b place 17b18w b",
        past="b@a5",
        bag=None,
        debounce=0.01,
    ),
    (Case.CHANGED, Flaw.DEEP, None): Witness(
        "halma",
        "-e8 +g6 ~0.3 -g6 +e8 -f7 +f5 -d5 +e4 ~0.1 -e4 +d4",
        "e8-g6 confirm [back 1]",
        text=(
            "..sC..sC........../..nT....nT....sSwS/....sT....nS....wC/..nDwS....wD..wTwC/"
            "....wTsS........../....nS............/................../..sT......sD....../"
            "..nC........nC.... n -,-,-"
        ),
        options={"players": "3"},
        debounce=0.01,
    ),
    (Case.CHANGED, Flaw.MOVED, None): Witness(
        "nim",
        "-2 +1",
        "confirm [back 1]",
        text="ooooo w",
        past="1",
        options={"board": "five"},
    ),
    (Case.CHANGED, Flaw.ELSEWHERE, None): Witness(
        "trinity",
        "-17 +18*3 ~0.3 -7 +14*1 +15",
        "back 1 confirm [back 1]",
        text="o/...../.N/.../../D...Q/. D 14 1",
        past="D14-7 Q18-17",
        options={"seats": "4"},
    ),
    (Case.CHANGED, Flaw.ASTRAY, None): Witness(
        "halma",
        "+a1 +h1 -c1 ~0.3 -a1",
        "confirm [back 1]",
        text=(
            "................../................../................../................../"
            "................../................../................../................../"
            ".................. s SSTTCCD,SSTTCCD"
        ),
        past="T@c1",
    ),
    (Case.CHANGED, Flaw.NONE, Case.BOTH): Witness(
        "nim",
        "+17 -15 -16 -17 -18",
        "confirm [back 1]",
        text="o/ooooo/o./o.o/.o/ooooo/o b",
        past="17",
    ),
    (Case.CHANGED, Flaw.SINGLE, None): Witness(
        "son_of_solomon",
        "-1 +17",
        "taking_back",
        text="./...../../.../../...../. w 1 place",
        past="1@1",
        seconds=0.5,
    ),
    (Case.CHANGED, Flaw.NONE, None): Witness(
        "solomon",
        "-19 +16 ~0.3 -16 +19 +14 -12",
        "19-16 back 1 12-14 rest",
        text="./...w./../.../b./.b.../B b",
    ),
    (Case.REVIVED, Flaw.NONE, None): Witness(
        "soli2",
        "+g1 ~0.1 +f1 -g1 ~0.3 +g1",
        "w@f1 confirm [back 2]",
        text="......./......./......./..w..../......./......./....... w place 24b22w w",
    ),
    (Case.CHANGING, Flaw.ASTRAY, None): Witness(
        "trinity",
        "-1 +9 -7 +16 ~0.3 -9",
        "astray",
        text="N/....#/../.../../D...Q/. N 16 0",
        past="N1-7",
        options={"stones": "16", "blocked": "6"},
    ),
    (Case.CHANGING, Flaw.NONE, None): Witness(
        "crowning",
        "-16 +17",
        "taking_back",
        text="./ooooo/oo/ooo/oo/ooooo/o",
        past="17-6",
    ),
    (Case.UNKNOWN, Flaw.NONE, None): Witness(
        "trinity",
        "+12",
        "astray",
        text="o/..ooo/oQ/.Do/.o/o.N.o/# N 6 1",
        options={"seats": "2", "blocked": "19"},
    ),
    (Case.FREE, Flaw.NONE, None): Witness(
        "peg",
        "-2",
        "rest",
        text="o/o..../../.../../..o../.",
    ),
}
