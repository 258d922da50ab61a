package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mereo/engine"
	"mereo/engine/gltf"
	"mereo/gen/write"
	"mereo/internal/bound"
)

// render is "mereo render FILE".
type render struct {
	file      string
	out       string
	gpu       string
	subFrames int
	maxMemory bound.Size
	realism   string
	time      float64 // seconds, if timed
	timed     bool
	drawing   drawing
}

func newRender(c console) *cobra.Command {
	var r render
	cmd := &cobra.Command{
		Use:   "render FILE.glb",
		Short: "Draw a glTF scene: color, depth, object ids, normals",
		Long: `Draw a glTF 2.0 scene (.glb or .gltf) and write, in the folder of --out:

  rgb.png      color, sRGB
  depth.npy    distance along the camera's axis in meters, float32, (height, width); 0 is nothing
  ids.png      object ids, 16 bit; 0 is background
  normals.png  world normals towards the camera, (n+1)/2 in red, green, blue; black is nothing

Camera, lamps, picture size and object ids are those of the file; where it has none a view from
the front, two lamps, 800 x 600 and numbers from 1 are used. +Z is up in the house: the file's
(x, y, z) is (x, -z, y) here.`,
		Example: "  mereo render desk.glb --out out/desk\n  mereo render desk.glb --out out/desk --quality reference --spp 64\n" +
			"  mereo render desk.glb --out out/desk --realism photo.yaml\n  mereo render fox.glb --out out/fox --time 0.5",
		Args: exactArgs("FILE.glb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.file, r.timed = args[0], cmd.Flags().Changed("time")
			return r.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.out, "out", "", "folder for the pictures (required)")
	f.StringVar(&r.gpu, "gpu", "", `device by number or UUID, or "software"`)
	f.IntVar(&r.subFrames, "sub-frames", 0, "jittered draws that make the color picture; 0 is the renderer's default")
	f.StringVar(&r.realism, "realism", "", "file with what photographs have, such as depth of field; YAML or JSON")
	f.Float64Var(&r.time, "time", 0, "draw the file's first animation at this time, in seconds; if left out, things are at rest")
	f.Var(&r.maxMemory, bound.Flag, bound.Help)
	r.drawing.flags(f)
	return cmd
}

func (r *render) run(ctx context.Context, c console) error {
	if r.out == "" {
		return usagef("render: --out is missing")
	}
	if r.subFrames < 0 {
		return usagef("render: --sub-frames is %d, want at least 0", r.subFrames)
	}
	var at *gltf.Moment
	if r.timed {
		if !(r.time >= 0) {
			return usagef("render: --time is %g, want at least 0", r.time)
		}
		at = &gltf.Moment{Time: r.time}
	}
	if err := r.drawing.check("render"); err != nil {
		return err
	}
	realism, err := readRealism(r.realism)
	if err != nil {
		return err
	}
	scene, err := gltf.LoadAt(r.file, bound.New(r.maxMemory), at)
	if err != nil {
		return err
	}
	if len(scene.Ignored) > 0 {
		fmt.Fprintf(c.err, "mereo: %s: not drawn: %s\n", r.file, strings.Join(scene.Ignored, ", "))
	}
	frame := scene.Frame
	frame.SubFrames, frame.Quality, frame.SPP, frame.View = r.subFrames, r.drawing.quality, r.drawing.spp, r.drawing.view
	frame.Realism, frame.Camera.Distortion = realism, realism.Distortion
	frame.Stop = ctx.Done()
	environment, err := realism.Environment.Open()
	if err != nil {
		return err
	}
	frame.Surround(environment)
	renderer, err := engine.New(engine.Options{GPU: r.gpu})
	if err != nil {
		return fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
	}
	defer renderer.Close()
	im, err := renderer.Render(frame)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return fmt.Errorf("output folder: %w", err)
	}
	for _, f := range []func() (write.File, error){
		func() (write.File, error) { return write.RGB(r.out, "rgb.png", im.Width, im.Height, im.RGB) },
		func() (write.File, error) {
			return write.NPY(r.out, "depth.npy", []int{im.Height, im.Width}, im.ViewZ)
		},
		func() (write.File, error) { return write.Gray16(r.out, "ids.png", im.Width, im.Height, im.Object) },
		func() (write.File, error) {
			return write.RGB(r.out, "normals.png", im.Width, im.Height, normalColors(im.Normal))
		},
	} {
		file, err := f()
		if err != nil {
			return err
		}
		fmt.Fprintln(c.out, filepath.Join(r.out, file.Path))
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
