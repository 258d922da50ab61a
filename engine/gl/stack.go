//go:build cgo && linux

package gl

import "github.com/go-gl/gl/v4.5-core/gl"

// Stack is an array of 2D textures of one size that lie behind each other on the device, so that what is drawn to all of them
// comes back in one copy.
type Stack struct {
	Format Format     // of colors
	Layers []*Texture // each is a texture as NewTexture makes it
	array  *Texture
}

// Resize gives the stack at least so many layers of a size. It reports whether they are others than before, and hold nothing yet.
func (s *Stack) Resize(width, height, layers int) bool {
	if s.array != nil && s.array.Width == width && s.array.Height == height && s.array.Layers >= layers {
		return false
	}
	s.Delete()
	s.array = &Texture{Width: width, Height: height, Layers: layers, Levels: 1}
	gl.CreateTextures(gl.TEXTURE_2D_ARRAY, 1, &s.array.id)
	gl.TextureStorage3D(s.array.id, 1, uint32(s.Format), int32(width), int32(height), int32(layers))
	for i := range layers {
		t := &Texture{Width: width, Height: height, Levels: 1, format: s.Format}
		gl.GenTextures(1, &t.id) // a view needs a name without a kind
		gl.TextureView(t.id, gl.TEXTURE_2D, s.array.id, uint32(s.Format), 0, 1, uint32(i), 1)
		t.filter(nearest, nearest, clampEdge)
		s.Layers = append(s.Layers, t)
	}
	return true
}

// Delete frees all layers.
func (s *Stack) Delete() {
	for _, t := range s.Layers {
		t.Delete()
	}
	s.array.Delete()
	s.array, s.Layers = nil, nil
}
