package worlds

import (
	"math"
	"strings"
	"testing"

	"mereo/internal/strict"
)

type expressions struct {
	E Expression `yaml:"e"`
}

func TestExpressions(t *testing.T) {
	numbers := map[string]float64{"size": 0.7, "two": 2}
	for text, want := range map[string]float64{
		"3": 3, "-0.5": -0.5, "size / sqrt(2)": 0.7 / math.Sqrt2, "2*(size+two)-1": 4.4, "min(size, two) + max(size, two)": 2.7, "1e-3": 0.001, "0.1 * two / 4": 0.05,
	} {
		e, err := strict.YAML([]byte("e: "+text), expressions{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := e.E.Value(func(name string) float64 { return numbers[name] }, 9); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`"os.Exit(1)"`: `line 1, column 4: e is "os.Exit(1)": "os.Exit(1)" is no arithmetic, want a number`, `"size %  2"`: `line 1, column 4: e is "size %  2": "size %  2" is no arithmetic`, `"sqrt(1, 2)"`: `line 1, column 4: e is "sqrt(1, 2)": sqrt takes 1 numbers`,
		`"func() int { for {} }()"`: `line 1, column 4: e is "func() int { for {} }()": "func() int { for {} }()" is no arithmetic`, `"1 +"`: `line 1, column 4: e is "1 +", want a number`, `'"text"'`: `line 1, column 4: e is "\"text\"": "\"text\"" is no arithmetic`,
		`[1]`: `line 1, column 4: e is no expression`, `"` + strings.Repeat("(", 300) + `"`: `line 1, column 4: e is no expression`, `"0x"`: `line 1, column 4: e is "0x", want a number`,
	} {
		if _, err := strict.YAML([]byte("e: "+text), expressions{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if e, _ := strict.YAML([]byte("e: max(size, two) * size"), expressions{}); strings.Join(e.E.Names(), " ") != "size two" {
		t.Errorf("names are %q", e.E.Names())
	}
}
