package explore

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"mereo/gen/show"
)

func answerTo(user string, index, question int, answer, mode string) string {
	text, err := json.Marshal(map[string]any{
		"user": user, "problem": "train", "split": "train", "index": index, "question": question, "answer": answer,
		"started": fmt.Sprintf("2026-01-02T%02d:%02d:%02dZ", index/60, index%60, question), "seconds": 1.5, "mode": mode,
	})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// send stores an answer and returns the response.
func send(t *testing.T, e *Explorer, body string) string {
	t.Helper()
	status, answer, _ := ask(t, e, "POST", "/api/test/answer", body)
	if status != 200 {
		t.Fatalf("answer %s: status %d, %s", body, status, answer)
	}
	return answer
}

type history struct {
	Lines []struct {
		Index     int
		Question  *int
		Answer    string
		Judgement show.Judgement
	}
	Statistics struct {
		Answers     int
		Right, Time float64
		Types       map[string]struct {
			Answers int
			Right   float64
		}
	}
}

func TestAnswersAreJudgedAndKept(t *testing.T) {
	e := open(t, 20, nil, "train")
	const right = `{"judgement":{"correct":true,"result":{"text":"Is it even?","type":"parity","answer":"no"}},` +
		`"told":{"verdict":"Right","reasons":[],"rows":[{"name":"question","value":"Is it even?"},{"name":"answer","value":" NO "}],"lists":[]}}`
	if got := send(t, e, answerTo("anna", 3, 0, " NO ", "instant")); got != right {
		t.Errorf("got %s, want %s", got, right)
	}
	if got, want := send(t, e, answerTo("anna", 4, 1, "5", "blind")), `{"stored":true}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// The same answer sent again is stored once; another one comes too late.
	if got := send(t, e, answerTo("anna", 3, 0, " NO ", "instant")); got != right {
		t.Errorf("sent again: got %s, want %s", got, right)
	}
	wantError(t, e, "POST", "/api/test/answer", answerTo("anna", 3, 0, "yes", "instant"), 409, "anna has answered this before")
	wantError(t, e, "POST", "/api/test/answer", strings.Replace(answerTo("anna", 3, 0, "yes", "instant"), "2026", "2027", 1), 409,
		"anna has answered this before")
	send(t, e, answerTo("bert", 3, 0, "yes", "instant"))

	h := get[history](t, e, "/api/test/history?user=anna&problem=train")
	if len(h.Lines) != 2 || h.Lines[0].Index != 4 || h.Lines[0].Answer != "5" || h.Lines[0].Judgement.Correct || !h.Lines[1].Judgement.Correct {
		t.Errorf("lines are %+v", h.Lines)
	}
	s := h.Statistics
	if s.Answers != 2 || s.Right != 0.5 || s.Time != 1.5 || s.Types["parity"].Right != 1 || s.Types["number"].Answers != 1 {
		t.Errorf("statistics are %+v", s)
	}
	_, text, header := ask(t, e, "GET", "/api/test/export?user=anna", "")
	disk, err := os.ReadFile(filepath.Join(e.opt.Root, "human_test", "anna.train.jsonl"))
	if err != nil || text != string(disk) || strings.Count(text, "\n") != 2 ||
		header.Get("Content-Disposition") != `attachment; filename="anna.jsonl"` {
		t.Errorf("export is\n%swant\n%s(%v), as %q", text, disk, err, header.Get("Content-Disposition"))
	}
}

// Names of people are text, whatever they look like.
func TestNamesOfUsers(t *testing.T) {
	for _, c := range []struct{ user, file string }{
		{"../../x", "%2E%2E%2F%2E%2E%2Fx.train.jsonl"},
		{"<b>", "%3Cb%3E.train.jsonl"},
		{"anna.val", "anna%2Eval.train.jsonl"},
		{".", "%2E.train.jsonl"},
		{"Zoë K", "Zo%C3%AB%20K.train.jsonl"},
		{strings.Repeat("é", 64), strings.Repeat("%C3%A9", 16) + "-845836d7.train.jsonl"},
	} {
		e := open(t, 20, nil, "train")
		send(t, e, answerTo(c.user, 3, 0, "no", "instant"))
		entries, err := os.ReadDir(filepath.Join(e.opt.Root, storeDir))
		if err != nil || len(entries) != 1 || entries[0].Name() != c.file {
			t.Errorf("%q: files are %v (%v), want %s", c.user, entries, err, c.file)
		}
		if h := get[history](t, e, "/api/test/history?problem=train&user="+escape(c.user)); len(h.Lines) != 1 {
			t.Errorf("%q: %d lines, want 1", c.user, len(h.Lines))
		}
		// The answer is JSON: a browser does not take it for a page.
		_, answer, header := ask(t, e, "GET", "/api/test/history?problem=train&user="+escape(c.user), "")
		if header.Get("Content-Type") != "application/json" || strings.Contains(answer, "<b>") {
			t.Errorf("%q: %s as %s", c.user, answer, header.Get("Content-Type"))
		}
	}
}

// A crash while an answer was written loses that one alone.
func TestTornLine(t *testing.T) {
	e := open(t, 20, nil, "train")
	for i := range 3 {
		send(t, e, answerTo("anna", i, 0, "yes", "instant"))
	}
	name := filepath.Join(e.opt.Root, storeDir, "anna.train.jsonl")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	before := lines[0] + lines[1]
	for cut := len(before) + 1; cut < len(whole); cut += 17 {
		if err := os.WriteFile(name, whole[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		if h := get[history](t, e, "/api/test/history?user=anna&problem=train"); len(h.Lines) != 2 {
			t.Fatalf("cut at %d: %d lines, want 2", cut, len(h.Lines))
		}
		send(t, e, answerTo("anna", 2, 0, "no", "instant"))
		got, err := os.ReadFile(name)
		if err != nil || !strings.HasPrefix(string(got), before) || strings.Count(string(got), "\n") != 3 || got[len(got)-1] != '\n' {
			t.Fatalf("cut at %d: the file is %s(%v)", cut, got, err)
		}
		for _, text := range strings.SplitAfter(strings.TrimSpace(string(got)), "\n") {
			if !json.Valid([]byte(text)) {
				t.Fatalf("cut at %d: %s is no JSON", cut, text)
			}
		}
	}
}

// Answers that come at once are all kept, whole.
func TestAnswersAtOnce(t *testing.T) {
	e := open(t, 1000, nil, "train")
	var wait sync.WaitGroup
	for i := range 9 {
		wait.Go(func() {
			for k := range 20 {
				ask(t, e, "POST", "/api/test/answer", answerTo("anna", i, 0, "yes", "instant")) // the same one again and again
				ask(t, e, "POST", "/api/test/answer", answerTo("anna", 10*k+i, 1, "7", "blind"))
			}
		})
	}
	wait.Wait()
	if h := get[history](t, e, "/api/test/history?user=anna&problem=train"); len(h.Lines) != 9+9*20 {
		t.Errorf("%d lines, want %d", len(h.Lines), 9+9*20)
	}
}

// A user gets every question once, in an order of his own, one about each sample before a second one about any.
func TestNextQuestions(t *testing.T) {
	e := open(t, 20, nil, "train") // two of them are missing
	type next struct {
		Split, Text     string
		Index, Question int
		Choices         []string
		Pictures        []pictureJSON
	}
	orders := map[string]bool{}
	for _, user := range []string{"anna", "bert"} {
		order := ""
		seen := map[string]bool{}
		samples := map[int]bool{}
		for n := range 36 {
			q := get[next](t, e, "/api/test?problem=train&user="+user)
			if again := get[next](t, e, "/api/test?problem=train&user="+user); again.Index != q.Index || again.Question != q.Question {
				t.Fatalf("asked twice: %+v, then %+v", q, again)
			}
			if len(q.Pictures) != 1 || q.Pictures[0].URL != fmt.Sprintf("/file/train/%d.png", q.Index) || (q.Question == 0) != (len(q.Choices) == 2) {
				t.Fatalf("got %+v", q)
			}
			if n == 0 {
				_, text, _ := ask(t, e, "GET", "/api/test?problem=train&user="+user, "")
				if strings.Contains(text, `"answer"`) {
					t.Errorf("the question comes with its answer: %s", text)
				}
			}
			key := fmt.Sprint(q.Index, q.Question)
			if seen[key] {
				t.Fatalf("question %s comes twice", key)
			}
			seen[key], samples[q.Index] = true, true
			if n == 17 && len(samples) != 18 {
				t.Errorf("%s: 18 questions are about %d samples", user, len(samples))
			}
			order += key + " "
			send(t, e, answerTo(user, q.Index, q.Question, map[int]string{0: "yes", 1: "7"}[q.Question], "blind"))
		}
		orders[order] = true
		wantError(t, e, "GET", "/api/test?problem=train&user="+user, "", 404, user+" has answered everything that there is in train")
	}
	if len(orders) != 2 {
		t.Error("two users get the same order")
	}
}

func escape(s string) string { return url.QueryEscape(s) }
