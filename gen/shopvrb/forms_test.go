package shopvrb

import "mereo/gen/record"

// UnmarshalJSON: vectors have records among what other readers read.
func (p *PixelDepth) UnmarshalJSON(data []byte) error { return record.Read(data, p, record.Exact) }
