package meshfile

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"mereo/engine/material"
	"mereo/internal/bound"
)

// Surface is a material of an MTL file.
type Surface struct {
	material.Material
	// Texture is the file of the base color, relative to the MTL file and with slashes; empty for none.
	Texture string
}

// MTL reads the materials of a Wavefront file, in their order. Read are Kd, Ks, Ke, Ns, Ni, d, Tr, map_Kd, and Pr and Pm, roughness and
// metalness of files that have them (Exocortex 2015, "Extending the Wavefront MTL format for PBR"); all other lines and options of
// maps are passed over. Colors are linear, as Blender reads and writes them. What a file does not say is that of material.Default.
//
// Ns, the exponent of a Phong highlight, becomes the roughness of a GGX highlight of the same width, alpha^2 = 2/(Ns+2) (Walter et al.
// 2007, "Microfacet Models for Refraction through Rough Surfaces", section 5.2). The mean of Ks becomes an index of refraction, whose
// reflectance at normal incidence is 0.08 Ks: 0 has no highlight, and 0.5, the usual one, that of 1.5.
func MTL(data []byte, memory *bound.Memory) (out []Surface, err error) {
	var now *mtlSurface
	finish := func() error {
		if now == nil {
			return nil
		}
		out = append(out, now.surface())
		return out[len(out)-1].Validate()
	}
	err = eachLine(data, func(fields [][]byte) error {
		if key := string(fields[0]); key != "newmtl" {
			if now == nil {
				return nil
			}
			return now.line(key, fields[1:], memory)
		}
		if err := finish(); err != nil {
			return err
		}
		now = &mtlSurface{name: text(fields[1:]), opacity: 1}
		if now.name == "" {
			return errors.New("newmtl has no name, want one")
		}
		return memory.Take(1, surfaceBytes+bound.Size(len(now.name)))
	})
	if err == nil {
		err = finish()
	}
	return out, err
}

// surfaceBytes is what a material takes while the list of them grows.
const surfaceBytes = 1024

// mtlSurface is what a file says of a material; nil for nothing.
type mtlSurface struct {
	name                           string
	diffuse, specular, emission    *material.RGB
	exponent, roughness, metal, ni *float64
	opacity                        float64
	dissolve                       bool // "d" is there, which counts before "Tr"
	texture                        string
}

func (s *mtlSurface) line(key string, rest [][]byte, memory *bound.Memory) (err error) {
	switch key {
	case "Kd":
		s.diffuse, err = color(key, rest, 1)
	case "Ks":
		s.specular, err = color(key, rest, 1)
	case "Ke":
		s.emission, err = color(key, rest, math.MaxFloat32)
	case "Ns":
		s.exponent, err = within(key, rest, 1e6)
	case "Ni":
		s.ni, err = within(key, rest, 10)
	case "Pr":
		s.roughness, err = within(key, rest, 1)
	case "Pm":
		s.metal, err = within(key, rest, 1)
	case "d", "Tr":
		if key == "d" && len(rest) > 0 && string(rest[0]) == "-halo" {
			rest = rest[1:]
		}
		v, err := within(key, rest, 1)
		switch {
		case err != nil:
			return err
		case key == "d":
			s.opacity, s.dissolve = *v, true
		case !s.dissolve:
			s.opacity = 1 - *v
		}
	case "map_Kd":
		if s.texture = filePath(text(withoutOptions(rest))); s.texture == "" {
			return errors.New("map_Kd has no file, want one")
		}
		return memory.Take(1, bound.Size(len(s.texture)))
	}
	return err
}

// color reads a color: three numbers, or one for a gray. Numbers outside of 0 to most become the nearest inside, as some programs write
// Kd 1.01.
func color(key string, rest [][]byte, most float64) (*material.RGB, error) {
	if len(rest) == 1 {
		rest = [][]byte{rest[0], rest[0], rest[0]}
	}
	v, err := numbers(rest, key, key)
	if err != nil {
		return nil, err
	}
	for i := range v {
		v[i] = min(max(v[i], 0), most)
	}
	return (*material.RGB)(&v), nil
}

// within reads a number, and makes it the nearest of 0 to most.
func within(key string, rest [][]byte, most float64) (*float64, error) {
	if len(rest) == 0 {
		return nil, fmt.Errorf("%s has no number, want one", key)
	}
	v, err := finite(rest[0], key)
	v = min(max(v, 0), most)
	return &v, err
}

// withoutOptions is what follows options such as "-s 1 1 1" and "-clamp on".
func withoutOptions(fields [][]byte) [][]byte {
	for len(fields) > 0 && bytes.HasPrefix(fields[0], []byte("-")) {
		option := string(fields[0])
		fields = fields[1:]
		if option == "-imfchan" && len(fields) > 0 {
			fields = fields[1:]
			continue
		}
		for n := 0; n < 3 && len(fields) > 1; n++ { // the last word is the file, be it a number
			word := string(fields[0])
			if _, err := strconv.ParseFloat(word, 64); err != nil && word != "on" && word != "off" {
				break
			}
			fields = fields[1:]
		}
	}
	return fields
}

// surface is the material.
func (s *mtlSurface) surface() Surface {
	out := Surface{material.Default(), s.texture}
	out.Name = s.name
	if s.diffuse != nil {
		out.BaseColor = *s.diffuse
	}
	if s.texture != "" && out.BaseColor == (material.RGB{}) { // as some programs write it beside a map
		out.BaseColor = material.RGB{1, 1, 1}
	}
	if s.emission != nil {
		out.Emission = *s.emission
	}
	switch {
	case s.roughness != nil:
		out.PerceptualRoughness = *s.roughness
	case s.exponent != nil:
		out.PerceptualRoughness = math.Sqrt(math.Sqrt(2 / (*s.exponent + 2)))
	}
	if s.metal != nil {
		out.Metallic = *s.metal
	}
	out.Transmission = 1 - s.opacity
	switch {
	case out.Transmission > 0:
		if s.ni != nil && *s.ni >= 1 {
			out.IOR = *s.ni
		}
	case s.specular != nil:
		r := math.Sqrt(0.08 * (s.specular[0] + s.specular[1] + s.specular[2]) / 3)
		out.IOR = (1 + r) / (1 - r)
	}
	return out
}
