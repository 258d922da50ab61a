package qlevr

import "mereo/scenes/rng"

// questionTries is how often a template is drawn before the next one has its turn.
const questionTries = 1000 + 1

// doubtfulTries is how often it is where a question had another answer in another reading of the scene: most others will have one, too.
const doubtfulTries = 60

// questionPrograms are the programs of a list of templates. They are read only, so several questioners can share them.
type questionPrograms struct {
	templates []Template
	programs  []*compiledProgram
	nodes     int // of the longest
}

// compileTemplates compiles a list of templates. The list must not change afterwards.
func compileTemplates(templates []Template, options compileOptions) (*questionPrograms, error) {
	all := &questionPrograms{templates: templates}
	for i := range templates {
		p, err := compileProgram(&templates[i], options)
		if err != nil {
			return nil, err
		}
		all.programs = append(all.programs, p)
		all.nodes = max(all.nodes, len(p.nodes))
	}
	return all, nil
}

// questioner asks questions about one scene after the other and keeps their answers even. Each block of scenes needs one of its
// own, and it must see the scenes in order.
type questioner struct {
	all     *questionPrograms
	balance *answerBalance
	tries   int // so far

	index   sceneIndex
	attempt attempt
	queue   templateQueue
	asked   []bool // of this scene, by family group

	published bool // asked is what readers may answer otherwise, too
	readings  readings
	doubtful  int // how often a template was given up because they may
}

// newQuestioner has asked nothing yet.
func newQuestioner(all *questionPrograms) *questioner {
	q := &questioner{all: all, balance: newAnswerBalance(all.templates)}
	q.attempt.scene = &q.index
	q.attempt.results = make([]nodeResult, all.nodes)
	q.asked = make([]bool, len(q.balance.familyTotals))
	return q
}

// AskedQuestion is a question that was accepted.
type AskedQuestion struct {
	Instance Instance
	Answer   bool
	Outputs  []NodeOutput // of each node
}

// ask asks questions from different families about a scene, fewer than count when no template is left. A scene that breaks the
// format is an error.
func (q *questioner) ask(s *Scene, count int, stream *rng.Stream) ([]AskedQuestion, error) {
	if err := q.index.load(s); err != nil {
		return nil, err
	}
	if !q.published {
		q.readings.load(s, &q.index)
	}
	q.attempt.stream = stream
	q.queue.fill(q.balance, stream)
	clear(q.asked)
	coin := func() bool { return stream.Bool(0.5) }
	var questions []AskedQuestion
	for len(questions) < count && len(q.queue) > 0 {
		template := q.queue.next()
		p, family := q.all.programs[template], q.balance.ids[template].family
		if q.asked[family] || q.index.planes < p.planes || !q.try(template, coin) {
			continue
		}
		q.asked[family] = true
		instance := Instance{p.template, q.attempt.values(), q.attempt.countsReference()}
		questions = append(questions, AskedQuestion{instance, q.attempt.answer, q.attempt.outputs()})
	}
	return questions, nil
}

// try draws a template until it gives a question that keeps the balance, which stays in q.attempt and is counted.
func (q *questioner) try(template int, coin func() bool) bool {
	p := q.all.programs[template]
	expectation := q.balance.expect(template, coin)
	q.attempt.begin()
	doubted := false
	for tries := range questionTries {
		if doubted && tries >= doubtfulTries {
			q.doubtful++
			return false
		}
		q.tries++
		if q.attempt.run(p) >= 0 {
			if !q.attempt.drawn {
				return false // and so it would be every time
			}
			continue
		}
		drawn := drawnAnswer{q.attempt.answer, p.numerical(), q.attempt.results[len(p.nodes)-1].quantities}
		if !q.balance.accepts(template, expectation, drawn, coin) {
			continue
		}
		if (q.published || !p.told(q.attempt.results)) && !q.readings.doubt(p, q.attempt.results, drawn.answer) {
			q.balance.record(template, drawn)
			return true
		}
		doubted = true
	}
	return false
}

// told tells whether the words bound the answer: how many of some things are like most of the same things is more than half.
func (p *compiledProgram) told(drawn []nodeResult) bool {
	last := &p.nodes[len(p.nodes)-1]
	if len(last.inputs) < 2 {
		return false
	}
	most := &p.nodes[last.inputs[0]]
	return most.output == wordOutput && len(most.inputs) > 0 && drawn[most.inputs[0]].objects == drawn[last.inputs[1]].objects
}

// numerical reports whether the last node has numbers.
func (p *compiledProgram) numerical() bool {
	q := &p.nodes[len(p.nodes)-1].quantifiers
	return q[0].slots()+q[1].slots() > 0
}

// templateQueue holds the templates that can still be asked about a scene, as a heap (Knuth 1973, The Art of Computer
// Programming 3, section 5.2.3): none comes before the one at half its place. First come those of the smallest priority, the
// others of the same priority in random order. Most are never taken, so that sorting all would take longer.
type templateQueue []queuedTemplate

type queuedTemplate struct {
	priority [3]int
	order    uint64 // random
	template int
}

// fill starts over with all templates.
func (q *templateQueue) fill(b *answerBalance, stream *rng.Stream) {
	*q = (*q)[:0]
	for i := range b.asked {
		*q = append(*q, queuedTemplate{b.priority(i), stream.Uint64(), i})
	}
	for i := len(*q)/2 - 1; i >= 0; i-- {
		q.sink(i)
	}
}

// next takes the template whose turn it is.
func (q *templateQueue) next() int {
	first, last := (*q)[0].template, len(*q)-1
	(*q)[0] = (*q)[last]
	*q = (*q)[:last]
	q.sink(0)
	return first
}

// sink puts the template at a place behind those below it that come first.
func (q *templateQueue) sink(at int) {
	heap := *q
	for {
		first := 2*at + 1
		if first >= len(heap) {
			return
		}
		if second := first + 1; second < len(heap) && heap[second].before(&heap[first]) {
			first = second
		}
		if !heap[first].before(&heap[at]) {
			return
		}
		heap[at], heap[first] = heap[first], heap[at]
		at = first
	}
}

// before is a total order, in which heaps of any kind yield the same.
func (a *queuedTemplate) before(b *queuedTemplate) bool {
	for k := range a.priority {
		if a.priority[k] != b.priority[k] {
			return a.priority[k] < b.priority[k]
		}
	}
	if a.order != b.order {
		return a.order < b.order
	}
	return a.template < b.template
}
