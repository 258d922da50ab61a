package explore

import (
	"context"
	"encoding/binary"
	"net/http"
	"strconv"

	"mereo/gen/show"
)

// channels are the label pictures by name, nil where they are empty.
var channels = map[string]func(l *show.Labels) any{
	"object": func(l *show.Labels) any { return orNil(l.Object) },
	"part":   func(l *show.Labels) any { return orNil(l.Part) },
	"region": func(l *show.Labels) any { return orNil(l.Region) },
	"viewz":  func(l *show.Labels) any { return orNil(l.ViewZ) },
	"normal": func(l *show.Labels) any { return orNil(l.Normal) },
	"flow":   func(l *show.Labels) any { return orNil(l.Flow) },
}

// channelNames are those of channels, as people are told of them.
var channelNames = []string{"object", "part", "region", "viewz", "normal", "flow"}

// labels hands out the numbers of a label picture: those of the dataset's files, else of the sample made again.
func (e *Explorer) labels(w http.ResponseWriter, r *http.Request) error {
	s, i, err := e.place(r)
	if err != nil {
		return err
	}
	sample, err := e.read(r.Context(), s, i)
	if err != nil {
		return err
	}
	p, err := number("picture", r.PathValue("picture"), len(sample.Page().Pictures))
	if err != nil {
		return err
	}
	channel := r.PathValue("channel")
	if channels[channel] == nil {
		return notFound("channel is %q, want one of %q", show.Cut(channel), channelNames)
	}
	return e.sendLabels(w, r, &sample.Page().Pictures[p], func() (l *show.Labels, source string, err error) {
		if e.opt.Identity.Pictures {
			if l, err = s.reader.Labels(i, p); err != nil || channelOf(l, channel) != nil {
				return l, "dataset", err
			}
		}
		l, err = e.madeLabels(r.Context(), s, i, p, channel)
		return l, "made", err
	})
}

// madeLabels are those of view p of a sample made again, with a channel.
func (e *Explorer) madeLabels(ctx context.Context, s *split, index, p int, channel string) (*show.Labels, error) {
	made, err := e.made(ctx, s, index)
	if err != nil {
		return nil, err
	}
	if n := len(made.Page().Pictures); p >= n {
		return nil, notFound("picture is %d, want 0 to %d", p, n-1)
	}
	return labelsOf(made, p, channel), nil
}

// labelsOf are labels of picture p with a channel. Flow follows from two pictures: it is found where somebody wants it only.
func labelsOf(made show.Made, p int, channel string) *show.Labels {
	if channel != "flow" {
		return made.Labels(p)
	}
	if f, ok := made.(show.Flowing); ok {
		return f.Flow(p)
	}
	return nil
}

// channelOf is a field of labels, nil where it is empty.
func channelOf(l *show.Labels, channel string) any {
	if of := channels[channel]; of != nil && l != nil {
		return of(l)
	}
	return nil
}

func orNil[T any](s []T) any {
	if len(s) == 0 {
		return nil
	}
	return s
}

// sendLabels answers with a channel of the labels of a picture, which find finds, and tells where they come from.
func (e *Explorer) sendLabels(w http.ResponseWriter, r *http.Request, of *show.Picture,
	find func() (l *show.Labels, source string, err error)) error {
	const pixel = 70 // bytes: all channels, and one more time the largest
	a, err := e.sending.take(r.Context(), w, pixel*int64(of.Width)*int64(of.Height))
	if err != nil {
		return err
	}
	defer a.end()
	l, source, err := find()
	channel := r.PathValue("channel")
	numbers := channelOf(l, channel)
	if err == nil && numbers == nil {
		err = notFound("the set has no channel %s", channel)
	}
	var data []byte
	if err == nil {
		data, err = binary.Append(nil, binary.LittleEndian, numbers)
	}
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Cache-Control", keepNot)
	h.Set("X-Width", strconv.Itoa(l.Width))
	h.Set("X-Height", strconv.Itoa(l.Height))
	h.Set("X-Source", source)
	a.write(data)
	return nil
}
