package qlevr

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// scenesOf are records of some scenes as they are written.
func scenesOf(t testing.TB, count int) (plans []*PlanRecord, records []*Record) {
	cfg := DefaultConfig()
	s := newSampler(cfg, 3, "val")
	for i := range count {
		g := s.Sample(i)
		plans, records = append(plans, g.plan.record(i)), append(records, g.record())
	}
	return plans, records
}

// The bytes that are put together by hand are those of encoding/json.
func TestEncodeRecord(t *testing.T) {
	plans, records := scenesOf(t, 50)
	questions := questionRecords{askedQuestion(), {
		Question: "Grüße, \"so\" \\ \n", Template: QuestionTemplate{"a.json", []int{1, 22}},
		Program: []QuestionNode{
			{NodeOutput{}, []Value{}}, {NodeOutput{Form: OutputValue, Value: "red"}, []Value{{}, saidValue("")}},
			{NodeOutput{OutputPair, []int{1, 20, 100}, []int{}, ""}, []Value{}},
		},
	}}
	check := func(name string, r appended) {
		t.Helper()
		want, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if got := encodeRecord([]byte("a"), r); string(got) != "a"+string(want)+"\n" {
			t.Errorf("%s: %s", name, firstDifferent(json.RawMessage(got[1:]), json.RawMessage(want)))
		}
	}
	check("questions", questions)
	for i := range plans {
		check("plan", plans[i])
		check("scene", records[i])
	}
}

func TestAppendNumber(t *testing.T) {
	for _, f := range []float64{
		0, math.Copysign(0, -1), 1, -1, 960, 0.05, -0.0013012271614727545, 1e-6, 9.9e-7, -1e-9, 1.5e-300, 1 << 53, 1<<53 + 2,
		1e20, 1e21, -math.MaxFloat64, math.SmallestNonzeroFloat64,
	} {
		want, _ := json.Marshal(f)
		if got := appendNumber(nil, f); !bytes.Equal(got, want) {
			t.Errorf("%v is written as %s, want %s", f, got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("what is not a number was written")
		}
	}()
	appendNumber(nil, math.NaN())
}

// What is scanned is what a decoder finds, and only what is written as expected is scanned.
func TestScanRecord(t *testing.T) {
	_, records := scenesOf(t, 20)
	for i, r := range records {
		data := encodeRecord(nil, r)
		var want Record
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		if got, ok := scanRecord(data); !ok || !reflect.DeepEqual(got, &want) || !reflect.DeepEqual(got, r) {
			t.Fatalf("scene %d is not what was written: scanned %v", i, ok)
		}
	}
	data := string(encodeRecord(nil, records[0]))
	for _, c := range []struct{ from, to string }{
		{`"planes":[`, `"planes": [`}, {`"rotation":`, `"rotation":-`}, {`"preset":`, `"preset":0`},
		{`"power_w":`, `"power_w":+`}, {`"behind":[`, `"behind":[0`}, {`"color":"`, `"color":"\u0061`},
		{`"color":"`, "\"color\":\"\xff"}, {"}}\n", "}}\n\n"}, {"}}\n", "}"},
		{`"turn_deg":[`, `"turn_deg":[1.,`}, {`"left":`, `"left":0`}, {`"left":`, `"left":1e`},
	} {
		if _, ok := scanRecord([]byte(strings.Replace(data, c.from, c.to, 1))); ok {
			t.Errorf("%q for %q was scanned", c.to, c.from)
		}
	}
	if _, err := parseRecord([]byte(strings.Replace(data, `"planes":[`, `"planes" : [`, 1))); err != nil {
		t.Errorf("a scene with spaces is not read: %v", err)
	}
}

func TestScanQuestions(t *testing.T) {
	questions := questionRecords{askedQuestion(), askedQuestion()}
	questions[1].Program[0].Output = NodeOutput{OutputPair, []int{2}, []int{}, ""}
	questions[1].Program[1].Output = NodeOutput{Form: OutputValue, Value: "größer"}
	questions[1].Program[2].Output = NodeOutput{}
	questions[1].Answer = false
	data := encodeRecord(nil, questions)
	if got, ok := scanQuestions(data); !ok || !reflect.DeepEqual(questionRecords(got), questions) {
		t.Errorf("scanned %+v, %v, want %+v", got, ok, questions)
	}
	if got, ok := scanQuestion(questions[1].append(nil)); !ok || !reflect.DeepEqual(*got, questions[1]) {
		t.Errorf("scanned %+v, %v, want %+v", got, ok, questions[1])
	}
	for _, c := range []struct{ from, to string }{
		{`"answer":true`, `"answer":null`}, {`"answer":true`, `"answer":1`}, {`["all.json",8]`, `["all.json"]`}, {`[]`, `[,]`},
		{`{"_output":{`, `{"_output":{"x":`},
	} {
		if got, ok := scanQuestions([]byte(strings.Replace(string(data), c.from, c.to, 1))); ok {
			t.Errorf("%q for %q was scanned as %+v", c.to, c.from, got)
		}
	}
	if got, err := parseQuestions([]byte(" [ ] ")); err != nil || len(got) != 0 {
		t.Errorf("an empty list is %v, %v", got, err)
	}
	if _, err := parseQuestions([]byte(`[{"answer":1}]`)); err == nil {
		t.Error("an answer that is a number was read")
	}
}

// A scanner that takes a text finds what a decoder finds.
func FuzzScanRecord(f *testing.F) {
	_, records := scenesOf(f, 3)
	for _, r := range records {
		f.Add(encodeRecord(nil, r))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, ok := scanRecord(data)
		if !ok {
			return
		}
		var want Record
		if err := json.Unmarshal(data, &want); err != nil || !reflect.DeepEqual(got, &want) {
			t.Errorf("%s is scanned as %+v, want %+v, %v", data, got, want, err)
		}
	})
}

func FuzzScanQuestions(f *testing.F) {
	f.Add(encodeRecord(nil, questionRecords(append(evalQuestions(), askedQuestion()))))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, ok := scanQuestions(data)
		if !ok {
			return
		}
		var want []QuestionRecord
		if err := json.Unmarshal(data, &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is scanned as %+v, want %+v, %v", data, got, want, err)
		}
	})
}

// Files of any length are read whole.
func TestReadRecord(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []int{0, 1, recordBytes - 1, recordBytes, recordBytes + 1, 5*recordBytes + 7} {
		want := bytes.Repeat([]byte("abcdefg"), n/7+1)[:n]
		if err := os.WriteFile(filepath.Join(dir, "a"), want, 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := readRecord(dir, "a")
		if err != nil || !bytes.Equal(*got, want) {
			t.Fatalf("a file of %d bytes is read as %d, %v", n, len(*got), err)
		}
		recordMemory.Put(got)
	}
	if _, err := readRecord(dir, "b"); err == nil {
		t.Error("a file that is not there was read")
	}
}

func BenchmarkRecord(b *testing.B) {
	_, records := scenesOf(b, 1)
	data := encodeRecord(nil, records[0])
	b.Run("encode", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			data = encodeRecord(data[:0], records[0])
		}
	})
	b.Run("scan", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := scanRecord(data); !ok {
				b.Fatal("not scanned")
			}
		}
	})
}
