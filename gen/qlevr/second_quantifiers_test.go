package qlevr

import (
	"testing"

	"mereo/gen/ask"
)

// secondFunctionLabels are the labels of the functions of quantifiers.json.
var secondFunctionLabels = map[string]string{
	"all_of": "all", "not_all_of": "not_all", "some_but_not_all": "some_but_not_all", "most": "most", "some": "some", "no": "no",
	"exact": "exactly_number", "more_than_number": "more_than_number", "fewer_than_number": "fewer_than_number",
	"at_most": "at_most_number", "at_least": "at_least_number", "all_but_at_most": "all_but_at_most",
	"all_but_at_least": "all_but_at_least", "between": "between",
}

func TestVectorsSecondQuantifiers(t *testing.T) {
	cases := readSecondVectors[[]struct {
		ID, Func string
		Args     struct {
			Num, Total, First, Second int
			MinNum                    int `json:"min_num"`
			Flag                      *string
			MaxLeft                   *int `json:"max_left"`
			MinRight                  int  `json:"min_right"`
		}
		Support, Table [][]any
	}](t, "quantifiers.json")
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		q := secondQuantifierOf(secondFunctionLabels[c.Func])
		for _, row := range c.Table {
			num, total := int(row[0].(float64)), 1_000
			if len(row) == 3 {
				total = int(row[1].(float64))
			}
			if got, want := q.holds(num, total, nil), row[len(row)-1].(bool); got != want {
				t.Errorf("%s: %s of %v is %v", c.ID, c.Func, row, got)
			}
		}
		if c.Table != nil {
			continue
		}
		b := secondBounds{least: c.Args.MinNum, most: c.Args.Total, known: c.Args.Flag != nil}
		total := c.Args.Total
		if c.Func == "between" {
			b = secondBounds{most: c.Args.Second, firstLeast: c.Args.MinRight, known: c.Args.MaxLeft != nil}
			if b.known {
				b.firstMost = *c.Args.MaxLeft
			}
			total = c.Args.Second
		}
		want := map[[2]int]bool{}
		for _, row := range c.Support {
			var numbers []ask.Value
			key := [2]int{}
			for i := range q.side {
				n := int(row[i].(float64))
				numbers = append(numbers, n)
				key[i] = n
			}
			want[key] = true
			if got := q.holds(c.Args.Num, total, numbers); got != row[len(q.side)].(bool) {
				t.Errorf("%s: %d of %d, %s %v is %v", c.ID, c.Args.Num, total, c.Func, numbers, got)
			}
		}
		for low := range 40 {
			for high := range 40 {
				key, numbers := [2]int{low, high}, []ask.Value{low, high}
				if len(q.side) == 1 {
					key, numbers = [2]int{low}, numbers[:1]
				}
				if num := c.Args.Num; q.needs == "some" && num == 0 || q.needs == "not all" && num == total {
					if want[key] {
						t.Errorf("%s: %s presupposes %s", c.ID, c.Func, q.needs)
					}
				} else if got := secondDrawn(q.label, num, total, b, numbers); got != want[key] {
					t.Errorf("%s: %d of %d, %s %v is drawn: %v, want %v", c.ID, num, total, c.Func, numbers, got, want[key])
				}
			}
		}
	}
}
