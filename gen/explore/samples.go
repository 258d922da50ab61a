package explore

import (
	"net/http"
	"time"

	"mereo/gen/show"
)

// patience is how long a list is put together before it is answered as far as it is.
const patience = 150 * time.Millisecond

// maxList is how many samples a list has at most.
const maxList = 500

// samples lists samples that match.
func (e *Explorer) samples(r *http.Request) (any, error) {
	q := r.URL.Query()
	s, err := e.split(q.Get("split"))
	if err != nil {
		return nil, err
	}
	from, err := parameter(r, "from", 0, 0, s.Count)
	if err != nil {
		return nil, err
	}
	limit, err := parameter(r, "limit", 60, 1, maxList)
	if err != nil {
		return nil, err
	}
	var out struct {
		Samples []found `json:"samples"`
		Next    int     `json:"next"`
		Scanned int     `json:"scanned"`
		Total   int     `json:"total"`
	}
	out.Samples, out.Next = s.index.scan(r.Context(), parseFilter(q), from, limit, time.Now().Add(patience))
	out.Total = s.Count
	if out.Scanned = out.Next; out.Next < 0 {
		out.Scanned = s.Count
	}
	return out, nil
}

// facets counts the values of what was looked at until now.
func (e *Explorer) facets(r *http.Request) (any, error) {
	s, err := e.split(r.URL.Query().Get("split"))
	if err != nil {
		return nil, err
	}
	var out struct {
		Values  map[string]map[string]int `json:"values"`
		Scanned int                       `json:"scanned"`
		Total   int                       `json:"total"`
	}
	out.Values, out.Scanned = s.index.tally()
	out.Total = s.Count
	return out, nil
}

// sample is everything about one sample.
func (e *Explorer) sample(r *http.Request) (any, error) {
	s, i, err := e.place(r)
	if err != nil {
		return nil, err
	}
	sample, err := e.read(r.Context(), s, i)
	if err != nil {
		return nil, err
	}
	var out struct {
		Page     *show.Page `json:"page"`
		Split    string     `json:"split"`
		Index    int        `json:"index"`
		Previous int        `json:"previous"`
		Next     int        `json:"next"`
		Physical bool       `json:"physical"`
		Editable bool       `json:"editable"`
		Made     bool       `json:"made"`
	}
	out.Page, out.Split, out.Index = sample.Page(), s.Split, i
	out.Previous, out.Next = s.neighbor(i, -1), s.neighbor(i, 1)
	can, err := e.abilities(s, i)
	if err != nil {
		return nil, err
	}
	out.Made, out.Physical, out.Editable = can.made, can.physical, can.editable
	if can.made {
		e.warm(s, i)
	}
	return out, nil
}

// neighbor is the nearest sample in a direction that can be read, -1 where there is none near.
func (s *split) neighbor(i, step int) int {
	for n := i + step; n >= 0 && n < s.Count && n-i <= nearby && i-n <= nearby; n += step {
		if _, err := s.index.at(n); err == nil {
			return n
		}
	}
	return -1
}

// nearby is how far a neighbor is looked for where samples are missing.
const nearby = 1000
