package qlevr

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func BenchmarkSecondRun(b *testing.B) {
	scenes := readSecondVectors[map[string]*Scene](b, "scenes.json")
	cases := slices.DeleteFunc(readSecondVectors[[]secondCase](b, "programs.json"), func(c secondCase) bool {
		return c.Expect.Status != "ok"
	})
	var instances []*Instance
	for _, c := range cases {
		instances = append(instances, c.instance())
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		k := i % len(cases)
		if _, err := runSecond(scenes[cases[k].Scene], instances[k]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteQuestions(b *testing.B) {
	questions := slices.Repeat([]QuestionRecord{askedQuestion()}, 1000)
	b.ReportAllocs()
	for b.Loop() {
		if err := WriteQuestions(io.Discard, QuestionInfo{}, questionsOf(questions...)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadQuestions(b *testing.B) {
	var file bytes.Buffer
	questions := slices.Repeat([]QuestionRecord{askedQuestion()}, 1000)
	if err := WriteQuestions(&file, QuestionInfo{}, questionsOf(questions...)); err != nil {
		b.Fatal(err)
	}
	name := filepath.Join(b.TempDir(), "questions_val.json")
	if err := os.WriteFile(name, file.Bytes(), 0o666); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readQuestions(b.Context(), name); err != nil {
			b.Fatal(err)
		}
	}
}
