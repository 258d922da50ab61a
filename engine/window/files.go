//go:build viewer

package window

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"mereo/engine/light"
)

// watchEvery is how often it is looked whether the file that is shown has changed.
const watchEvery = time.Second

// watched is the file that is shown, as it was when it was looked at last.
type watched struct {
	file string
	info os.FileInfo
	when time.Time
}

// watch reads the file that is shown again when it has changed. What is written in two steps is read twice: what is wrong the first
// time is told, and the scene stays.
func (v *viewer) watch() {
	w, file := &v.watched, v.options.File
	if file == "" || v.options.Open == nil || v.scene == nil || file == w.file && time.Since(w.when) < watchEvery {
		return
	}
	w.when = time.Now()
	info, err := os.Stat(file)
	if err != nil {
		return // it is being replaced, or gone: the scene stays
	}
	known := w.info
	same := file == w.file && known != nil
	w.file, w.info = file, info
	if !same || known.ModTime().Equal(info.ModTime()) && known.Size() == info.Size() {
		return
	}
	at := v.place
	v.fetch(file, true, func() (Source, Place, error) {
		s, start, err := v.options.Open(file)
		if err != nil {
			return nil, at, err
		}
		if _, count := s.Places(); count > 0 && at.Index >= count {
			at = start
		}
		return s, at, nil
	})
}

// drop opens a file that was dropped on the window: the light of surroundings, or anything that the program can show.
func (v *viewer) drop(files []string) {
	v.redraw = true
	if len(files) == 0 {
		return
	}
	file := files[0]
	name := filepath.Base(file)
	switch {
	case strings.EqualFold(filepath.Ext(file), ".hdr"):
		v.surround(file)
		return
	case v.options.Open == nil:
		v.say("other files cannot be shown here")
		return
	case len(files) > 1:
		v.say("opening %s, the first of %d files ...", name, len(files))
	default:
		v.say("opening %s ...", name)
	}
	v.fetch(file, false, func() (Source, Place, error) { return v.options.Open(file) })
}

// surround puts the light of a Radiance picture around all that is shown from now on.
func (v *viewer) surround(file string) {
	v.say("reading %s ...", filepath.Base(file))
	go func() {
		p, _, err := light.LoadPanorama(file)
		v.post(func() {
			if err != nil {
				v.say("%v", err)
				v.event("failed", map[string]any{"error": err.Error()})
				return
			}
			v.surroundings = &light.Environment{Panorama: p}
			v.say("%s surrounds the scene", filepath.Base(file))
			v.event("surroundings", map[string]any{"path": file})
			v.changed()
		})
	}()
}
