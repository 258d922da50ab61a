package qlevr

// familyChange is what some files change in some families: constraints at the end of the list and, written with a small name
// of a node in front, new inputs, slots or a new type of it: Y[X,P], X(k2), X=filter. It is in the notation of planePhrases.
//
// NOT_CONTAIN and OUT_NEQ with P, and P among the inputs, keep a question from asking what its plane phrase says: "on the
// planes with 8 balls, are there exactly 3 balls?".
type familyChange struct {
	families  string // "7-10 12"
	files     string // without .json, with /0 or /1 where only one variant is meant
	attribute string // "" or the letter of the only attribute that is meant
	change    string
}

// Groups of files.
const (
	eachFiles = "each_at_least each_at_most each_between each_exactly each_no each_not_between each_not_exactly"
	boundedBy = "each_at_least each_at_most each_between each_exactly total" // the plane phrase bounds a number of objects
)

// familyChanges apply one behind the other.
var familyChanges = []familyChange{
	{"3-6", eachFiles + " total", "", "X[P]"},
	{"2 3", "each_at_most each_between each_not_between each_not_exactly total", "", "NOT_CONTAIN[P,X]"},
	{"2-6", "each_no", "", "NOT_CONTAIN[P,X] NOT_CONTAIN[X,P]"},
	{"4 5", boundedBy, "", "NOT_CONTAIN[P,X]"},
	{"6", boundedBy + " each_not_between each_not_exactly", "", "NOT_CONTAIN[P,X]"},

	{"7-10 12", "each_at_least each_between each_exactly/1", "", "NOT_CONTAIN[P,X]"},
	{"7-10 12", "each_at_most each_not_between each_exactly/0 total", "", "OUT_NEQ[P,X]"},
	{"11", "each_at_least each_between/1 each_exactly/1", "", "NOT_CONTAIN[P,X]"},
	{"11", "each_at_most/0 each_between/0", "", "NOT_CONTAIN[P,X] NOT_CONTAIN[X,P]"},
	{"11", "each_at_most/1 each_exactly/0 each_not_between each_not_exactly/0 total", "", "OUT_NEQ[P,X]"},
	{"13 14", "each_at_least", "", "NOT_CONTAIN[X,P]"},
	{"13 14", "each_at_most each_not_between each_not_exactly", "", "NOT_CONTAIN[P,X]"},
	{"15", "each_at_most/0", "", "OUT_NEQ[P,X]"},

	{"20-28", "each_no", "", `Y[X,P] ATTR_NOT_CONTAIN[X,P]("A") ATTR_NOT_CONTAIN[Y,P]("A")`},
	{"21", "each_not_exactly/0", "", `Y[X,P] ATTR_NOT_CONTAIN[X,P]("A") ATTR_NOT_CONTAIN[Y,P]("A")`},
	{"22", "each_not_between/1", "C", "OUT_NEQ[X,Y]"},    // no reason is known for this row
	{"26-28", "each_not_between/0", "C", "OUT_NEQ[X,Y]"}, // nor for this
	{"21 22 25-28", "each_not_between", "", `Y[X,P] ATTR_NOT_CONTAIN[Y,P]("A")`},
	{"21 22 27 28", eachFiles + " total", "", "Q[c,Y,P]"},
	{"40-47", eachFiles + " total", "", "Q[P,a,b]"},

	{"53", boundedBy, "", `Y[X,P] SIZE_NOT_CONTAIN[P,X]("small") SIZE_NOT_CONTAIN[P,Y]("small")`},
	{"54 55", boundedBy, "", `SIZE_NOT_CONTAIN[P,X]("large")`},
	{"56", "each_at_least each_at_most/1 each_between/1 each_exactly/1", "",
		`Y[X,P] SIZE_NOT_CONTAIN[P,X]("small") SIZE_NOT_CONTAIN[P,Y]("large")`},
	{"56", "each_at_most/0 each_between/0 each_exactly/0", "",
		`X(k2) Y[X,P](k) SIZE_NOT_CONTAIN[P,Y]("small") SIZE_NOT_CONTAIN[P,X]("large") NOT_CONTAIN[X,P]`},
	{"56", "total", "",
		`X(k2) Y[X,P](k) SIZE_NOT_CONTAIN[P,X]("small") SIZE_NOT_CONTAIN[P,Y]("large") NOT_CONTAIN[X,P]`},
	{"56", "each_not_between/0", "", "X=filter Y=filter"},
	{"57", boundedBy, "", `Y[X,P] SIZE_NOT_CONTAIN[P,X]("large") SIZE_NOT_CONTAIN[P,Y]("small")`},
	{"58", boundedBy, "", `Y[X,P] SIZE_NOT_CONTAIN[P,Y]("small")`},
	{"59", boundedBy, "", `SIZE_NOT_CONTAIN[P,X]("small")`},
	{"60", boundedBy, "", `Y[X,P] SIZE_NOT_CONTAIN[P,X]("small") SIZE_NOT_CONTAIN[P,Y]("large")`},
	{"60", "each_at_most/0 each_between/0 each_exactly/0 total", "", "NOT_CONTAIN[X,P]"},
	{"53-60", "each_no", "", `Y[X,P] ATTR_NOT_CONTAIN[X,P]("Z") ATTR_NOT_CONTAIN[Y,P]("Z")`},
}

// operandChanges let the programs whose filters have exchanged slots (family 56 above) count "at least N" among the objects
// that the sentence names first. The published programs count them among the others, so that their answers are not those of
// the sentence. In total.json the sizes are kept open on the sides where they are now counted, too.
var operandChanges = []familyChange{
	{"56", "each_at_most/0 each_between/0 each_exactly/0", "", "Q[Y,X]"},
	{"56", "total", "", `Q[Y,X] SIZE_NOT_CONTAIN[P,Y]("small") SIZE_NOT_CONTAIN[P,X]("large")`},
}
