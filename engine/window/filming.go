//go:build viewer

package window

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"mereo/engine/frame"
)

// filmRate is how many pictures a saved film shows in a second.
const filmRate = 30

// filming is a film that is being saved.
type filming struct{ stop context.CancelFunc }

// saveFilm writes the film as it plays now, by this camera and at this speed: a folder of pictures, and an MP4 where ffmpeg is there.
// While one is being written it is stopped.
func (v *viewer) saveFilm() {
	p := &v.physics
	switch {
	case v.filming != nil:
		v.filming.stop()
		return
	case !v.canMove():
		return
	case v.mode == modeAlbedo:
		v.say("a film shows color, or another of the pictures 1 to 5; albedo is the window's own")
		return
	case v.pulling != nil:
		v.say("the film is still being made; Space ends it")
		return
	case p.film == nil:
		p.saveWhen = true
		v.wantFilm()
		return
	}
	_, _, w, h := v.pixels()
	w, h = max(2, w&^1), max(2, h&^1) // videos have colors of two pixels by two
	f := v.seen(w, h)
	if !v.own {
		f = v.cutaway.open(f, f.Camera.WorldFromCamera.T)
	}
	f.LabelsOnly = v.mode != modeColor
	f.Quality = frame.Standard
	ctx, stop := context.WithCancel(v.ctx)
	q := &filming{stop}
	v.filming = q
	film, mode, step, name := p.film, v.mode, v.speed()/filmRate, v.scene.FileName
	count := int(p.length()/step+1e-9) + 1
	v.say("saving the film, %d pictures; M stops it ...", count)
	v.saves.Add(1)
	go func() {
		defer v.saves.Done()
		folder, written, err := "", 0, error(nil)
		if folder, err = newFolder(v.options.Out, name+"-film"); err == nil {
			for ; written < count && err == nil; written++ {
				var im *frame.Images
				if im, err = v.painter.draw(ctx, posed(f, &film.Instants[film.number(float64(written)*step)])); err != nil {
					break
				}
				if err = writePNG(filepath.Join(folder, fmt.Sprintf("%06d.png", written)), im, mode); err != nil {
					break
				}
				done := written + 1
				v.post(func() {
					if v.filming == q {
						v.panels.setStatus(fmt.Sprintf("saving the film: %d of %d pictures; M stops it", done, count))
						v.event("filming", map[string]any{"pictures": done, "of": count})
					}
				})
			}
		}
		video, why := "", ""
		if err == nil {
			video, why = encode(ctx, folder)
		}
		v.post(func() {
			v.filming = nil
			stop()
			v.filmSaved(folder, video, why, written, err)
		})
	}()
}

// filmSaved tells what became of a film that was to be saved.
func (v *viewer) filmSaved(folder, video, why string, written int, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		v.say("stopped: %s has %d pictures", folder, written)
	case err != nil:
		v.say("cannot save the film: %v", err)
		v.event("failed", map[string]any{"error": err.Error()})
		return
	case video == "":
		v.say("saved %d pictures in %s; %s", written, folder, why)
	default:
		v.say("saved %s, and its %d pictures in %s", video, written, folder)
	}
	v.event("filmed", map[string]any{"folder": folder, "pictures": written, "video": video})
}

// number is the last instant that is not after a time.
func (f *Film) number(time float64) int {
	n, _ := slices.BinarySearchFunc(f.Instants, time+1e-9, func(at Instant, t float64) int { return cmp.Compare(at.Time, t) })
	return max(0, n-1)
}

// newFolder makes a folder that was not there, as writeNew does files; what a video beside it would be called is free, too.
func newFolder(dir, name string) (string, error) {
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return "", err
		}
	}
	for n := 1; ; n++ {
		path := filepath.Join(dir, name)
		if n > 1 {
			path = fmt.Sprintf("%s-%d", path, n)
		}
		if _, err := os.Lstat(path + ".mp4"); err == nil {
			continue
		}
		err := os.Mkdir(path, 0o777)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		return path, err
	}
}

// writePNG writes a picture in a mode.
func writePNG(path string, im *frame.Images, m mode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	img := &image.NRGBA{Pix: colored(im, m, 0, 0), Stride: 4 * im.Width, Rect: image.Rect(0, 0, im.Width, im.Height)}
	return errors.Join(png.Encode(f, img), f.Close())
}

// encode makes a video of a folder's pictures beside it. Why says in words why there is none.
func encode(ctx context.Context, folder string) (video, why string) {
	tool, err := exec.LookPath("ffmpeg")
	if err != nil {
		return "", "ffmpeg, which would make an MP4 of them, is not installed"
	}
	video = folder + ".mp4"
	cmd := exec.CommandContext(ctx, tool, "-loglevel", "error", "-n", "-framerate", fmt.Sprint(filmRate),
		"-i", filepath.Join(folder, "%06d.png"), "-pix_fmt", "yuv420p", video)
	out, err := cmd.CombinedOutput()
	if err != nil {
		os.Remove(video)
		lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
		return "", fmt.Sprintf("ffmpeg made no MP4 of them: %v: %s", err, lines[len(lines)-1])
	}
	return video, ""
}
