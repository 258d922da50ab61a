package closed

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/go-json-experiment/json"

	"mereo/gen/ask"
	"mereo/gen/record"
)

// Vocabulary is what all graphs of a set share.
type Vocabulary struct {
	Attributes []Attribute
	Words      [][]ask.Value // by attribute: its values, so that drawing one makes none
	Relations  []string
}

// MostObjects is how many objects a Graph may have.
const MostObjects = 64

// Graph is a scene graph in the form in which descriptions of objects are searched: an Attributed, whose sets are bits. It is for one
// goroutine at a time.
type Graph struct {
	*Vocabulary
	// Properties of each object by attribute: a string, a List, or nil where it has none.
	Properties [][]ask.Value
	// Others are, for each relation and each object, those that lie there.
	Others [][]uint64
	// Exhaustive searches draw nothing: of a choice the last is taken, and filters are those that fit objects.
	Exhaustive bool

	same    [][]uint64          // by attribute: for each object those with an equal property, itself among them
	holders []map[string]uint64 // by attribute: the objects with a value, or with it in their list
	having  [][]uint64          // the same for each of Words
	sets    []ask.Value         // all sets as values; nil for large scenes

	tables   map[Naming]*keyTable
	branches map[branchKey][]ask.Branch
	relates  map[relateKey]*relateBranches
}

// NewGraph is the graph of objects with properties by attribute, and with lists of objects by relation and object, as records have them.
// Errors name what is out of range.
func NewGraph(v *Vocabulary, properties [][]ask.Value, related [][][]int) (*Graph, error) {
	n := len(properties)
	if n > MostObjects {
		return nil, fmt.Errorf("there are %d objects, want %d at most", n, MostObjects)
	}
	g := &Graph{Vocabulary: v, Properties: properties}
	for r, lists := range related {
		if len(lists) != n {
			return nil, fmt.Errorf("relationships.%s has %d lists, want one for each of %d objects", v.Relations[r], len(lists), n)
		}
		for i, others := range lists {
			for _, o := range others {
				if o < 0 || o >= n {
					return nil, fmt.Errorf("relationships.%s[%d] names object %d of %d", v.Relations[r], i, o, n)
				}
			}
		}
		g.Others = append(g.Others, Bits(lists))
	}
	if n <= mostBoxed {
		g.sets = make([]ask.Value, 1<<n)
		for m := range g.sets {
			g.sets[m] = ask.Set{uint64(m)}
		}
	}
	g.forget()
	n = len(v.Attributes)
	g.same, g.having, g.holders = make([][]uint64, n), make([][]uint64, n), make([]map[string]uint64, n)
	for a := range v.Attributes {
		g.Changed(a)
	}
	return g, nil
}

// Bits are lists of objects as sets.
func Bits(lists [][]int) []uint64 {
	out := make([]uint64, len(lists))
	for i, list := range lists {
		for _, j := range list {
			out[i] |= 1 << j
		}
	}
	return out
}

// mostBoxed is how many objects a scene may have for all sets of them to be kept as values.
const mostBoxed = 10

// Copy is a graph whose properties and relations can be changed. It must be told of attributes that were: see Changed.
func (g *Graph) Copy() *Graph {
	out := *g
	out.Properties = make([][]ask.Value, 0, g.Len())
	for _, p := range g.Properties {
		out.Properties = append(out.Properties, slices.Clone(p))
	}
	out.Others = slices.Clone(g.Others)
	out.same, out.having, out.holders = slices.Clone(g.same), slices.Clone(g.having), slices.Clone(g.holders)
	out.forget()
	return &out
}

// forget leaves descriptions of other properties and relations behind.
func (g *Graph) forget() {
	g.tables, g.branches, g.relates = map[Naming]*keyTable{}, map[branchKey][]ask.Branch{}, map[relateKey]*relateBranches{}
}

// Changed finds again what follows from an attribute.
func (g *Graph) Changed(a int) {
	same, having, holders := make([]uint64, g.Len()), make([]uint64, 0, len(g.Words[a])), map[string]uint64{}
	for i := range g.Properties {
		p := g.Properties[i][a]
		for j := range g.Properties {
			if p != nil && p == g.Properties[j][a] {
				same[i] |= 1 << j
			}
		}
		if l, ok := p.(List); ok && g.Attributes[a].Listed {
			for _, item := range l.Items() {
				holders[item] |= 1 << i
			}
		} else if word, ok := p.(string); ok {
			holders[word] |= 1 << i
		}
	}
	for _, value := range g.Words[a] {
		having = append(having, holders[value.(string)])
	}
	g.same[a], g.having[a], g.holders[a] = same, having, holders
}

// Len is the number of objects.
func (g *Graph) Len() int { return len(g.Properties) }

// Related are the objects in a relation to another.
func (g *Graph) Related(relation string, o ask.Object) (ask.Set, bool) {
	r := slices.Index(g.Relations, relation)
	if r < 0 {
		return ask.Set{}, false
	}
	return ask.Set{g.Others[r][o]}, true
}

// Holders are the objects with a value, or with it in their list, as bits.
func (g *Graph) Holders(attribute int, value string) uint64 { return g.holders[attribute][value] }

// Having are the objects with a value.
func (g *Graph) Having(attribute int, value string) ask.Set {
	return ask.Set{g.holders[attribute][value]}
}

// Alike are the objects with the same property as another, or none.
func (g *Graph) Alike(attribute int, o ask.Object) ask.Set { return ask.Set{g.same[attribute][o]} }

// Property is the answer to a question for a property. A list of one is its item; other lists are answers only where objects have lists.
func (g *Graph) Property(attribute int, o ask.Object) ask.Value {
	switch p := g.Properties[o][attribute].(type) {
	case nil:
		return ask.Invalid
	case List:
		items := p.Items()
		if len(items) == 1 {
			return items[0]
		}
		if g.Attributes[attribute].Listed {
			return p
		}
		return ask.Invalid
	default:
		return p
	}
}

// all are all objects.
func (g *Graph) all() uint64 { return ^uint64(0) >> (MostObjects - g.Len()) }

// set is a set as a value.
func (g *Graph) set(m uint64) ask.Value {
	if g.sets != nil {
		return g.sets[m]
	}
	return ask.Set{m}
}

// only is the single object of a set, or Invalid.
func only(m uint64) ask.Value {
	if bits.OnesCount64(m) != 1 {
		return ask.Invalid
	}
	return ask.Object(bits.TrailingZeros64(m))
}

// List is a property with several values, or none: the JSON text of the list, so that lists can be compared.
type List string

// ListOf makes a list.
func ListOf(items []string) List {
	data, err := json.Marshal(items)
	if err != nil {
		panic(fmt.Sprintf("closed: %q cannot be written", items))
	}
	return List(data)
}

// MarshalJSON is the list.
func (l List) MarshalJSON() ([]byte, error) { return []byte(l), nil }

// Items are the values.
func (l List) Items() (out []string) {
	if err := json.Unmarshal([]byte(l), &out); err != nil {
		panic(fmt.Sprintf("closed: %q is no list", string(l)))
	}
	return out
}

// Property is one in a record: a string or a list; nil where the record does not tell.
type Property struct{ ask.Value }

// ParseJSON reads a string or a list of strings.
func (p *Property) ParseJSON(r *record.Reader) error {
	if r.Next() == '"' {
		var word string
		err := r.Value(&word)
		p.Value = word
		return err
	}
	items := []string{}
	if r.Next() != '[' {
		return errors.New("is neither a string nor a list of strings")
	}
	err := r.Value(&items)
	p.Value = ListOf(items)
	return err
}
