package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"mereo/gen/show"
)

// lit is how many pixels of the picture are lit up while the others are dimmed; 0 where nothing is.
func (p *tab) lit() (n int) {
	p.t.Helper()
	p.eval(`(() => {
		let lit = 0;
		for (const c of document.querySelectorAll('.stage canvas')) {
			if (c.hidden || !c.width) continue;
			const a = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
			let dim = 0;
			for (let i = 3; i < a.length; i += 4) dim += a[i] === 0x9e;
			if (dim) lit += a.length / 4 - dim;
		}
		return lit;
	})()`, &n)
	return n
}

// openQuestion opens the first question of a sample of PTR whose text contains words, and returns its text.
func openQuestion(t *testing.T, address, sample, words string) *tab {
	t.Helper()
	p := newPage(t, address+"/sample/"+sample)
	p.waitFor(`document.querySelector('#tab-questions')`)
	p.click("#tab-questions")
	p.waitFor(`document.querySelectorAll('.question').length === 10`)
	if words != "" {
		p.do(chromedp.SendKeys(".questions input[type=search]", words, chromedp.ByQuery))
		p.waitFor(`document.querySelectorAll('.question').length < 10`)
	}
	return p
}

// The questions of a sample can be searched; an opened one shows its program with the value of every call.
func TestExploreQuestions(t *testing.T) {
	p := openQuestion(t, explored(t, "ptr"), "train/0", "")
	all := p.texts(".question-text")
	p.screenshot("questions-list")
	word := strings.Fields(all[3])[len(strings.Fields(all[3]))-2]
	p.do(chromedp.SendKeys(".questions input[type=search]", all[3], chromedp.ByQuery))
	p.waitFor(`document.querySelectorAll('.question').length >= 1 && document.querySelectorAll('.question').length < 10`)
	if got := p.texts(".question-text"); got[0] != all[3] {
		t.Errorf("the filter %q leaves %q, want %q (its last words are %q)", all[3], got, all[3], word)
	}
	p.click(".question")
	p.waitFor(`document.querySelector('.calls .call-value')`)
	if got := p.text(".sentence"); got != all[3] {
		t.Errorf("the opened question says %q, want %q", got, all[3])
	}
	// Every call was run, and what the answer's call yields is on top.
	var values, calls int
	p.eval(`document.querySelectorAll('.calls .call-value').length`, &values)
	p.eval(`document.querySelectorAll('.calls .call[data-call]').length`, &calls)
	if values != calls || calls < 2 {
		t.Errorf("%d of %d calls have a value", values, calls)
	}
	p.screenshot("questions-program")

	// Step by step.
	p.press("j")
	p.waitFor(`document.querySelector('.call.current')?.dataset.call === '0'`)
	if got := p.text(".step-says"); !strings.HasPrefix(got, "Step 1 of ") {
		t.Errorf("after J the page says %q", got)
	}
	p.press("j")
	p.waitFor(`document.querySelector('.call.current')?.dataset.call === '1'`)
	for until := time.Now().Add(patience); p.lit() == 0; time.Sleep(50 * time.Millisecond) { // it is read before it can be lit
		if time.Now().After(until) {
			t.Fatal("nothing is lit up in the picture at call 1")
		}
	}
	p.screenshot("questions-step")
	p.press("k")
	p.waitFor(`document.querySelector('.call.current')?.dataset.call === '0'`)
	p.do(chromedp.Focus(".stepper .button", chromedp.ByQuery))
	p.press(kb.ArrowDown)
	p.waitFor(`document.querySelector('.call.current')?.dataset.call === '1'`)
	p.press(kb.End)
	p.waitFor(`document.querySelector('.call.current') === document.querySelector('.calls .call')`)
	p.press(kb.Home)
	p.waitFor(`document.querySelector('.call.current')?.dataset.call === '0'`)
	p.address("/sample/train/0?tab=questions&question=3&call=0")
}

// A word of a question is changed: the sentence says it, the program is run again, and one button brings the question back.
func TestExploreQuestionOtherWords(t *testing.T) {
	p := openQuestion(t, explored(t, "ptr"), "train/0", "how many")
	p.click(".question")
	p.waitFor(`document.querySelector('.call select.side')`)
	asked := p.text(".sentence")
	// Another color of the same part: the part is a word of another call, too.
	p.pick(".call select.side", "door: red")
	p.waitFor(`document.querySelector('.sentence mark')`)
	said := p.text(".sentence")
	if said == asked {
		t.Errorf("with other words the sentence is still %q", said)
	}
	if got := p.text(".asked > p"); !strings.Contains(got, asked) {
		t.Errorf("the question as asked is not beside it: %q, want %q", got, asked)
	}
	p.screenshot("questions-other-words")
	p.button("As asked")
	p.waitFor(`!document.querySelector('.sentence mark')`)
	if got := p.text(".sentence"); got != asked {
		t.Errorf("as asked the sentence is %q, want %q", got, asked)
	}
}

// Questions of other sets have their programs as a tree, too, and another word gives another answer.
func TestExploreQuestionsOtherSets(t *testing.T) {
	for _, set := range []string{"qlevr", "shopvrb", "clevr"} {
		t.Run(set, func(t *testing.T) {
			address := explored(t, set)
			w := otherWord(t, address)
			p := newPage(t, address+"/sample/train/0")
			p.waitFor(`document.querySelector('#tab-questions')`)
			p.click("#tab-questions")
			p.click(fmt.Sprintf(".question-list li:nth-child(%d) .question", w.question+1))
			p.waitFor(`document.querySelector('.calls .call-value')`)
			var calls []int
			p.eval(`[...document.querySelectorAll('.calls .call[data-call]')].filter((c) => c.querySelector('.call-value')).map((c) => Number(c.dataset.call))`, &calls)
			slices.Sort(calls)
			if len(calls) != w.calls || calls[0] != 0 || calls[len(calls)-1] != w.calls-1 {
				t.Errorf("the tree has the calls %v with a value, want 0 to %d", calls, w.calls-1)
			}
			p.screenshot("questions-" + set)
			p.pick(fmt.Sprintf(`[data-call="%d"] select[aria-label^="Value %d "]`, w.call, w.side+1), w.value)
			p.waitFor(`document.querySelector('.sentence mark')`)
			if got, want := p.text(".asked .answer"), w.asked+" → "+w.answer; got != want {
				t.Errorf("the answer is %q, want %q", got, want)
			}
			p.screenshot("questions-word-" + set)
		})
	}
}

// word is a constant of a question's program, and what comes of it.
type word struct {
	question, calls, call, side int
	value                       string
	asked, answer               string
}

// otherWord is a word that changes the answer of a question of the first sample.
func otherWord(t *testing.T, address string) word {
	t.Helper()
	sides := map[string][]show.Side{}
	for _, f := range fetch[struct{ Functions []show.Function }](t, "GET", address+"/api/dataset", "").Functions {
		sides[f.Name] = f.Side
	}
	for n, q := range fetch[samplePage](t, "GET", address+"/api/sample/train/0", "").Page.Questions {
		for i, call := range q.Program {
			for k := range call.Side {
				for _, value := range sides[call.Function][k].Options {
					program := slices.Clone(q.Program)
					program[i].Side = slices.Clone(call.Side)
					program[i].Side[k] = value
					body, err := json.Marshal(map[string]any{"program": program, "question": n})
					if err != nil {
						t.Fatal(err)
					}
					said := fetch[struct {
						Trace show.Trace
						Text  string
					}](t, "POST", address+"/api/run/train/0", string(body))
					longer := len(strings.Fields(said.Text)) >= len(strings.Fields(q.Text)) // what is left out is marked nowhere
					if longer && said.Trace.Answer != "" && said.Trace.Answer != q.Answer {
						return word{n, len(q.Program), i, k, value, q.Answer, said.Trace.Answer}
					}
				}
			}
		}
	}
	t.Fatal("no word changes an answer")
	return word{}
}

// A program of one's own: calls are added and removed, the answer follows; as text it is checked, and the server's sentence stands
// at the call that it names.
func TestExploreOwnProgram(t *testing.T) {
	p := openQuestion(t, explored(t, "ptr"), "train/0", "")
	var objects int
	p.evalAsync(`fetch('/api/sample/train/0').then((r) => r.json()).then((s) => s.page.entities.length)`, &objects)
	p.button("Own program")
	add := func(function string) {
		t.Helper()
		p.pick(".add-call select", function)
		p.button("Add call")
	}
	add("scene")
	p.waitFor(`document.querySelector('.call .chip')`)
	p.waitFor(`document.querySelectorAll('.call .chip').length === ` + strconv.Itoa(objects))
	add("count")
	p.waitFor(`document.querySelector('.answer')?.innerText === "` + strconv.Itoa(objects) + `"`)
	p.screenshot("questions-own")

	// A removed call leaves what took it with the result before it that fits.
	p.click(`[aria-label="Remove call 1, count"]`)
	add("filter_part-category")
	p.pick(`[aria-label="Value 1 of call 1"]`, "door")
	add("count")
	p.waitFor(`document.querySelectorAll('.builder .call-value').length === 3`)
	p.click(`[aria-label="Remove call 1, filter_part-category"]`)
	p.waitFor(`document.querySelector('.answer')?.innerText === "` + strconv.Itoa(objects) + `"`)

	// As text.
	p.click(".as-json summary")
	p.text(".as-json textarea")
	write := func(text string) {
		t.Helper()
		p.eval(`(() => { const a = document.querySelector('.as-json textarea'); a.value = `+strconv.Quote(text)+`;
			a.dispatchEvent(new Event('input', {bubbles: true})); })()`, nil)
		p.button("Use this text")
	}
	write(`[{"function": "count", "inputs": [0], "side": []}]`)
	p.waitFor(`document.querySelector('.as-json .call-fault')`)
	if got, want := p.text(".as-json .call-fault"), `Call 0 (count): "inputs" is [0], want numbers of calls before it.`; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.allow("400 (Bad Request)")
	write(`[{"function": "scene", "inputs": [], "side": []}, {"function": "hue", "inputs": [0], "side": []}]`)
	p.waitFor(`document.querySelector('.call[data-call="1"] .call-fault')`)
	if got := p.text(`.call[data-call="1"] .call-fault`); !strings.Contains(got, "hue") {
		t.Errorf("the server's sentence at the call is %q", got)
	}
	p.screenshot("questions-own-fault")
}

// On a phone nothing is wider than the page, in the dark.
func TestExploreQuestionsOnAPhone(t *testing.T) {
	p := openQuestion(t, explored(t, "ptr"), "train/0", "")
	p.dark()
	p.phone()
	p.click(".question")
	p.waitFor(`document.querySelector('.calls .call-value')`)
	p.narrow()
	p.eval(`document.querySelector('.asked').scrollIntoView()`, nil)
	p.screenshot("questions-phone")
}

// narrow fails where the page is wider than the window.
func (p *tab) narrow() {
	p.t.Helper()
	var wide []string
	p.eval(`[...document.querySelectorAll('main *')].filter((e) => {
		if (e.closest('svg, .wide, .tabs, .film-frame, pre, .sr, .picture') && !e.matches('.wide, .tabs, .film-frame')) return false;
		return e.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
	}).map((e) => e.tagName + '.' + e.className + ' ' + Math.round(e.getBoundingClientRect().right)).slice(0, 5)`, &wide)
	if len(wide) > 0 {
		p.t.Errorf("wider than the window: %q", wide)
	}
}
