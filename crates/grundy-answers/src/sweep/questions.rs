use super::question::{Argument, Kind, Question, Takes};
use super::{papers, positions, sequences};

const fn needs(name: &'static str, takes: Takes, means: &'static str) -> Argument {
    Argument { name, takes, optional: false, means }
}

const fn takes(name: &'static str, takes: Takes, means: &'static str) -> Argument {
    Argument { name, takes, optional: true, means }
}

const GAME: Argument = needs("game", Takes::Game, "the game");
const EXPRESSION: &[Argument] = &[
    takes("game", Takes::Game, "the game, unless the position names it"),
    needs("position", Takes::Text, "the position, e.g. 3,{b}, or a sum, e.g. nim 3 + wythoff 2,{b}"),
];

/// A function of Python, which Python calls: here it only has the columns of its answer. It is not listed.
pub static FUNCTION: Question = Question {
    name: "function",
    asks: "What a function of Python returns",
    arguments: &[needs("call", Takes::Text, "its name and its arguments")],
    one_of: &[],
    answers: &[("result", Kind::Text)],
    run: |_, _| Err(grundy::InputError::whole("a function is called by Python alone").into()),
};

/// The questions.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "value",
        asks: "The value of a position, who wins, and the winning moves",
        arguments: EXPRESSION,
        one_of: &[],
        answers: &[
            ("value", Kind::Number),
            ("between", Kind::Text),
            ("outcome", Kind::Text),
            ("winning_moves", Kind::Text),
            ("by", Kind::Text),
        ],
        run: positions::value,
    },
    Question {
        name: "outcome",
        asks: "Who wins a position, for values of any size",
        arguments: EXPRESSION,
        one_of: &[],
        answers: &[("outcome", Kind::Text), ("by", Kind::Text)],
        run: positions::outcome,
    },
    Question {
        name: "moves",
        asks: "How many moves a position has, and how many of them win",
        arguments: EXPRESSION,
        one_of: &[],
        answers: &[("value", Kind::Number), ("moves", Kind::Number), ("winning", Kind::Number)],
        run: positions::moves,
    },
    Question {
        name: "table",
        asks: "How many positions a table has, how many of value 0, and the largest value",
        arguments: &[
            needs("game", Takes::Text, "the game, or a slice, e.g. star-nim a,b,{c}"),
            needs("max", Takes::Number, "the largest coordinate"),
        ],
        one_of: &[],
        answers: &[("positions", Kind::Number), ("zeros", Kind::Number), ("largest", Kind::Number)],
        run: positions::table,
    },
    Question {
        name: "period",
        asks: "The period of a row, a g-sequence, a diagonal or the values of heaps, with a proof where there is one",
        arguments: &[
            GAME,
            takes("row", Takes::Number, "the row a: G(a,b) by b"),
            takes("value", Takes::Number, "the value, for differences y-x along its positions"),
            takes("diagonal", Takes::Number, "the diagonal d: G(a,a+d) by a"),
            takes("heaps", Takes::Number, "the largest heap to look at: G(n) by n in a game of heaps"),
            takes("columns", Takes::Number, "upper limit on columns; for a value, on rows"),
            takes("claim", Takes::Number, "a period of a row to check"),
        ],
        one_of: &["row", "value", "diagonal", "heaps"],
        answers: &[
            ("preperiod", Kind::Number),
            ("period", Kind::Number),
            ("saltus", Kind::Number),
            ("state_period", Kind::Number),
            ("candidate", Kind::Text),
            ("searched_to", Kind::Number),
            ("fails_at", Kind::Number),
        ],
        run: sequences::period,
    },
    Question {
        name: "sequence",
        asks: "The positions of one value of a two-pile game",
        arguments: &[
            GAME,
            takes("value", Takes::Number, "the value [default: 0]"),
            takes("count", Takes::Number, "number of positions"),
            takes("rows", Takes::Number, "all positions (x,y), x <= y, with x below this"),
        ],
        one_of: &["count", "rows"],
        answers: &[("members", Kind::Number), ("positions", Kind::Text)],
        run: sequences::sequence,
    },
    Question {
        name: "summary",
        asks: "C, M and W of a value of R-Wythoff (Gu, Figures 3 and 4), as observed in the first rows",
        arguments: &[
            GAME,
            needs("value", Takes::Number, "the value"),
            needs("rows", Takes::Number, "number of rows"),
        ],
        one_of: &[],
        answers: &[
            ("members", Kind::Number),
            ("repeats", Kind::Number),
            ("settled", Kind::Number),
            ("wrong", Kind::Number),
        ],
        run: sequences::summary,
    },
    Question {
        name: "compare",
        asks: "Does recursion (6) of Gurvich's report list the P-positions of NIM_(a,b)^(p,q)?",
        arguments: &[GAME, needs("count", Takes::Number, "number of terms to compare")],
        one_of: &[],
        answers: &[("n", Kind::Number), ("recursion", Kind::Text), ("kernel", Kind::Text)],
        run: sequences::compare,
    },
    Question {
        name: "limit",
        asks: "The slope of the P-positions of NIM_(a,b)^(p,q)",
        arguments: &[GAME, takes("digits", Takes::Number, "digits after the decimal point [default: 50]")],
        one_of: &[],
        answers: &[
            ("limit", Kind::Text),
            ("exact", Kind::Text),
            ("polynomial", Kind::Text),
            ("drift", Kind::Text),
            ("by", Kind::Text),
        ],
        run: sequences::limit,
    },
    Question {
        name: "prove",
        asks: "Gu's conjectures about R-Wythoff for one value and all smaller ones",
        arguments: &[
            GAME,
            needs("value", Takes::Number, "the value"),
            takes("rows", Takes::Number, "upper limit on rows"),
        ],
        one_of: &[],
        answers: &[
            ("computed_rows", Kind::Number),
            ("repeats", Kind::Number),
            ("settled", Kind::Number),
            ("wrong", Kind::Number),
            ("missing", Kind::Text),
        ],
        run: sequences::prove,
    },
    Question {
        name: "formula",
        asks: "The closed form of the positions of one value of R-Wythoff",
        arguments: &[
            GAME,
            needs("value", Takes::Number, "the value"),
            takes("members", Takes::Number, "upper limit on members to compute [default: 1000000000]"),
        ],
        one_of: &[],
        answers: &[
            ("shift", Kind::Number),
            ("settled", Kind::Number),
            ("from", Kind::Number),
            ("chain_count", Kind::Number),
            ("chains", Kind::Text),
            ("positions", Kind::Text),
        ],
        run: sequences::formula,
    },
    Question {
        name: "audit",
        asks: "Does a claim of a paper hold?",
        arguments: &[
            needs("claim", Takes::Text, "its id, as the audit prints it"),
            takes("effort", Takes::Text, "quick, full or frontier [default: quick]"),
            takes("up_to", Takes::Number, "with frontier effort: the size to check; 0 for the claim's own"),
        ],
        one_of: &[],
        answers: &[
            ("checked_to", Kind::Text),
            ("differences", Kind::Number),
            ("published", Kind::Text),
            ("computed", Kind::Text),
            ("witness", Kind::Text),
        ],
        run: papers::audit,
    },
    Question {
        name: "spreads",
        asks: "Conjecture 3 of Ho for the positions 0,a,b of Sharing Nim with b in a range, and their values",
        arguments: &[needs("columns", Takes::Range, "the b, e.g. {first}..{last}")],
        one_of: &[],
        answers: &[
            ("positions", Kind::Number),
            ("p_positions", Kind::Number),
            ("largest", Kind::Number),
            ("witness", Kind::Text),
        ],
        run: papers::spreads,
    },
];
