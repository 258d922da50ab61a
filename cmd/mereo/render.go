package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/assets/models"
	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/material"
	"mereo/engine/studio"
	"mereo/gen/write"
	"mereo/internal/bound"
)

// render is "mereo render FILE...".
type render struct {
	files     []string
	out       string
	gpu       string
	subFrames int
	maxMemory bound.Size
	realism   string
	size      string
	camera    string
	turntable int
	time      float64 // seconds, if timed
	timed     bool
	drawing   drawing
}

func newRender(c console) *cobra.Command {
	var r render
	cmd := &cobra.Command{
		Use:   "render FILE...",
		Short: "Draw glTF scenes and other models: color, depth, object ids, normals",
		Long: `Draw glTF 2.0 scenes (.glb or .gltf), and models of OBJ, PLY and STL files, and write, in the folder of --out,
or of several files in a folder each in there:

  rgb.png      color, sRGB
  depth.npy    distance along the camera's axis in meters, float32, (height, width); 0 is nothing
  ids.png      object ids, 16 bit; 0 is background
  normals.png  world normals towards the camera, (n+1)/2 in red, green, blue; black is nothing

Camera, lamps, picture size and object ids are those of the file; where it has none a view from
the front, two lamps, 800 x 600 and numbers from 1 are used. +Z is up in the house: the file's
(x, y, z) is (x, -z, y) here, but of PLY and STL, in which +Z is up.

--camera is a camera of the file, from 0, or orbit:AZIMUTH,ELEVATION in degrees, which looks at the
middle of all from so far that it just fits, or, with orbit:AZIMUTH,ELEVATION,DISTANCE, from so many
meters. From 0,0 it sees the front, from 90,0 the right side. --turntable goes around in so many
pictures, rgb_000.png and so on.`,
		Example: "  mereo render desk.glb --out out/desk\n  mereo render desk.glb --out out/desk --quality reference --spp 64\n" +
			"  mereo render desk.glb --out out/desk --realism photo.yaml\n  mereo render fox.glb --out out/fox --time 0.5\n" +
			"  mereo render mug.obj chair.ply --out out/models --size 400x300 --camera orbit:30,20\n" +
			"  mereo render mug.obj --out out/mug --turntable 24",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			r.files, r.timed = args, cmd.Flags().Changed("time")
			return r.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.out, "out", "", "folder for the pictures (required)")
	f.StringVar(&r.gpu, "gpu", "", `device by number or UUID, or "software"`)
	f.IntVar(&r.subFrames, "sub-frames", 0, "jittered draws that make the color picture; 0 is the renderer's default")
	f.StringVar(&r.realism, "realism", "", "file with what photographs have, such as depth of field; YAML or JSON")
	f.StringVar(&r.size, "size", "", "pixels of pictures, such as 640x480; the view is as high as without")
	f.StringVar(&r.camera, "camera", "", "number of a camera of the file, or orbit:AZIMUTH,ELEVATION[,DISTANCE]")
	f.IntVar(&r.turntable, "turntable", 0, "pictures in one turn around the scene, from --camera's orbit on")
	f.Float64Var(&r.time, "time", 0, "draw the file's first animation at this time, in seconds; if left out, things are at rest")
	f.Var(&r.maxMemory, bound.Flag, bound.Help)
	r.drawing.flags(f)
	return cmd
}

func (r *render) run(ctx context.Context, c console) error {
	if len(r.files) == 0 {
		return usagef("render: name a file, such as desk.glb")
	}
	if r.out == "" {
		return usagef("render: --out is missing")
	}
	if r.subFrames < 0 {
		return usagef("render: --sub-frames is %d, want at least 0", r.subFrames)
	}
	if r.turntable < 0 || r.turntable > maxTurntable {
		return usagef("render: --turntable is %d, want 1 to %d", r.turntable, maxTurntable)
	}
	if r.timed && !(r.time >= 0) {
		return usagef("render: --time is %g, want at least 0", r.time)
	}
	if err := r.drawing.check("render"); err != nil {
		return err
	}
	views, err := r.views()
	if err != nil {
		return err
	}
	folders, err := r.folders()
	if err != nil {
		return err
	}
	realism, err := readRealism(r.realism)
	if err != nil {
		return err
	}
	environment, err := realism.Environment.Open()
	if err != nil {
		return err
	}
	var renderer *engine.Renderer
	for i, name := range r.files {
		f, cameras, err := r.load(c, name)
		if err != nil {
			return err
		}
		f.SubFrames, f.Quality, f.SPP, f.View, f.Realism = r.subFrames, r.drawing.quality, r.drawing.spp, r.drawing.view, realism
		f.Stop = ctx.Done()
		f.Surround(environment)
		for k, view := range views {
			if f.Camera, err = view.of(f, cameras); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			f.Camera.Distortion = realism.Distortion
			if renderer == nil {
				if renderer, err = engine.New(engine.Options{GPU: r.gpu}); err != nil {
					return fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
				}
				defer renderer.Close()
			}
			im, err := renderer.Render(f)
			if err != nil {
				return err
			}
			suffix := ""
			if r.turntable > 0 {
				suffix = fmt.Sprintf("_%03d", k)
			}
			if err := writeImages(c, folders[i], suffix, im); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxTurntable is the most pictures of a turn: names have three digits.
const maxTurntable = 1000

// folders are where each file's pictures go: below --out by the files' names, where there are several.
func (r *render) folders() ([]string, error) {
	if len(r.files) == 1 {
		return []string{r.out}, nil
	}
	var out []string
	for _, name := range r.files {
		base := filepath.Base(name)
		dir := filepath.Join(r.out, strings.TrimSuffix(base, filepath.Ext(base)))
		if slices.Contains(out, dir) {
			return nil, usagef("render: the pictures of two files would go to %s; draw them one by one, with an --out each", dir)
		}
		out = append(out, dir)
	}
	return out, nil
}

// load reads a file as a frame, and what cameras it has.
func (r *render) load(c console, name string) (*frame.Frame, []camera.Pinhole, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".obj", ".ply", ".stl":
		if r.timed {
			return nil, nil, fmt.Errorf("%s: has no animation; --time is for glTF", name)
		}
		f, err := modelFrame(name, r.maxMemory)
		return f, nil, err
	}
	var at *gltf.Moment
	if r.timed {
		at = &gltf.Moment{Time: r.time}
	}
	s, err := gltf.LoadAt(name, bound.New(r.maxMemory), at)
	if err != nil {
		return nil, nil, err
	}
	if len(s.Ignored) > 0 {
		fmt.Fprintf(c.err, "mereo: %s: not drawn: %s\n", name, strings.Join(s.Ignored, ", "))
	}
	return s.Frame, s.Cameras, nil
}

// modelFrame is a model alone, in the usual light. Each of its parts is an object.
func modelFrame(name string, memory bound.Size) (*frame.Frame, error) {
	dir, base := filepath.Split(name)
	library, err := models.Open(cmp.Or(dir, "."), escaped.Replace(base), models.Options{Memory: memory})
	if err != nil {
		return nil, err
	}
	parts, err := library.Models[0].Parts()
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	f := &frame.Frame{}
	for i, p := range parts {
		surface := p.Material
		if surface == nil {
			plain := material.Default()
			plain.BaseColor = material.RGB{0.6, 0.6, 0.6}
			surface = &plain
		}
		f.Instances = append(f.Instances, frame.Instance{
			Mesh: p.Mesh, WorldFromObject: geom.Identity, Material: surface, Object: uint16(i + 1), Part: uint16(i + 1),
		})
	}
	center, radius := studio.Sphere(f)
	f.Camera = studio.Camera(center, radius, studio.Overview, 800, 600)
	studio.Light(f, center, radius)
	return f, nil
}

// escaped makes a pattern of a file's name that only it fits.
var escaped = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

// writeImages writes a picture and its labels.
func writeImages(c console, dir, suffix string, im *frame.Images) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("output folder: %w", err)
	}
	for _, f := range []func() (write.File, error){
		func() (write.File, error) { return write.RGB(dir, "rgb"+suffix+".png", im.Width, im.Height, im.RGB) },
		func() (write.File, error) {
			return write.NPY(dir, "depth"+suffix+".npy", []int{im.Height, im.Width}, im.ViewZ)
		},
		func() (write.File, error) {
			return write.Gray16(dir, "ids"+suffix+".png", im.Width, im.Height, im.Object)
		},
		func() (write.File, error) {
			return write.RGB(dir, "normals"+suffix+".png", im.Width, im.Height, normalColors(im.Normal))
		},
	} {
		file, err := f()
		if err != nil {
			return err
		}
		fmt.Fprintln(c.out, filepath.Join(dir, file.Path))
	}
	return nil
}

// normalColors maps [-1, 1] to 0 to 255 by rounding; where there is no normal all three are 0.
func normalColors(normals []float32) []uint8 {
	out := make([]uint8, len(normals))
	for i := 0; i < len(normals); i += 3 {
		n := normals[i : i+3]
		if n[0] == 0 && n[1] == 0 && n[2] == 0 {
			continue
		}
		for j, v := range n {
			out[i+j] = uint8(min(255, max(0, (v+1)*127.5+0.5)))
		}
	}
	return out
}
