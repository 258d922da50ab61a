package ptr

import "mereo/gen/record"

// UnmarshalJSON: vectors have colors among what other readers read.
func (c *Color) UnmarshalJSON(data []byte) error {
	var raw RawColor
	err := record.Read(data, &raw, record.Exact)
	*c = raw.Color
	return err
}
