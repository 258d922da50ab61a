package qlevr

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// quantifierHolds is the truth of a quantifier about total things of which num are as the predicate says; n and m are its
// numbers, or the fraction n/m.
func quantifierHolds(name string, num, total, n, m int) bool {
	switch name {
	case "all":
		return num == total
	case "not_all":
		return num < total
	case "some":
		return num > 0
	case "no":
		return num == 0
	case "some_but_not_all":
		return 0 < num && num < total
	case "most":
		return num > total-num
	case "exactly_number":
		return num == n
	case "at_most_number":
		return num <= n
	case "at_least_number":
		return num >= n
	case "more_than_number":
		return num > n
	case "fewer_than_number":
		return num < n
	case "between":
		return n <= num && num <= m
	case "all_but_exactly":
		return total-num == n
	case "all_but_at_most":
		return total-num <= n
	case "all_but_at_least":
		return total-num >= n
	case "more_than_fractions":
		return num*m > n*total
	case "fewer_than_fractions":
		return num*m < n*total
	case "at_least_fractions":
		return num*m >= n*total
	case "at_most_fractions":
		return num*m <= n*total
	}
	panic("no quantifier " + name)
}

// sizeForm is the logic of a comparison of sizes: not Q x rel not Q y.
type sizeForm struct {
	denied, innerDenied bool
	first, second       string // quantifiers
	firstIsB            bool
	relation            string
}

func parseSizeForm(t *testing.T, form string) (f sizeForm) {
	t.Helper()
	m := regexp.MustCompile(`^(not )?(\w+) ([ab]) (larger|smaller) (not )?(\w+) ([ab])$`).FindStringSubmatch(form)
	if m == nil || m[3] == m[7] {
		t.Fatalf("form %q, want [not] QUANTIFIER a larger [not] QUANTIFIER b", form)
	}
	return sizeForm{denied: m[1] != "", first: m[2], firstIsB: m[3] == "b", relation: m[4], innerDenied: m[5] != "", second: m[6]}
}

// holds takes the form at its word: for each thing of one side it counts those of the other that are smaller or larger.
func (f sizeForm) holds(large, total [2]int, numbers [2][2]int) bool {
	x, y := 0, 1
	if f.firstIsB {
		x, y = 1, 0
	}
	// of the other side, how many are in the relation to a large and to a small thing
	ofLarge, ofSmall := total[y]-large[y], 0
	if f.relation == "smaller" {
		ofLarge, ofSmall = 0, large[y]
	}
	inner := func(num int) bool {
		return quantifierHolds(f.second, num, total[y], numbers[y][0], numbers[y][1]) != f.innerDenied
	}
	count := 0
	if inner(ofLarge) {
		count += large[x]
	}
	if inner(ofSmall) {
		count += total[x] - large[x]
	}
	return quantifierHolds(f.first, count, total[x], numbers[x][0], numbers[x][1]) != f.denied
}

// Every wording of a family is true of the same worlds as the family, whatever corner of the square of opposition it is in.
func TestEnglishFormsMeanTheirFamily(t *testing.T) {
	for family, wordings := range readEnglish().Families {
		labels := strings.Fields(objectFamilies[family].quantifiers)
		for i, w := range wordings {
			var wrong string
			switch {
			case family <= 1:
				wrong = differsAsException(labels[0], w.Form)
			case family >= 53:
				wrong = differsAsSizes(t, family, labels, parseSizeForm(t, w.Form))
			case family >= 29 && family <= 34:
				wrong = differsAsComparison(labels[0], w.Form)
			default:
				wrong = differsAsQuantifier(labels[0], w.Form)
			}
			if wrong != "" {
				t.Errorf("family %d %v, wording %d %q: differs %s", family, labels, i, w.Form, wrong)
			}
		}
	}
}

func differsAsQuantifier(label, form string) string {
	name, denied := strings.CutPrefix(form, "not ")
	name, inner := strings.CutSuffix(name, " not")
	for total := 1; total <= 7; total++ {
		for num := 0; num <= total; num++ {
			for n := 1; n <= 8; n++ {
				for m := n + 1; m <= 9; m++ {
					counted := num
					if inner {
						counted = total - num
					}
					if quantifierHolds(label, num, total, n, m) != (quantifierHolds(name, counted, total, n, m) != denied) {
						return fmt.Sprintf("with %d of %d and the numbers %d, %d", num, total, n, m)
					}
				}
			}
		}
	}
	return ""
}

func differsAsComparison(label, form string) string {
	parts := strings.Fields(form)
	holds := func(name string, a, b int) bool {
		return name == "more" && a > b || name == "fewer" && a < b || name == "equal" && a == b
	}
	for a := range 4 {
		for b := range 4 {
			x, y := a, b
			if parts[1] == "b" {
				x, y = b, a
			}
			if holds(strings.Split(label, "_")[0], a, b) != holds(parts[0], x, y) {
				return fmt.Sprintf("with %d and %d", a, b)
			}
		}
	}
	return ""
}

// differsAsException goes through all sets of a world of four things: the exception and what the predicate is true of.
func differsAsException(label, form string) string {
	const everything = 0b1111
	holds := func(name string, exception, predicate int) bool {
		switch name {
		case "no_except":
			return predicate == exception
		case "every_except":
			return everything&^predicate == exception
		}
		panic("no quantifier " + name)
	}
	name, inner := strings.CutSuffix(form, " not")
	for exception := 1; exception <= everything; exception++ {
		for predicate := range everything + 1 {
			said := predicate
			if inner {
				said = everything &^ predicate
			}
			if holds(label, exception, predicate) != holds(name, exception, said) {
				return fmt.Sprintf("with exception %04b and predicate %04b", exception, predicate)
			}
		}
	}
	return ""
}

func differsAsSizes(t *testing.T, family int, labels []string, f sizeForm) string {
	nodes := templatesByTuple(templates())[fmt.Sprintf("('all.json', %d)", family)].Nodes
	larger := strings.Contains(nodes[len(nodes)-1].Type, "_larger_")
	for _, total := range [][2]int{{1, 1}, {1, 3}, {2, 2}, {3, 2}, {2, 4}, {4, 4}} {
		for world := range (total[0] + 1) * (total[1] + 1) {
			large := [2]int{world % (total[0] + 1), world / (total[0] + 1)}
			left, right := large[0], total[1]-large[1]
			if !larger {
				left, right = total[0]-large[0], large[1]
			}
			for n := range 4 * 4 {
				a, b := 1+n%4, 1+n/4
				numbers := [2][2]int{{a, a + 2}, {b, b + 2}}
				want := quantifierHolds(labels[0], left, total[0], a, a+2) && quantifierHolds(labels[1], right, total[1], b, b+2)
				if family == 55 { // some are larger than some but not all
					want = left > 0 && quantifierHolds("some_but_not_all", right, total[1], 0, 0)
				}
				if f.holds(large, total, numbers) != want {
					return fmt.Sprintf("with %v large of %v and the numbers %v", large, total, numbers)
				}
			}
		}
	}
	return ""
}

// wordingTokens say which words of a text are which part of its form. Earlier rows take their words out of the text.
var wordingTokens = []struct{ pattern, token string }{
	{`the same <attribute> as most of the <Z> <C> <M> <S>s|the <attribute> that most of the <Z> <C> <M> <S>s have`, ""},
	{`a <attribute> other than the one that most of the <Z> <C> <M> <S>s have|somewhere other than (on|<OR>)`, "not"},
	{`something other than|not between|less than <OC2> or more than <OC3>`, "not"},
	{`is it false that|is it wrong to say that|is it untrue that`, "not"},
	{`some, but not all,|at least one ([^?]*), but not each of them,|a part of the ([^?]*), but not every one of them,`,
		"some_but_not_all"},
	{`all but at most <OC>|with at most <OC> exception<so>, all`, "all_but_at_most"},
	{`all but exactly <OC>|with exactly <OC> exception<so>, all`, "all_but_exactly"},
	{`between <OC2?> and <OC[23]> \(inclusive\)|<OC2?> to <OC[23]>|at least <OC> and at most <OC2>`, "between"},
	{`at most <OP>|no more than <OP>`, "at_most_fractions"},
	{`at least <OP>|<OP> or more`, "at_least_fractions"},
	{`fewer than <OP>|less than <OP>`, "fewer_than_fractions"},
	{`more than <OP>|over <OP>`, "more_than_fractions"},
	{`at most <OC2?>|no more than <OC>`, "at_most_number"},
	{`at least <OC>|<OC> or more`, "at_least_number"},
	{`more than <OC2?>|exceed <OC>`, "more_than_number"},
	{`fewer than <OC>`, "fewer_than_number"},
	{`exactly <OC2?>|precisely <OC2?>`, "exactly_number"},
	{`more than half|over half|majority|most`, "most"},
	{`at least one|\bsome\b|there is a <Z>|that a <Z2>`, "some"},
	{`\bno\b|\bnone\b`, "no"},
	{`\ball\b|\bevery\b`, "all"},
}

// Texts are what their forms say, as far as words can tell: the words of each quantifier and each negation stand in the text in
// the order of the form, and no other.
func TestEnglishTextsSayTheirForm(t *testing.T) {
	for family, wordings := range readEnglish().Families {
		if family <= 1 || family >= 29 && family <= 34 || family >= 53 {
			continue
		}
		for i, w := range wordings {
			if got := formOfText(w.Text); got != w.Form {
				t.Errorf("family %d, wording %d: %q says %q, want %q", family, i, w.Text, got, w.Form)
			}
		}
	}
}

// "All but at least 6" and "with at least 8 exceptions, all 9" contradict themselves to a reader.
func TestEnglishHasNoAllButAtLeast(t *testing.T) {
	for family, wordings := range readEnglish().Families {
		for i, w := range wordings {
			if regexp.MustCompile(`(but|with) at least <OC>`).MatchString(w.Text) {
				t.Errorf("family %d, wording %d: %q", family, i, w.Text)
			}
		}
	}
}

func formOfText(text string) string {
	type found struct {
		at    int
		token string
	}
	var tokens []found
	text = strings.Replace(text, "of all the", "of the", 1)
	for _, row := range wordingTokens {
		for _, span := range regexp.MustCompile(row.pattern).FindAllStringIndex(text, -1) {
			if row.token != "" {
				tokens = append(tokens, found{span[0], row.token})
			}
			text = text[:span[0]] + strings.Repeat("#", span[1]-span[0]) + text[span[1]:]
		}
	}
	slices.SortFunc(tokens, func(a, b found) int { return a.at - b.at })
	var out []string
	for _, f := range tokens {
		out = append(out, f.token)
	}
	return strings.Join(out, " ")
}

// Exceptions are said by "the only", "and no other" or "exception", their denial by "not" or "other than".
func TestEnglishExceptionsSayTheirForm(t *testing.T) {
	for family := range 2 {
		for i, w := range readEnglish().Families[family] {
			for _, value := range []string{"", "s"} {
				text, err := chooseForms(w.Text, func(string) (string, bool) { return value, true })
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, row := range []struct{ pattern, token string }{
					{`the only|and no other`, "no_except"}, {`is every <st>`, "every_except"}, {`other than|that (is|are) not`, "not"},
				} {
					if regexp.MustCompile(row.pattern).MatchString(text) {
						got = append(got, row.token)
					}
				}
				if strings.Join(got, " ") != w.Form {
					t.Errorf("family %d, wording %d: %q says %q, its form is %q", family, i, text, got, w.Form)
				}
			}
		}
	}
}

// In comparisons the order of the names and the word of comparison are those of the form.
func TestEnglishComparisonsSayTheirForm(t *testing.T) {
	for family := 29; family < 61; family++ {
		if family == 35 {
			family = 53
		}
		first, second := "<Z>", "<Z2>"
		if family >= 32 && family <= 34 {
			first, second = "<Z2>", "<Z4>"
		}
		for i, w := range readEnglish().Families[family] {
			aFirst := strings.Index(w.Text, first) < strings.Index(w.Text, second)
			var want string
			if family < 53 {
				word := map[bool]string{true: "more"}[regexp.MustCompile(`\bmore\b|greater|outnumber\b`).MatchString(w.Text)] +
					map[bool]string{true: "fewer"}[regexp.MustCompile(`\bfewer\b|lower|outnumbered by`).MatchString(w.Text)] +
					map[bool]string{true: "equal"}[regexp.MustCompile(`equal|as many|the same`).MatchString(w.Text)]
				want = word + map[bool]string{true: " a b", false: " b a"}[aFirst]
			} else {
				want = formOfSizes(w.Text, aFirst)
			}
			if want != w.Form {
				t.Errorf("family %d, wording %d: %q says %q, its form is %q", family, i, w.Text, want, w.Form)
			}
		}
	}
}

// formOfSizes reads a comparison of sizes. "for all cones, are most cubes larger" says that cones are smaller.
func formOfSizes(text string, aFirst bool) string {
	var relation string
	switch {
	case strings.Contains(text, "larger than"):
		relation = "larger"
	case strings.Contains(text, "smaller than"):
		relation = "smaller"
	case strings.Contains(text, "larger"):
		relation = "smaller"
	case strings.Contains(text, "smaller"):
		relation = "larger"
	}
	names := [2]string{"a", "b"}
	if !aFirst {
		names = [2]string{"b", "a"}
	}
	// exactly and between are named by their numbers only where they are denied
	text = strings.Replace(text, "something other than <OC2>", "something other than exactly <OC2>", 1)
	text = strings.Replace(text, "less than <OC2> or more than <OC3>", "not between <OC2> to <OC3>", 1)
	tokens := strings.Fields(formOfText(text))
	out := []string{}
	quantifiers := 0
	for _, token := range tokens {
		out = append(out, token)
		if token == "not" {
			continue
		}
		out = append(out, names[min(quantifiers, 1)])
		if quantifiers++; quantifiers == 1 {
			out = append(out, relation)
		}
	}
	return strings.Join(out, " ")
}
