package qlevr

import "mereo/gen/record"

// Vectors have values among what other readers read.

func (o *NodeOutput) UnmarshalJSON(data []byte) error { return record.Read(data, o, record.Exact) }

func (v *Value) UnmarshalJSON(data []byte) error { return record.Read(data, v, record.Exact) }

func (t *QuestionTemplate) UnmarshalJSON(data []byte) error {
	return record.Read(data, t, record.Exact)
}
