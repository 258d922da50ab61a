package syndacate

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math"
	"slices"
	"strconv"
	"testing"

	"mereo/assets/glyph"
)

// storedSampler is the configuration of a sampler as vectors have it.
type storedSampler struct {
	Seed              uint64
	MaxNumParts       *int  `json:"max_num_parts"`
	FlipParts         bool  `json:"flip_parts"`
	MaxNumObjects     int   `json:"max_num_objects"`
	ObjectReplacement *bool `json:"object_replacement"`
	AlignSets         bool  `json:"align_sets"`
}

func (s storedSampler) config(name string) samplerConfig {
	c := newSamplerConfig(name)
	c.seed, c.maxObjects, c.flipParts, c.alignSets = s.Seed, s.MaxNumObjects, s.FlipParts, s.AlignSets
	if s.ObjectReplacement != nil {
		c.objectReplacement = *s.ObjectReplacement
	}
	if s.MaxNumParts != nil {
		c.maxParts = *s.MaxNumParts
	}
	return c
}

// storedBytes are gray values, packed.
type storedBytes struct {
	Shape []int
	U8Z   string
}

func (s storedBytes) unpack(t *testing.T) []uint8 {
	t.Helper()
	packed, err := base64.StdEncoding.DecodeString(s.U8Z)
	if err != nil {
		t.Fatal(err)
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// storedRows are rows of poses.
type storedRows struct {
	Shape []int
	Data  []float32
}

// compareRows wants the same zero rows and else values within 1e-6.
func compareRows(t *testing.T, what string, got []float32, rows int, want *storedRows) {
	t.Helper()
	if want == nil {
		if rows != 0 {
			t.Errorf("%s has %d rows, want no such array", what, rows)
		}
		return
	}
	if width := len(got) / max(rows, 1); !slices.Equal(want.Shape, []int{rows, width}) {
		t.Errorf("%s has shape [%d %d], want %v", what, rows, width, want.Shape)
		return
	}
	for i, v := range got {
		if w := want.Data[i]; math.Abs(float64(v)-float64(w)) > 1e-6 || (v == 0) != (w == 0) {
			t.Errorf("%s: value %d is %v, want %v", what, i, v, w)
			return
		}
	}
}

// rowsOf are the rows of one element.
func rowsOf(c samplerConfig, e *element) (parts, objects []float32) {
	parts, objects = make([]float32, c.partRows()*partWidth), make([]float32, c.objectRows()*c.objectWidth())
	e.putParts(c, parts)
	e.putObjects(c, objects)
	return parts, objects
}

func TestVectorsSamples(t *testing.T) {
	for _, c := range numberCases[struct {
		ID, Sampler string
		Config      storedSampler
		Index       int
		Image       storedBytes
		Parts       *storedRows `json:"part_poses"`
		Objects     *storedRows `json:"object_poses"`
	}](t, "samples.json") {
		t.Run(c.ID, func(t *testing.T) {
			config := c.Config.config(c.Sampler)
			s, err := newSampler(config)
			if err != nil {
				t.Fatal(err)
			}
			var e element
			s.skip(c.Index)
			s.next(&e)
			parts, objects := rowsOf(config, &e)
			compareRows(t, "part_poses", parts, config.partRows(), c.Parts)
			compareRows(t, "object_poses", objects, config.objectRows(), c.Objects)
			got, want := drawElement(config, &e), c.Image.unpack(t)
			if !bytes.Equal(got, want) {
				t.Errorf("pictures differ at %d of %d pixels", differences(got, want), len(want))
			}
		})
	}
}

// differences counts the places where a and b differ.
func differences(a, b []uint8) int {
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

func TestVectorsDigests(t *testing.T) {
	type array struct {
		Shape  []int
		Dtype  string
		SHA256 string
	}
	for _, c := range numberCases[struct {
		ID, Sampler string
		Config      storedSampler
		N           int
		Arrays      map[string]array
	}](t, "digests.json") {
		t.Run(c.ID, func(t *testing.T) {
			config := c.Config.config(c.Sampler)
			s, err := newSampler(config)
			if err != nil {
				t.Fatal(err)
			}
			var e element
			got := map[string][]byte{}
			for range c.N {
				s.next(&e)
				parts, objects := rowsOf(config, &e)
				for name, rows := range map[string][]float32{"part_poses": parts, "object_poses": objects} {
					if got[name], err = binary.Append(got[name], binary.LittleEndian, rows); err != nil {
						t.Fatal(err)
					}
				}
				got["images"] = append(got["images"], drawElement(config, &e)...)
			}
			for name, want := range c.Arrays {
				sum := sha256.Sum256(got[name])
				if hex.EncodeToString(sum[:]) != want.SHA256 {
					t.Errorf("%s: %d bytes with SHA-256 %x, want %s", name, len(got[name]), sum, want.SHA256)
				}
			}
			if _, has := c.Arrays["part_poses"]; has != (len(got["part_poses"]) > 0) {
				t.Errorf("there are %d bytes of part_poses, want some: %v", len(got["part_poses"]), has)
			}
		})
	}
}

// Every error that is asked for by what is wrong, and the three inputs that look wrong and are not.
func TestVectorsErrors(t *testing.T) {
	for _, c := range numberCases[struct {
		ID, What, Outcome string
		Input             struct {
			MaxNumObjects     *int  `json:"max_num_objects"`
			MaxNumParts       *int  `json:"max_num_parts"`
			ObjectReplacement *bool `json:"object_replacement"`
			NumObjects        *int  `json:"num_objects"`
			PoseLen           *int  `json:"pose_len"`
			Word, Class, Name *string
			Type              *string
			Pose              []float64
			Lines             *[][6]float64
			Objects           *[]int
		}
		Value any
	}](t, "errors.json") {
		t.Run(c.ID, func(t *testing.T) {
			var err error
			var lines []glyph.Line
			in := c.Input
			switch {
			case in.MaxNumObjects != nil || in.MaxNumParts != nil:
				config := newSamplerConfig(syndacateSampler)
				for _, f := range []struct {
					from *int
					to   *int
				}{{in.MaxNumObjects, &config.maxObjects}, {in.MaxNumParts, &config.maxParts}} {
					if f.from != nil {
						*f.to = *f.from
					}
				}
				if in.ObjectReplacement != nil {
					config.objectReplacement = *in.ObjectReplacement
				}
				_, err = newSampler(config)
			case in.NumObjects != nil:
				_, err = newElement(newSamplerConfig(syndacateSampler), make([]int, *in.NumObjects), make([]glyph.Pose, *in.NumObjects),
					nil, nil, nil)
			case in.Word != nil:
				_, err = glyph.Word(*in.Word, glyph.UprightWord)
			case in.Class != nil:
				_, err = glyph.Char(*in.Class, glyph.UprightChar)
			case in.PoseLen != nil:
				_, err = glyph.PoseOf(make([]float64, *in.PoseLen))
			case in.Name != nil:
				_, err = glyph.PoseIndex(*in.Name)
			case in.Lines != nil:
				lines = storedLines(*in.Lines)
				err = glyph.Normalize(lines)
			case in.Type != nil:
				var p glyph.Pose
				if p, err = glyph.PoseOf(in.Pose); err == nil {
					lines, err = glyph.Char(*in.Type, p)
				}
			case in.Objects != nil:
				// The value of a picture without objects is its largest gray level.
				got := slices.Max(drawLines(nil, 100, 100, 10))
				if c.Value != float64(got) {
					t.Errorf("largest grey level is %d, want %v", got, c.Value)
				}
				return
			default:
				t.Fatalf("nothing known to try for %q", c.What)
			}
			if (err != nil) != (c.Outcome == "error") {
				t.Fatalf("error %v, want outcome %s", err, c.Outcome)
			}
			if err == nil {
				nearNumbers(t, flatNumbers(t, lineRows(lines)), flatNumbers(t, c.Value))
			}
		})
	}
}

// flatNumbers are the numbers of a nested list, in which words stand for what is not finite.
func flatNumbers(t *testing.T, v any) []float64 {
	t.Helper()
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case string:
		f, err := strconv.ParseFloat(v, 64)
		if err != nil {
			t.Fatal(err)
		}
		return []float64{f}
	case [][6]float64:
		var out []float64
		for _, row := range v {
			out = append(out, row[:]...)
		}
		return out
	case []any:
		var out []float64
		for _, x := range v {
			out = append(out, flatNumbers(t, x)...)
		}
		return out
	}
	t.Fatalf("%v is no list of numbers", v)
	return nil
}
