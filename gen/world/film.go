package world

import (
	"errors"
	"io/fs"
	"slices"

	"mereo/gen/show"
)

// Film is what things do in a sample that is a film.
func (s *sample[P]) Film() (*show.Film, error) {
	if s.split.Film == nil {
		return nil, nil
	}
	film, err := s.split.Film(s.Take)
	if film == nil || err != nil {
		return nil, err
	}
	pictures := s.pictures()
	for c := range film.Cameras {
		first := c * film.Frames
		of := &film.Cameras[c]
		of.Pictures = pictures[first : first+film.Frames]
		for k := range film.Frames {
			of.Pinholes = append(of.Pinholes, s.Shots[first+k].Pinhole)
		}
		of.Labels = func(frame int, want ...string) (*show.Labels, error) { return s.whole(first+frame, want) }
	}
	return film, nil
}

// passOf is the pass of a field that show.FilmCamera.Labels is asked for.
var passOf = map[string]Pass{
	show.FieldDepth: ViewZ, show.FieldNormals: Normal, show.FieldFlow: Flow, show.FieldBackFlow: BackFlow, show.FieldCoordinates: Coordinates,
}

// whole are the labels of a shot that files have, with ids and the fields that are wanted. Those of files are not kept: films have many.
func (t *Take[P]) whole(shot int, want []string) (*show.Labels, error) {
	l, err := (*show.Labels)(nil), error(nil)
	if t.stored {
		l = t.readLabels(shot, func(_ *File, e error) {
			if err == nil && !errors.Is(e, fs.ErrNotExist) {
				err = e
			}
		})
	}
	if err != nil {
		return nil, err
	}
	if l == nil {
		l = &show.Labels{}
		l.Width, l.Height = t.Shots[shot].size()
	}
	for _, pass := range []Pass{Object, Part} {
		divided := slices.ContainsFunc(t.split.Classes(), func(c show.Class) bool { return c.Kind == string(show.ChannelPart) })
		if ids := pass.ids(l); *ids == nil && (pass == Object || divided) {
			*ids = *pass.ids(t.drawing(shot, pass))
		}
	}
	for _, name := range want {
		pass := passOf[name]
		if field, _ := pass.floats(l); field != nil && *field == nil {
			drawn, _ := pass.floats(t.drawing(shot, pass))
			*field = *drawn
		}
	}
	return l, nil
}
