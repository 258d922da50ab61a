//go:build cgo && linux

package pass

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unsafe"

	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/engine/glctx"
	"mereo/shaders"
)

// device runs functions on the thread that owns the tests' context.
var device = sync.OnceValues(func() (chan<- func(), error) {
	work, opened := make(chan func()), make(chan error)
	go func() {
		runtime.LockOSThread()
		ctx, err := glctx.Open(os.Getenv("MEREO_TEST_GPU"))
		if err == nil {
			defer ctx.Close()
			err = gl.Init()
		}
		opened <- err
		for f := range work {
			f()
		}
	}()
	return work, <-opened
})

// onDevice runs f where GL may be called, and fails the test with its error. Without a context the test is skipped, except under
// CI=true.
func onDevice(t testing.TB, f func() error) {
	t.Helper()
	work, err := device()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("pass: %v, and CI=true requires it", err)
		}
		t.Skipf("pass: %v", err)
	}
	done := make(chan error)
	work <- func() { done <- f() }
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// read copies the four floats of each pixel of a stack's first layer.
func read(s *gl.Stack) ([][4]float32, error) {
	var r gl.Readback
	r.Start(s, 1, gl.LayoutRGBA32F)
	b, err := r.Wait()
	if err != nil {
		return nil, err
	}
	return slices.Clone(unsafe.Slice((*[4]float32)(unsafe.Pointer(&b[0])), len(b)/16)), nil
}

// paths keeps a path tracer for each strategy: shaders take long to compile.
var paths = map[strategy]*Path{}

// radiance follows paths and returns the linear radiance of each pixel, rows from the bottom.
func radiance(t *testing.T, f *frame.Frame, how strategy, samples int) (out [][3]float64) {
	t.Helper()
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	onDevice(t, func() error {
		p := paths[how]
		if p == nil {
			p = NewPath()
			p.strategy = how
			paths[how] = p
		}
		textures, g, v, tree := NewTextures(), newGeometry(), NewView(&f.Camera), &Trace{}
		meshes, err := NewMeshes()
		if err != nil {
			return err
		}
		textures.Load(f)
		g.Load(f, Prepare(f, []*View{v}, Wants{Tree: true}), meshes, textures, tree)
		p.Load(f, g, tree)
		if _, err := p.Draw(f, g, textures, v, samples); err != nil {
			return err
		}
		data, err := read(&p.sum)
		if err != nil {
			return err
		}
		for i, c := range data {
			if c[3] != float32(samples) {
				return fmt.Errorf("pixel %d has %g samples, want %d", i, c[3], samples)
			}
			n := float64(samples)
			out = append(out, [3]float64{float64(c[0]) / n, float64(c[1]) / n, float64(c[2]) / n})
		}
		return gl.Check("radiance")
	})
	return out
}

// mean of all pixels.
func mean(pixels [][3]float64) (m [3]float64) {
	for _, p := range pixels {
		for c := range m {
			m[c] += p[c] / float64(len(pixels))
		}
	}
	return m
}

// Sobol's points have one of 2^k in each elementary interval, of every shape, and Owen's scramble keeps that.
func TestSequenceIsStratified(t *testing.T) {
	const side = 16 // a pixel for each point
	files := fstest.MapFS{"points.comp": {Data: []byte(`#include "path/sequence.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0, rgba32f) uniform image2D iPoints;
uniform uint uSeed;
void main() {
	ivec2 p = ivec2(gl_LocalInvocationID.xy);
	imageStore(iPoints, p, vec4(sobol(uint(p.y * 16 + p.x), hash3(uvec3(1u, 2u, uSeed))), 0.0, 0.0));
}
`)}}
	for _, name := range []string{"path/sequence.glsl", "common/random.glsl"} {
		text, err := shaders.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	first := map[[4]float32]bool{}
	for seed := range uint32(4) {
		var points [][4]float32
		onDevice(t, func() error {
			p, err := gl.NewCompute(files, "points.comp")
			if err != nil {
				return err
			}
			texels := gl.Stack{Format: gl.RGBA32F}
			texels.Resize(side, side, 1)
			defer texels.Delete()
			p.Use()
			p.Uint("uSeed", seed)
			texels.Layers[0].BindImage(0)
			gl.Dispatch(1, 1)
			gl.ImagesDone()
			points, err = read(&texels)
			return err
		})
		if first[points[0]] {
			t.Errorf("seed %d begins with the point %v of another", seed, points[0][:2])
		}
		first[points[0]] = true
		for n := 1; n <= side*side; n *= 2 {
			for from := 0; from < side*side; from += n {
				for columns := 1; columns <= n; columns *= 2 {
					seen := make([]bool, n)
					for _, p := range points[from : from+n] {
						rows := n / columns
						cell := int(p[0]*float32(columns))*rows + int(p[1]*float32(rows))
						if seen[cell] {
							t.Fatalf("seed %d: points %d to %d: two lie in cell %d of %d x %d", seed, from, from+n-1, cell, columns, rows)
						}
						seen[cell] = true
					}
				}
			}
		}
	}
}

func TestPathLightsMatchTheShader(t *testing.T) {
	g := readGLSL(t, "path/lights.glsl", "path/lobes.glsl", "path/path.comp")
	for _, c := range []struct {
		head string
		got  any
	}{{"struct Lamp", pathLamp{}}, {"struct Sun", pathSun{}}, {"uniform Lights", pathLights{}}} {
		want, twin := g.structure(t, c.head, true), reflect.TypeOf(c.got)
		if twin.Size() != want.size || twin.NumField() != len(want.members) {
			t.Errorf("%s: Go twin has %d bytes and %d fields, want %d and %d", c.head, twin.Size(), twin.NumField(), want.size,
				len(want.members))
			continue
		}
		for i, m := range want.members {
			if f := twin.Field(i); f.Name != m.name || f.Offset != m.offset || f.Type.Size() != m.size {
				t.Errorf("%s: field %d is %s at %d with %d bytes, want %s at %d with %d", c.head, i, f.Name, f.Offset, f.Type.Size(),
					m.name, m.offset, m.size)
			}
		}
	}
	for name, want := range map[string]uintptr{
		"MAX_LAMPS": maxLamps, "MAX_SUNS": maxSuns, "FILTER_QUANTILES": filterQuantiles,
		"ALBEDO_COSINES": albedoCosines, "ALBEDO_ROUGHNESSES": albedoRoughnesses,
	} {
		if g.constants[name] != want {
			t.Errorf("%s: got %d in the shader, want %d", name, g.constants[name], want)
		}
	}
	text, err := shaders.Files.ReadFile("path/path.comp")
	want := fmt.Sprintf("local_size_x = %d, local_size_y = %d", pathGroup, pathGroup)
	if err != nil || !strings.Contains(string(text), want) {
		t.Errorf("shader has not %q (%v)", want, err)
	}
}

// The tables' interpolation is as good as the furnace needs, against as many samples as it takes.
func TestAlbedoTable(t *testing.T) {
	for _, ior := range []float64{1.2, 1.45, 1.5, 2} {
		table := albedoTable(ior)
		var worst [4]float64
		for roughness := 0.05; roughness <= 1; roughness += 0.05 {
			for cosine := 0.05; cosine <= 1; cosine += 0.05 {
				want := albedosGGX(cosine, roughness, ior, 1<<12)
				x, y := math.Sqrt(cosine)*(albedoCosines-1), roughness*(albedoRoughnesses-1)
				i, j := min(int(x), albedoCosines-2), min(int(y), albedoRoughnesses-2)
				for c, w := range [4]float64{want.metal, want.coat, want.glassIn, want.glassOut} {
					at := func(i, j int) float64 { return float64(table[i+albedoCosines*j][c]) }
					s, t := x-float64(i), y-float64(j)
					got := (1-t)*((1-s)*at(i, j)+s*at(i+1, j)) + t*((1-s)*at(i, j+1)+s*at(i+1, j+1))
					worst[c] = max(worst[c], math.Abs(got/w-1))
				}
			}
		}
		t.Logf("index %g, largest relative errors: metal %.4f, coat %.4f, glass from outside %.4f and inside %.4f", ior, worst[0],
			worst[1], worst[2], worst[3])
		for c, w := range worst {
			if w > 0.01 {
				t.Errorf("index %g: albedo %d is off by %.4f of it, want at most 0.01", ior, c, w)
			}
		}
	}
}
