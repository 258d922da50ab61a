package qlevr

import (
	"reflect"
	"testing"

	"mereo/gen/record"
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

// What is written is read as the same.
func TestRecords(t *testing.T) {
	plans, records := scenesOf(t, 20)
	asked := askedQuestion()
	asked.Program[0].Output = NodeOutput{OutputPair, []int{2}, []int{}, ""}
	asked.Program[1].Output = NodeOutput{Form: OutputValue, Value: "größer"}
	asked.Program[2].Output = NodeOutput{}
	check := func(what string, want, got any) {
		t.Helper()
		if err := record.Read(encodeRecord(want), got, record.Exact); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, %v", what, got, err)
		}
	}
	check("a question", &asked, new(QuestionRecord))
	for i := range plans {
		check("a plan", plans[i], new(PlanRecord))
		check("a scene", records[i], new(Record))
	}
}

func BenchmarkRecord(b *testing.B) {
	plans, records := scenesOf(b, 1)
	bench := func(name string, of any, read func(data []byte) error) {
		data := encodeRecord(of)
		b.Run("write "+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				data = encodeRecord(of)
			}
		})
		b.Run("read "+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if err := read(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	bench("scene", records[0], func(data []byte) error {
		_, err := parseRecord(data)
		return err
	})
	bench("plan", plans[0], func(data []byte) error { return record.Read(data, new(PlanRecord), record.Exact) })
	bench("questions", &[]QuestionRecord{askedQuestion(), askedQuestion()}, func(data []byte) error {
		_, err := parseQuestions(data)
		return err
	})
}
