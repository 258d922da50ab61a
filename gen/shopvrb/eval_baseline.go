package shopvrb

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// oracleAnswers runs programs on their scenes. The first answer that differs is noted.
func oracleAnswers(f *QuestionFile, scenes map[int]evalScene) func(q *evalQuestion) (string, error) {
	var scene *ask.Plain
	of, library := -1, newLibrary()
	return func(q *evalQuestion) (string, error) {
		if scene == nil || q.ImageIndex != of {
			s, err := ask.ReadPlain(scenes[q.ImageIndex].record)
			if err != nil {
				return "", fmt.Errorf("shopvrb: %w", err)
			}
			scene, of = s, q.ImageIndex
		}
		p, err := library.ParseProgram(q.Program)
		if err != nil {
			return "", err
		}
		outputs := library.RunPlain(scene, p)
		said, err := outputText(outputs[len(outputs)-1])
		if err != nil {
			return "", err
		}
		if f.FirstWrong == "" && said != q.text {
			f.FirstWrong = fmt.Sprintf("question_index %d: its program gives %s, stored is %s", q.QuestionIndex, said, q.text)
		}
		return said, nil
	}
}

// outputText is the result of a program in the released form.
func outputText(output ask.Value) (string, error) {
	data, err := json.Marshal(output)
	if err != nil {
		return "", err
	}
	return answerText(data)
}

// randomAnswers draws uniformly from the answers that a program's last function can give.
func randomAnswers(o EvalOptions) func(q *evalQuestion) (string, error) {
	possible := map[string][]string{} // by function
	return func(q *evalQuestion) (string, error) {
		if possible[q.answer] == nil {
			possible[q.answer] = possibleAnswers(q.answer, o.classes...)
		}
		if len(possible[q.answer]) == 0 {
			return "", fmt.Errorf("program ends with %q, which gives no answer", q.answer)
		}
		key := rng.Key{Seed: o.Seed, Set: setName, Split: o.Split, Index: q.QuestionIndex}
		return rng.Choose(rng.At(key, "baseline "+q.kind.String()), possible[q.answer]), nil
	}
}

// possibleAnswers are those that a program can end with: yes and no, numbers of things, or the values of a property; lists are
// those that the published things have. classes are those beside the published ones.
func possibleAnswers(function string, classes ...string) (out []string) {
	key, isQuery := strings.CutPrefix(function, "query_")
	switch {
	case function == "count":
		return domainText(counted())
	case !isQuery:
		return []string{"yes", "no"}
	case key != attributes[listAttribute].Key:
		words := newVocabulary(classes...)
		for a := range attributes {
			if attributes[a].Key == key {
				return domainText(words[a])
			}
		}
		return nil
	}
	for _, class := range slices.Sorted(maps.Keys(textualProperties)) {
		for _, p := range textualProperties[class] {
			if p.key != key {
				continue
			}
			for _, r := range p.rules {
				if text := releasedAnswer(listOf(r.then.list)); !slices.Contains(out, text) {
					out = append(out, text)
				}
			}
		}
	}
	return out
}

func domainText(values []ask.Value) (out []string) {
	for _, v := range values {
		out = append(out, releasedAnswer(v))
	}
	return out
}

// trainingSplit is the split that frequentAnswers learns from.
func trainingSplit(o EvalOptions) string {
	const train = "train"
	if o.Train == "" && !isFile(questionsOf(o.Data, train, visual)) && !isFile(questionsOf(o.Data, train, textual)) {
		return o.Split
	}
	return cmp.Or(o.Train, train)
}

// frequentAnswers answers with the most frequent answer of the template in a file, of equally frequent ones the first by its
// text. A template that the file has not is answered with nothing.
func frequentAnswers(ctx context.Context, name string, k kind) (func(q *evalQuestion) (string, error), error) {
	counts := map[string]map[string]int{}
	if err := eachEvalQuestion(ctx, name, k, func(q *evalQuestion) error {
		of := counts[q.template()]
		if of == nil {
			of = map[string]int{}
			counts[q.template()] = of
		}
		of[q.text]++
		return nil
	}); err != nil {
		return nil, err
	}
	best := map[string]string{}
	for template, of := range counts {
		answers := slices.Sorted(maps.Keys(of))
		best[template] = slices.MaxFunc(answers, func(a, b string) int { return of[a] - of[b] }) // the first of equals
	}
	return func(q *evalQuestion) (string, error) { return best[q.template()], nil }, nil
}
