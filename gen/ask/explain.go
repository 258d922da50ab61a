package ask

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Explain prints a program as a tree, the answer's node first and below each node what it takes, with the value at every
// node that was run. A node that several others take is printed where it is taken first and named by its number after that.
func Explain(w io.Writer, p Program, outputs []Value) error {
	e := explainer{p: p, outputs: outputs, shown: make([]bool, len(p))}
	e.node(len(p)-1, "", "")
	width := 0
	for _, l := range e.lines {
		width = max(width, len([]rune(l.call)))
	}
	for _, l := range e.lines {
		pad := strings.Repeat(" ", width-len([]rune(l.call)))
		if _, err := fmt.Fprintf(w, "%s%s  %s\n", l.call, pad, l.value); err != nil {
			return err
		}
	}
	return nil
}

type explainer struct {
	p       Program
	outputs []Value
	shown   []bool
	lines   []explained
}

type explained struct{ call, value string }

// node adds the lines of node i: head is drawn before its own line, tail before those below.
func (e *explainer) node(i int, head, tail string) {
	n := e.p[i]
	call := fmt.Sprintf("%s%d %s", head, i, n.Function)
	for _, s := range n.Side {
		call += " " + asJSON(s)
	}
	if e.shown[i] {
		e.lines = append(e.lines, explained{call, "as above"})
		return
	}
	e.shown[i] = true
	value := "not reached"
	if i < len(e.outputs) {
		value = "= " + asJSON(e.outputs[i])
	}
	e.lines = append(e.lines, explained{call, value})
	for k, from := range n.Inputs {
		if k == len(n.Inputs)-1 {
			e.node(from, tail+"└─ ", tail+"   ")
		} else {
			e.node(from, tail+"├─ ", tail+"│  ")
		}
	}
}

func asJSON(v Value) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(b.String())
}
