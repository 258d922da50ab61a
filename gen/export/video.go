package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"mereo/gen/show"
)

// video writes each film as an MP4 file, videos/train_000012.mp4, and those of several cameras as train_000012.1.mp4 and so on. The program ffmpeg makes
// them: H.264 in Go would be code of our own.
type video struct {
	loose
	d *dataset
}

func (*video) wants() wants { return wants{perBlock: true} }

func (f *video) prepare(_ context.Context, d *dataset) error {
	f.d = d
	return hasFFmpeg()
}

// hasFFmpeg says what to do where the program is missing.
func hasFFmpeg() error {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return errors.New("the program ffmpeg, which makes MP4 files, is not there; install it (on Debian: apt install ffmpeg), or use the frames, which are PNG files")
	}
	return nil
}

func (f *video) encode(s *Sample) (any, error) {
	out := []named{}
	all := s.Page.Pictures
	for first := 0; first < len(all); {
		end := first + 1
		for end < len(all) && all[end].Film == all[first].Film {
			end++
		}
		if all[first].Film != "" && end > first+1 {
			data, err := f.d.mp4(all[first:end])
			if err != nil {
				return nil, fmt.Errorf("%s/%d: %w", s.Split, s.Index, err)
			}
			out = append(out, named{"videos/" + s.numbered("_", len(out)) + ".mp4", data})
		}
		first = end
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s/%d is no film; want another format than video", s.Split, s.Index)
	}
	return out, nil
}

// mp4 is a film of at least two pictures: H.264 with half as many pixels of color as players want it, nearly without loss, and one pixel more where a side is
// odd. One version of ffmpeg gives the same bytes.
func (d *dataset) mp4(frames []show.Picture) ([]byte, error) {
	var pictures bytes.Buffer
	for _, p := range frames {
		picture, err := d.picture(p)
		if err != nil {
			return nil, err
		}
		pictures.Write(picture.Data)
	}
	to, err := os.CreateTemp("", "mereo-*.mp4") // players want an index in front, for which ffmpeg goes back in the file
	if err != nil {
		return nil, err
	}
	defer os.Remove(to.Name())
	defer to.Close()
	rate := strconv.FormatFloat(1/(frames[1].Time-frames[0].Time), 'f', 4, 64)
	cmd := exec.Command("ffmpeg", "-v", "error", "-y", "-f", "image2pipe", "-framerate", rate, "-c:v", "png", "-i", "-",
		"-c:v", "libx264", "-preset", "medium", "-crf", "12", "-pix_fmt", "yuv420p", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-threads", "1",
		"-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", "-movflags", "+faststart", to.Name())
	var complaint bytes.Buffer
	cmd.Stdin, cmd.Stderr = &pictures, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("ffmpeg makes no film of %s: %w: %s", frames[0].Path, err, strings.TrimSpace(complaint.String()))
	}
	return io.ReadAll(to) // ffmpeg wrote into the file that is open
}
