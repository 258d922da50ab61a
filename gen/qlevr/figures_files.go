package qlevr

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"mereo/gen"
	"mereo/internal/folder"
)

// readerFigures go the way of published readers: the first line of the question file is the whole of it, and the index in each
// question is the name of a picture in the folders of drawings and of pictures of solids.
func (c Config) readerFigures(ctx context.Context, job gen.Job) ([]gen.Figure, error) {
	name := c.filesOfSplit(job.Split).questions
	f, err := folder.Open(job.Root, name)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	defer f.Close()
	lines := bufio.NewReaderSize(f, 1<<20)
	line, err := lines.ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("qlevr: %s: %w", name, err)
	}
	var file struct {
		Questions []struct {
			ImageIndex int `json:"image_index"`
		} `json:"questions"`
	}
	whole := errors.Is(err, io.EOF)
	if !whole {
		_, err := lines.ReadByte()
		whole = errors.Is(err, io.EOF)
	}
	fault := ""
	if !whole {
		fault = ", more lines follow"
	}
	if err := json.Unmarshal(line, &file); err != nil {
		fault = ", the first line is no JSON"
	}
	out := []gen.Figure{{
		Name: "questions in the first line of the question file, which is the only one", Target: "all",
		Value: fmt.Sprintf("%d%s", len(file.Questions), fault), Pass: fault == "" && len(file.Questions) > 0,
	}}
	if !job.Pictures {
		return out, nil
	}
	patterns := []string{drawingPattern}
	if c.Dimension == 3 {
		patterns = append(patterns, picturePattern)
	}
	lost, last := 0, -1
	for _, q := range file.Questions {
		if q.ImageIndex == last {
			continue
		}
		last = q.ImageIndex
		for _, p := range patterns {
			if !job.Has(fmt.Sprintf(p, job.Split, last)) {
				lost++
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return append(out, gen.Figure{
		Name: "pictures of questions that are not found under their names", Target: "0", Value: fmt.Sprint(lost), Pass: lost == 0,
	}), nil
}

// deskMiddle is how far from the middle of the desk, meters, the free parts of it are looked at.
const deskMiddle = 0.75

// deskLevel is the mean level of the free desk around its middle, 0 to 255, and whether any of it is seen.
func deskLevel(o optics, r *Record, width, height int, rgb []uint8, planes []uint16) (level float64, seen bool) {
	cam := o.camera(r.View.CameraAt, r.View.CameraTurned)
	desk := uint16(len(r.Planes))
	middle := deskPoint([2]float64{canvas / 2, canvas / 2})
	sum, n := 0, 0
	for y := range height {
		for x := range width {
			at := y*width + x
			if planes[at] != desk {
				continue
			}
			d := cam.WorldFromCamera.Dir(cam.Direction(float64(x)+0.5, float64(y)+0.5))
			p := cam.WorldFromCamera.T.AddScaled(-cam.WorldFromCamera.T.Z/d.Z, d)
			if off := p.Sub(middle); math.Max(math.Abs(off.X), math.Abs(off.Y)) > deskMiddle {
				continue
			}
			for k := range 3 {
				sum += int(rgb[3*at+k])
			}
			n += 3
		}
	}
	if n == 0 {
		return 0, false
	}
	return float64(sum) / float64(n), true
}
