//go:build cgo && linux

package pass

import (
	"fmt"

	"mereo/engine/gl"
	"mereo/shaders"
)

// Labels draws one sample at each pixel center: ids, ViewZ and normal. Masks and depth come from here, together. Each tile has its
// layer of the stacks.
type Labels struct {
	programs    map[labelVariant]*gl.Program // compiled when they are first met
	IDs         gl.Stack                     // RG16UI: object and part
	ViewZ       gl.Stack                     // R32F, meters
	Normal      gl.Stack                     // RGBA32F, world
	reflectance gl.Stack                     // RGBA16F, for drafts; empty unless wanted
	targets     []*gl.Framebuffer
	depth       *gl.Texture
	rays        rayLabels
}

type labelVariant struct{ color, textured, covered, tinted bool }

// NewLabels compiles what every scene needs.
func NewLabels() (*Labels, error) {
	l := &Labels{
		programs: map[labelVariant]*gl.Program{},
		IDs:      gl.Stack{Format: gl.RG16UI}, ViewZ: gl.Stack{Format: gl.R32F}, Normal: gl.Stack{Format: gl.RGBA32F},
		reflectance: gl.Stack{Format: gl.RGBA16F},
	}
	_, err := l.program(labelVariant{})
	return l, err
}

// program compiles a variant, once.
func (l *Labels) program(v labelVariant) (*gl.Program, error) {
	if p, ok := l.programs[v]; ok {
		return p, nil
	}
	number := map[bool]int{true: 1}
	p, err := gl.NewProgram(shaders.Files, "surface/mesh.vert", "id/label.frag",
		fmt.Sprint("COLOR ", number[v.color]), fmt.Sprint("TEXTURES ", number[v.textured]), fmt.Sprint("COVERAGE ", number[v.covered]),
		fmt.Sprint("TINTED ", number[v.tinted]))
	if err == nil {
		l.programs[v] = p
	}
	return p, err
}

// Draw fills the tiles' IDs, ViewZ and Normal, and reflectance, if that was wanted.
func (l *Labels) Draw(tiles []*Tile) error {
	reflectance := len(l.reflectance.Layers) > 0
	gl.DepthTest(true)
	defer gl.DepthTest(false)
	for _, t := range tiles {
		covered := t.Geometry.covered
		p, err := l.program(labelVariant{reflectance, (reflectance || covered) && t.Geometry.textured, covered, (reflectance || covered) && t.Geometry.tinted})
		if err != nil {
			return err
		}
		target := l.targets[t.LabelLayer]
		target.Bind()
		target.ClearUint(0)
		target.ClearColor(1, 0, 0, 0, 0)
		target.ClearColor(2, 0, 0, 0, 0)
		target.ClearDepth(0)
		p.Use()
		setVertex(p, t.Drawn, [2]float64{})
		p.Vec4("uToEye", t.Drawn.toEye())
		setDepth(p, t.Drawn)
		if reflectance || covered {
			t.Textures.bind()
		}
		t.Geometry.draw(t.Drawn)
	}
	return nil
}

// DrawRays fills the tiles' IDs, ViewZ and Normal as cameras with distortion see them. The trees of their triangles must be loaded.
func (l *Labels) DrawRays(tiles []*Tile) error {
	for _, t := range tiles {
		l.targets[t.LabelLayer].Bind()
		t.Textures.bind()
		if err := l.rays.draw(t.Geometry, &t.Trace, t.Geometry.Tree.Order, t.Seen); err != nil {
			return err
		}
	}
	return nil
}

// Begin makes layers as large as the tiles' pictures. Drafts want reflectances, too.
func (l *Labels) Begin(tiles []*Tile, reflectance bool) error {
	w, h := tiles[0].Seen.Camera.Width, tiles[0].Seen.Camera.Height
	layers := 0
	for _, t := range tiles {
		layers = max(layers, t.LabelLayer+1)
	}
	changed := false
	for _, s := range []*gl.Stack{&l.IDs, &l.ViewZ, &l.Normal} {
		changed = s.Resize(w, h, layers) || changed
	}
	if reflectance {
		changed = l.reflectance.Resize(w, h, len(l.IDs.Layers)) || changed
	} else if len(l.reflectance.Layers) > 0 {
		l.reflectance.Delete()
		changed = true
	}
	if !changed {
		return nil
	}
	for _, f := range l.targets {
		f.Delete()
	}
	l.depth.Delete()
	l.depth, l.targets = gl.NewTexture(gl.Depth32F, w, h), nil
	for i := range l.IDs.Layers {
		all := []*gl.Texture{l.IDs.Layers[i], l.ViewZ.Layers[i], l.Normal.Layers[i]}
		if reflectance {
			all = append(all, l.reflectance.Layers[i])
		}
		l.targets = append(l.targets, gl.NewFramebuffer(l.depth, all...))
	}
	return l.targets[0].Complete()
}
