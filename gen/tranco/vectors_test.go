package tranco

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/internal/vectors"
)

// metricVector are the keys of a case's expectations that are ours.
type metricVector struct {
	EMR                   float64
	RecallAsPrinted       float64 `json:"recall_as_printed"`
	PrecisionAsPrinted    float64 `json:"precision_as_printed"`
	RecallConventional    float64 `json:"recall_conventional"`
	PrecisionConventional float64 `json:"precision_conventional"`
	KTD, SD, NSD          float64
}

type vectorFile struct {
	Cases []struct {
		ID                    string
		Reference, Prediction []string
		Expect                metricVector
	}
	Batches []struct {
		ID      string
		CaseIDs []string `json:"case_ids"`
		Expect  metricVector
	}
	BuilderCases []struct {
		ID      string
		VideoID string `json:"video_id"`
		Entry   jsontext.Value
		Expect  struct {
			Kept        bool
			Reason      string
			VideoID     string `json:"video_id"`
			Task        string
			InitialTime float64 `json:"initial_time"`
			FinalTime   float64 `json:"final_time"`
			NStep       int     `json:"n_step"`
			Clips       []Clip
			Reference   []string
		}
	} `json:"builder_cases"`
}

// load reads the vectors. An empty file would let a test pass by doing nothing.
func load(t *testing.T) vectorFile {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "trance"), "tranco.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f vectorFile
	if err := json.Unmarshal(data, &f, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if len(f.Cases) == 0 || len(f.Batches) == 0 || len(f.BuilderCases) == 0 {
		t.Fatalf("tranco.json has %d cases, %d batches, %d builder cases", len(f.Cases), len(f.Batches), len(f.BuilderCases))
	}
	return f
}

// near holds floats to the vectors' tolerance.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-6 }

func TestVectorsMetrics(t *testing.T) {
	f := load(t)
	scores := map[string]Score{}
	for _, c := range f.Cases {
		s, want := Measure(c.Reference, c.Prediction), c.Expect
		scores[c.ID] = s
		if s.EMR != want.EMR || s.SD != want.SD || !near(s.RecallAsPrinted, want.RecallAsPrinted) ||
			!near(s.PrecisionAsPrinted, want.PrecisionAsPrinted) || !near(s.Recall, want.RecallConventional) ||
			!near(s.Precision, want.PrecisionConventional) || !near(s.KTD, want.KTD) || !near(s.NSD, want.NSD) {
			t.Errorf("%s: got %+v, want %+v", c.ID, s, want)
		}
	}
batches:
	for _, b := range f.Batches {
		var of []Score
		for _, id := range b.CaseIDs {
			s, ok := scores[id]
			if !ok && !vectors.Public() {
				continue batches // of cases that are not all here
			}
			if !ok {
				t.Fatalf("%s: no case %s", b.ID, id)
			}
			of = append(of, s)
		}
		m, want := mean(of), b.Expect
		if !near(m.EMR, want.EMR) || !near(m.RecallAsPrinted, want.RecallAsPrinted) || !near(m.KTD, want.KTD) ||
			!near(m.PrecisionAsPrinted, want.PrecisionAsPrinted) || !near(m.SD, want.SD) || !near(m.NSD, want.NSD) {
			t.Errorf("%s: got %+v, want %+v", b.ID, m, want)
		}
	}
}

func TestVectorsBuilder(t *testing.T) {
	for _, c := range load(t).BuilderCases {
		v, err := parseVideo(c.VideoID, c.Entry)
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		r, reason := v.record("")
		want := c.Expect
		if (reason == "") != want.Kept || reason != want.Reason {
			t.Errorf("%s: reason is %q, want %q", c.ID, reason, want.Reason)
		}
		if !want.Kept {
			continue
		}
		if r.VideoID != want.VideoID || r.Task != want.Task || r.NStep != want.NStep || r.Initial.Time != want.InitialTime ||
			r.Final.Time != want.FinalTime || !reflect.DeepEqual(r.Clips, want.Clips) ||
			!reflect.DeepEqual(r.Reference, want.Reference) {
			t.Errorf("%s: got %+v, want %+v", c.ID, r, want)
		}
	}
}
