//go:build viewer

package window

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// savePicture has the next frame saved: the picture with what is drawn over it, without panels.
func (v *viewer) savePicture() {
	if v.shot == nil {
		v.say("there is no picture yet")
		return
	}
	v.saving, v.redraw = true, true
}

// writePicture writes a region of a framebuffer of some width, RGBA, both counted from the bottom as GL does.
func (v *viewer) writePicture(pixels []byte, width int, region image.Rectangle) {
	w, h := region.Dx(), region.Dy()
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		copy(img.Pix[y*img.Stride:(y+1)*img.Stride], pixels[4*((region.Max.Y-1-y)*width+region.Min.X):])
	}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	v.save(v.scene.FileName+"-"+modeNames[v.mode], ".png", func(w io.Writer) error { return png.Encode(w, img) })
}

// saveScene writes the scene as it is shown, with the camera of the picture, and if wanted a document of a world of it.
func (v *viewer) saveScene(world bool) {
	if v.shot == nil || v.options.WriteScene == nil {
		v.say("there is no scene that can be saved")
		return
	}
	f, s := v.shot.whole, v.scene
	v.saveBy(func() (string, error) {
		glb, err := writeNew(v.options.Out, s.FileName, ".glb", func(w io.Writer) error { return v.options.WriteScene(w, f, s) })
		if err != nil || !world {
			return glb, err
		}
		saved := filepath.Base(glb)
		return writeNew(v.options.Out, strings.TrimSuffix(saved, ".glb"), ".yaml", func(w io.Writer) error { return v.options.WriteWorld(w, saved) })
	})
}

// save writes a new file beside the window, and says its name.
func (v *viewer) save(name, ext string, write func(io.Writer) error) {
	v.saveBy(func() (string, error) { return writeNew(v.options.Out, name, ext, write) })
}

func (v *viewer) saveBy(write func() (path string, err error)) {
	v.say("saving ...")
	v.saves.Add(1)
	go func() {
		defer v.saves.Done()
		path, err := write()
		v.post(func() {
			if err != nil {
				v.say("cannot save: %v", err)
				v.event("failed", map[string]any{"error": err.Error()})
				return
			}
			v.say("saved %s", path)
			v.event("saved", map[string]any{"path": path})
		})
	}()
}

// writeNew writes a file that was not there: name.ext, or name-2.ext and so on. Nothing stays of a file that cannot be written.
func writeNew(dir, name, ext string, write func(io.Writer) error) (string, error) {
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return "", err
		}
	}
	for n := 1; ; n++ {
		path := filepath.Join(dir, name+ext)
		if n > 1 {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, n, ext))
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if err = errors.Join(write(f), f.Close()); err != nil {
			os.Remove(path)
			return "", err
		}
		return path, nil
	}
}
