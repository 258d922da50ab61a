package export

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write"
)

// Sample is what formats get of a sample. What a format does not want is empty.
type Sample struct {
	Set      string
	Split    string
	Index    int
	Page     *show.Page
	Classes  []show.Class   // of the set
	Pictures []Picture      // those of the page
	Labels   []*show.Labels // those of the pictures; nil for pictures that have none
	Made     show.Made
	Film     *show.Film // nil of what is none
}

// Name is the sample's in file names and lists: "train_000012".
func (s *Sample) Name() string { return s.numbered("_", 0) }

// numbered is the name of something of the sample, without an ending: "train_000012" for number 0, "train_000012.1" for number 1.
// Between is what stands behind the split.
func (s *Sample) numbered(between string, n int) string {
	name := fmt.Sprintf("%s%s%06d", s.Split, between, s.Index)
	if n > 0 {
		name += fmt.Sprintf(".%d", n)
	}
	return name
}

// idChannels are the channels of ids in label pictures.
var idChannels = []show.Channel{show.ChannelObject, show.ChannelPart, show.ChannelRegion}

// Picture is an encoded picture.
type Picture struct {
	show.Picture
	Ext  string // "png"
	Data []byte // the file
}

// read reads a sample.
func (d *dataset) read(ctx context.Context, split string, index int, w wants, channels []string) (*Sample, error) {
	if w.depth {
		channels = append(slices.Clone(channels), Depth)
	}
	r := d.readers[split]
	from, err := r.Sample(index)
	if err != nil {
		return nil, err
	}
	s := &Sample{Set: d.set.Name(), Split: split, Index: index, Page: from.Page(), Classes: d.classes[split]}
	if s.Film, err = filmOf(from); err != nil {
		return nil, err
	}
	made := func() (show.Made, error) {
		if s.Made == nil {
			if s.Made, err = r.Make(ctx, index); err != nil {
				return nil, fmt.Errorf("making %s/%d again: %w", split, index, err)
			}
			if difference := show.Differ(s.Page, s.Made.Page()); difference != "" {
				return nil, fmt.Errorf("%s/%d comes out otherwise when it is made again: %s; want the version (%s) and the models that the dataset was made with",
					split, index, difference, d.manifest.Program)
			}
		}
		return s.Made, nil
	}
	if w.made || slices.Contains(channels, Amodal) {
		if _, err := made(); err != nil {
			return nil, err
		}
	}
	if w.pictures {
		if s.Pictures, err = d.pictures(split, index, from); err != nil {
			return nil, err
		}
	}
	if !w.labels {
		return s, nil
	}
	s.Labels = make([]*show.Labels, len(s.Page.Pictures))
	for p := range s.Labels {
		if s.Film != nil { // whose sample need not be read for each frame
			if s.Labels[p], err = s.Film.Cameras[p/s.Film.Frames].Labels(p%s.Film.Frames, channels...); err != nil {
				return nil, err
			}
			continue
		}
		l, err := r.Labels(index, p)
		if err != nil {
			return nil, err
		}
		if lacks(l, s.Page.Entities, s.Classes, nil) {
			l = completed(l, from.IDs(p))
		}
		if lacks(l, s.Page.Entities, s.Classes, channels) {
			m, err := made()
			if err != nil {
				return nil, err
			}
			l = completed(l, m.Labels(p))
		}
		if l == nil { // no camera saw it
			continue
		}
		if c := lacking(l, channels); !s.Page.Pictures[p].Drawing && (c == Flow || c == BackFlow || c == Coordinates) {
			return nil, fmt.Errorf("%s/%d: %s has no %s, which is found again for films alone; generate the dataset with write.%s, or leave it out",
				split, index, s.Page.Pictures[p].Name, c, c)
		}
		s.Labels[p] = l
	}
	return s, nil
}

// pictures reads the color pictures of a sample. Those that a set draws itself are encoded.
func (d *dataset) pictures(split string, index int, from show.Sample) ([]Picture, error) {
	var out []Picture
	for p, q := range from.Page().Pictures {
		pixels := []uint8(nil)
		if q.Path == "" {
			pixels = from.Drawing(p)
		}
		if pixels != nil {
			out = append(out, Picture{q, "png", write.EncodeRGB(q.Width, q.Height, pixels)})
			continue
		}
		picture, err := d.picture(q)
		if err != nil {
			return nil, fmt.Errorf("%s/%d: %w", split, index, err)
		}
		out = append(out, picture)
	}
	return out, nil
}

// picture reads a file.
func (d *dataset) picture(q show.Picture) (Picture, error) {
	if q.Path == "" {
		return Picture{}, fmt.Errorf("%s is not on disk; generate the dataset with pictures", cmp.Or(q.Name, "a picture"))
	}
	data, err := gen.Job{Root: d.root}.Read(q.Path)
	return Picture{q, strings.TrimPrefix(path.Ext(q.Path), "."), data}, err
}

// array is the field of a channel that has numbers, with how many each pixel has; 0 of others.
func array(l *show.Labels, channel string) (field []float32, numbers int) {
	switch channel {
	case Depth:
		return l.ViewZ, 1
	case Normals:
		return l.Normal, 3
	case Flow:
		return l.Flow, 3
	case BackFlow:
		return l.BackFlow, 3
	case Coordinates:
		return l.Coordinates, 3
	}
	return nil, 0
}

// lacking is the first of some channels that labels have no numbers for; empty for none.
func lacking(l *show.Labels, channels []string) string {
	for _, c := range channels {
		if field, numbers := array(l, c); numbers > 0 && field == nil {
			return c
		}
	}
	return ""
}

// lacks tells whether labels have no pixels for a channel of the entities, or none of the channels that are wanted besides. Where some sample
// has parts, all have their channel.
func lacks(l *show.Labels, all []show.Entity, classes []show.Class, channels []string) bool {
	if l == nil {
		l = &show.Labels{}
	}
	if lacking(l, channels) != "" {
		return true
	}
	missing := l.Part == nil && slices.ContainsFunc(classes, func(c show.Class) bool { return c.Kind == string(show.ChannelPart) })
	each(all, nil, func(e, _ *show.Entity) {
		missing = missing || e.Channel != show.ChannelNone && l.Channel(e.Channel) == nil
	})
	return missing
}

// completed is l with what only m has.
func completed(l, m *show.Labels) *show.Labels {
	if l == nil {
		return m
	}
	if m == nil {
		return l
	}
	out := *l
	out.Object, out.Part, out.Region = either(l.Object, m.Object), either(l.Part, m.Part), either(l.Region, m.Region)
	out.ViewZ, out.Normal = either(l.ViewZ, m.ViewZ), either(l.Normal, m.Normal)
	out.Flow, out.BackFlow, out.Coordinates = either(l.Flow, m.Flow), either(l.BackFlow, m.BackFlow), either(l.Coordinates, m.Coordinates)
	return &out
}

func either[T any](a, b []T) []T {
	if a == nil {
		return b
	}
	return a
}

// each visits entities and what is in them, with what they are in; nil for those at the top.
func each(all []show.Entity, in *show.Entity, visit func(e, in *show.Entity)) {
	for i := range all {
		visit(&all[i], in)
		each(all[i].Entities, &all[i], visit)
	}
}
