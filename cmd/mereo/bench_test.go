package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/cmd/sets"
	"mereo/internal/gltest"
)

// Of every set with pictures bench tells all six phases; nearly all of the time of software pictures is for drawing, and the
// phases are no longer than the workers were busy.
func TestBenchPhases(t *testing.T) {
	gltest.Renderer(t)
	code, out, stderr := mereo(t, "bench", "--gpu", "software", "--only", "pictures", "--scenes", "2", "--workers", "1")
	var report benchReport
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 {
		t.Fatalf("exit %d, %v, %s%s", code, err, out, stderr)
	}
	figure := map[string]benchFigure{}
	for _, f := range report.Figures {
		figure[f.Name] = f
	}
	for set, pictures := range map[string]float64{"ptr scenes": 1, "trance samples": 4, "qlevr scenes": 1} {
		rate, name := figure[set].Value, strings.Fields(set)[0]+" pictures"
		if got := figure[name].Value; math.Abs(got-pictures*rate) > 1e-9*got || rate <= 0 {
			t.Errorf("%g %s and %g %s per second", rate, set, got, name)
		}
		shares, ms := 0.0, 0.0
		for _, p := range []string{"sampling", "acceptance", "draw", "read-back", "encode", "write"} {
			f := figure[set+", "+p]
			if f.Unit != "ms per sample" || f.Value <= 0 || f.Share <= 0 {
				t.Errorf("%s, %s: %+v", set, p, f)
			}
			shares, ms = shares+f.Share, ms+f.Value
		}
		if math.Abs(shares-1) > 1e-9 || figure[set+", draw"].Share < 0.4 {
			t.Errorf("%s: shares add up to %g, and drawing has %g", set, shares, figure[set+", draw"].Share)
		}
		if wall := 1000 / rate; ms > wall {
			t.Errorf("%s: one worker was busy for %g ms of %g", set, ms, wall)
		}
	}
}

// Fidelity is the mean and the worst of all color pictures of a set's samples, with the index of the worst; it is measured only
// when it is named.
func TestBenchFidelity(t *testing.T) {
	gltest.Renderer(t)
	e, err := sets.Find("trance") // its pictures are small, and four a sample
	if err != nil {
		t.Fatal(err)
	}
	b := bench{gpu: "software", scenes: 1, workers: 1, spp: 1}
	figures, err := b.fidelity(t.Context(), e, true)
	if err != nil || len(figures) != 2 {
		t.Fatalf("%+v, %v, want mean and worst", figures, err)
	}
	// One path for each pixel is noise, which is seen; pictures of other scenes would be further apart. Four pictures are never
	// equally far.
	mean, worst := figures[0], figures[1]
	if mean.Value < 0.05 || worst.Value <= mean.Value || worst.Value > 0.6 {
		t.Errorf("mean %+v, worst %+v", mean, worst)
	}
	if mean.Sample != nil || worst.Sample == nil || *worst.Sample != 0 {
		t.Errorf("the mean is of one sample, or the worst of none: %+v, %+v", mean, worst)
	}
	if slices.Contains(benchSections, benchFidelity) {
		t.Error("fidelity is measured without being asked for")
	}
	only := mustMereo(t, `"qlevr scenes without pictures"`, "bench", "--only", "records", "--set", "qlevr", "--scenes", "1")
	if strings.Contains(only, "trance") {
		t.Errorf("--set qlevr measures others, too: %s", only)
	}
	code, out, stderr := mereo(t, "bench", "--only", "fidelity", "--no-pictures")
	if code != 0 || !strings.Contains(out, `"figures": null`) {
		t.Errorf("without pictures: exit %d, %s%s", code, out, stderr)
	}
	if code, _, stderr := mereo(t, "bench", "--only", "fidelity", "--spp", "0"); code != 2 || !strings.Contains(stderr, "--spp is 0") {
		t.Errorf("no paths: exit %d, %s", code, stderr)
	}
}
