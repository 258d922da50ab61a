package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// storedAnswer is what these tests look at of a line of the store.
type storedAnswer struct {
	User, Problem, Mode string
	Answer              json.RawMessage
	Seconds             float64
	Judgement           struct{ Correct bool }
}

// answered reads the answers that were stored beside the small dataset of a set.
func answered(t *testing.T, set string) (out []storedAnswer) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(exploredDir(t, set), "human_test", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var a storedAnswer
			if err := json.Unmarshal(line, &a); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			out = append(out, a)
		}
	}
	return out
}

// startTest fills in the form of a test and starts it.
func startTest(t *testing.T, address, user, problem string, count int, blind bool) *tab {
	t.Helper()
	p := newPage(t, address+"/test")
	p.waitFor(`document.querySelector('.setting')`)
	p.eval(`localStorage.clear()`, nil)
	p.fill(".setting input[type=text]", user)
	p.fill(".setting input[type=number]", strconv.Itoa(count))
	p.pick(".setting select", problem)
	if blind {
		p.click(".setting label:last-child input[type=radio]")
	}
	p.screenshot("test-form")
	p.click(".setting .button.primary")
	p.waitFor(`document.querySelector('.running h2')?.innerText === '1 of ` + strconv.Itoa(count) + `'`)
	return p
}

// giveAnswer answers the question that is shown: the first choice, or a number.
func (p *tab) giveAnswer() {
	p.t.Helper()
	p.waitFor(`document.querySelector('.answers, .test-side input[type=text]')`)
	var choices bool
	p.eval(`!!document.querySelector('.answers')`, &choices)
	if choices {
		p.press("1")
	} else {
		p.do(chromedp.SendKeys(".test-side input[type=text]", "2", chromedp.ByQuery))
	}
	p.waitFor(`!document.querySelector('.test-side .button.primary').disabled`)
}

// Questions are answered one after the other; each is judged at once, and at the end there is a score.
func TestExploreQuestionTest(t *testing.T) {
	p := startTest(t, explored(t, "ptr"), "test", "train", 2, false)
	for n := range 2 {
		p.waitFor(`document.querySelector('.running h2')?.innerText === '` + strconv.Itoa(n+1) + ` of 2'`)
		p.giveAnswer()
		p.screenshot("test-question-" + strconv.Itoa(n))
		p.click(".test-side .button.primary")
		p.waitFor(`document.querySelector('.verdict')`)
		if got := p.text(".verdict"); !strings.Contains(got, "Right") && !strings.Contains(got, "Wrong: the answer is") {
			t.Errorf("the verdict is %q", got)
		}
		p.screenshot("test-judged-" + strconv.Itoa(n))
		p.press(kb.Enter) // the button has the focus
	}
	p.waitFor(`document.querySelector('.score-line')`)
	p.waitFor(`document.querySelectorAll('.history .wide tbody tr').length === 2`)
	p.screenshot("test-score")
	lines := answered(t, "ptr")
	right := 0
	for _, l := range lines {
		if l.User != "test" || l.Mode != "instant" || l.Seconds <= 0 {
			t.Errorf("stored: %+v", l)
		}
		if l.Judgement.Correct {
			right++
		}
	}
	if want := strconv.Itoa(right) + " of 2 right"; len(lines) != 2 || !strings.HasPrefix(p.text(".score-line"), want) {
		t.Errorf("%d answers are stored, and the score is %q, want %q", len(lines), p.text(".score-line"), want)
	}
	var text string
	p.evalAsync(`fetch(document.querySelector('.history a[download]').href).then((r) => r.text())`, &text)
	if n := strings.Count(text, "\n"); n != 2 {
		t.Errorf("the export has %d lines: %s", n, text)
	}
}

// Blind: nothing is told before the end. An answer that cannot be sent is kept, even when the page is loaded again, and sent later.
func TestExploreTestWithoutNetwork(t *testing.T) {
	p := startTest(t, explored(t, "ptr"), "test", "train", 2, true)
	p.giveAnswer()
	p.allow("net::ERR_INTERNET_DISCONNECTED")
	p.do(network.Enable(), network.EmulateNetworkConditions(true, 0, -1, -1))
	p.click(".test-side .button.primary")
	p.waitFor(`document.querySelector('.running > .call-fault')`)
	if got, want := p.text(".running > .call-fault"), "The server does not answer. Is mereo explore still running? "+
		"Your answer is kept here and sent again every few seconds."; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.screenshot("test-offline")
	if lines := answered(t, "ptr"); len(lines) != 0 {
		t.Errorf("stored without a network: %v", lines)
	}
	p.do(network.EmulateNetworkConditions(false, 0, -1, -1), chromedp.Reload())
	p.waitFor(`document.querySelector('.running h2')?.innerText === '2 of 2'`)
	if lines := answered(t, "ptr"); len(lines) != 1 || lines[0].Mode != "blind" {
		t.Errorf("after the network is back there are %d answers, want 1", len(lines))
	}
	// What was typed is there after the page was loaded again.
	p.giveAnswer()
	value := `(document.querySelector('.answers :checked') || document.querySelector('.test-side input[type=text]')).value`
	var before, after string
	p.eval(value, &before)
	p.do(chromedp.Reload())
	p.waitFor(`document.querySelector('.test-side .button.primary')?.disabled === false`)
	if p.eval(value, &after); after != before || before == "" {
		t.Errorf("the answer was %q, and is %q when the page is loaded again", before, after)
	}
	p.click(".test-side .button.primary")
	p.waitFor(`document.querySelector('.score-line')`)
	p.screenshot("test-blind-score")
}

// A task of TRANCE: changes are added, ordered with keys and pointer, removed and judged.
func TestExploreTranceTest(t *testing.T) {
	p := startTest(t, explored(t, "trance"), "test", "event", 1, false)
	p.waitFor(`document.querySelectorAll('.brief img').length === 2 && [...document.querySelectorAll('.brief img')].every((i) => i.naturalWidth)`)
	p.waitFor(`document.querySelectorAll('.diagram .thing').length === 10`)
	p.screenshot("trance-task")
	p.pick(".changes li:nth-child(1) .pick-object", "3")
	p.click(".add")
	p.waitFor(`document.querySelectorAll('.changes li').length === 2`)
	p.pick(".changes li:nth-child(2) .pick-attribute", "color")
	p.waitFor(`document.querySelector('.changes li:nth-child(2) .pick-value').value === 'gray'`)
	objects := func() string {
		var values []string
		p.eval(`[...document.querySelectorAll('.pick-object')].map((s) => s.value)`, &values)
		return strings.Join(values, " ")
	}
	p.do(chromedp.Focus(".changes li:nth-child(2) .handle", chromedp.ByQuery))
	p.press(kb.ArrowUp)
	p.waitFor(`document.querySelector('.pick-attribute').value === 'color'`)
	if got := objects(); got != "0 3" {
		t.Errorf("moved up, the objects are %s, want 0 3", got)
	}
	p.eval(`document.querySelector('.changes').scrollIntoView({block: 'center'})`, nil)
	var y []float64
	p.eval(`[...document.querySelectorAll('.handle')].flatMap((h) => { const b = h.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })`, &y)
	p.drag(y[0], y[1], y[2], y[3])
	p.waitFor(`document.querySelector('.pick-object').value === '3'`)
	for range 2 {
		p.click(".add")
	}
	p.waitFor(`document.querySelector('.add').disabled`)
	p.click(".changes li:last-child .remove")
	p.waitFor(`document.querySelectorAll('.changes li').length === 3`)
	p.screenshot("trance-answer")
	p.click(".answer-panel .button.primary")
	p.waitFor(`document.querySelector('.verdict')`)
	if got := p.text(".verdict"); !strings.Contains(got, "incorrect final state") || !strings.Contains(got, "What was done") {
		t.Errorf("the result says %q", got)
	}
	p.eval(`document.querySelector('.answer-panel').scrollIntoView({block: 'start'})`, nil)
	p.screenshot("trance-result")
	p.do(chromedp.Focus(".answer-panel .button.primary", chromedp.ByQuery))
	p.press(kb.Enter)
	p.waitFor(`document.querySelector('.history .wide tbody tr')`)
	p.screenshot("trance-history")
	if lines := answered(t, "trance"); len(lines) != 1 || lines[0].Judgement.Correct || !strings.Contains(string(lines[0].Answer), `"color"`) {
		t.Errorf("stored: %+v", lines)
	}
}

// A question that cannot be answered without the descriptions of the things shows them, and not what they tell.
func TestExploreTextualQuestion(t *testing.T) {
	address := explored(t, "shopvrb")
	var user string
	var first struct {
		Index, Question int
		Texts           []struct{ Name, Value string }
	}
	for n := 0; n < 1000 && len(first.Texts) == 0; n++ { // which question comes first is a matter of luck
		user = fmt.Sprintf("reader-%d", n)
		data := fetch[json.RawMessage](t, "GET", address+"/api/test?problem=train&user="+user, "")
		if err := json.Unmarshal(data, &first); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("evidence")) {
			t.Fatalf("the question comes with what its texts tell: %s", data)
		}
	}
	page := fetch[samplePage](t, "GET", fmt.Sprintf("%s/api/sample/train/%d", address, first.Index), "").Page
	right := page.Questions[first.Question].Answer
	p := startTest(t, address, user, "train", 1, false)
	p.waitFor(fmt.Sprintf(`document.querySelectorAll('.texts dd').length === %d`, len(first.Texts)))
	if got := p.text(".texts dd"); got != first.Texts[0].Value {
		t.Errorf("the first description is %q, want %q", got, first.Texts[0].Value)
	}
	p.click(fmt.Sprintf(`.answers input[value=%q]`, right))
	p.screenshot("test-shopvrb")
	p.click(".test-side .button.primary")
	p.waitFor(`document.querySelector('.verdict')`)
	if got := p.text(".verdict"); !strings.Contains(got, "Right") {
		t.Errorf("the verdict on %q is %q, want Right", right, got)
	}
	p.press(kb.Enter)
	p.waitFor(`document.querySelectorAll('.history .wide tbody tr').length === 1`)
	if lines := answered(t, "shopvrb"); len(lines) != 1 || lines[0].User != user || !lines[0].Judgement.Correct {
		t.Errorf("stored: %+v", lines)
	}
}

// The one change of a task of the problem basic is found: all its figures are perfect.
func TestExploreTranceBasic(t *testing.T) {
	address := explored(t, "trance")
	p := startTest(t, address, "test", "basic", 1, false)
	p.waitFor(`document.querySelectorAll('.diagram .thing').length === 10 && document.querySelector('.add').disabled`)
	truth := tranceTruth(t, p, address)
	p.pick(".pick-object", strconv.Itoa(truth.Object))
	p.pick(".pick-attribute", truth.Attr)
	p.waitFor(`document.querySelector('.pick-attribute').value === ` + strconv.Quote(truth.Attr))
	p.pick(".pick-value", truth.Pair)
	p.click(".answer-panel .button.primary")
	p.waitFor(`document.querySelector('.verdict')`)
	if got := p.text(".verdict"); !strings.HasPrefix(got, "✓ Correct.") {
		t.Errorf("the verdict is %q", got)
	}
	p.press(kb.Enter)
	p.waitFor(`document.querySelector('.statistics dd')`)
	p.screenshot("trance-basic")
	got := strings.Join(p.texts(".statistics > div"), "; ")
	if want := "Correct (Acc) 100.0 %; Right final state (Loose Acc) 100.0 %; Right object (ObjAcc) 100.0 %; Right attribute (AttrAcc) 100.0 %; " +
		"Right value (ValAcc) 100.0 %; Wrong attributes left (AD) 0.00; The same per change (AND) 0.00; Correct with 1 change 100.0 %"; got != want {
		t.Errorf("the figures are\n%s\nwant\n%s", got, want)
	}
}

// tranceTruth is the only change of the task that a page shows, as the dataset has it.
func tranceTruth(t *testing.T, p *tab, address string) (change struct {
	Object     int
	Attr, Pair string
}) {
	t.Helper()
	task := fetch[struct{ Index int }](t, "GET", address+"/api/test?user=test&problem=basic", "")
	data, err := os.ReadFile(filepath.Join(exploredDir(t, "trance"), "train", "info", fmt.Sprintf("TRANCE_standard_%06d.json", task.Index)))
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Transformations []struct {
			Object int `json:"obj_idx"`
			Attr   string
			Pair   string
		}
	}
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	if len(record.Transformations) != 1 {
		t.Fatalf("the task has %d changes, want 1: %s", len(record.Transformations), data)
	}
	change.Object, change.Attr = record.Transformations[0].Object, record.Transformations[0].Attr
	change.Pair = strings.TrimPrefix(record.Transformations[0].Pair, change.Attr+".")
	return change
}

// The problem view tells the figures of each camera that the last pictures were taken with.
func TestExploreTranceView(t *testing.T) {
	p := startTest(t, explored(t, "trance"), "anna", "view", 3, true)
	var cameras []string
	for n := range 3 {
		p.waitFor(`document.querySelector('.running h2')?.innerText === '` + strconv.Itoa(n+1) + ` of 3' && document.querySelectorAll('.diagram .thing').length === 10`)
		camera := p.texts(".brief figcaption")[1]
		cameras = append(cameras, strings.TrimSuffix(strings.TrimPrefix(camera, "after ("), ")"))
		p.click(".answer-panel .button.primary")
	}
	p.waitFor(`document.querySelector('.statistics dd')`)
	p.screenshot("trance-view")
	var want []string
	for _, c := range []string{"left camera", "center camera", "right camera"} {
		n := 0
		for _, camera := range cameras {
			if camera == c {
				n++
			}
		}
		switch n {
		case 0:
		case 1:
			want = append(want, c+": 1 answer")
		default:
			want = append(want, fmt.Sprintf("%s: %d answers", c, n))
		}
	}
	if got := p.texts(".history section > h3"); !slices.Equal(got, want) {
		t.Errorf("the cameras are %q, want %q, as the pictures said", got, want)
	}
}

func TestExploreTestsOnAPhone(t *testing.T) {
	p := startTest(t, explored(t, "trance"), "test", "event", 1, false)
	p.dark()
	p.phone()
	p.waitFor(`innerWidth === 390 && document.querySelectorAll('.diagram .thing').length === 10`)
	p.narrow()
	p.screenshot("trance-phone")
	for _, width := range []int64{390, 360} { // all columns of the table are seen
		p.do(chromedp.EmulateViewport(width, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch))
		p.waitFor(fmt.Sprintf("innerWidth === %d", width))
		var table struct{ Room, Width, Columns int }
		p.eval(`(() => { const t = document.querySelector('.brief ~ .panel .wide');
			return {Room: t.clientWidth, Width: t.scrollWidth, Columns: t.querySelectorAll('thead th').length}; })()`, &table)
		if table.Width > table.Room || table.Columns != 6 {
			t.Errorf("in a window of %d pixels the table has %d columns, %d pixels wide, and room for %d", width, table.Columns, table.Width, table.Room)
		}
	}
	p.phone()
	p.eval(`document.querySelector('.diagram').scrollIntoView({block: 'start'})`, nil)
	p.screenshot("trance-phone-diagram")
	p.eval(`document.querySelector('.answer-panel').scrollIntoView({block: 'center'})`, nil)
	p.screenshot("trance-phone-answer")

	p = startTest(t, explored(t, "ptr"), "test", "train", 1, false)
	p.dark()
	p.phone()
	p.giveAnswer()
	p.narrow()
	p.screenshot("test-phone")
}
