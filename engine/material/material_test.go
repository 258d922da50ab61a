package material

import (
	"math"
	"strings"
	"testing"
)

// Every 8-bit value survives decoding and encoding, and the two are each other's inverse in between.
func TestSRGBRoundTrip(t *testing.T) {
	last := -1.0
	for i := range 256 {
		s := float64(i) / 255
		l := DecodeSRGB(s)
		if got := int(math.Round(EncodeSRGB(l) * 255)); got != i {
			t.Errorf("byte %d comes back as %d", i, got)
		}
		if math.Abs(EncodeSRGB(l)-s) > 1e-6 || l <= last {
			t.Errorf("%v decodes to %v after %v and encodes to %v; want a rising inverse", s, l, last, EncodeSRGB(l))
		}
		last = l
	}
}

// The figures are those of IEC 61966-2-1: a linear foot, and middle gray.
func TestSRGBKnownAnswers(t *testing.T) {
	for _, c := range []struct{ linear, encoded float64 }{
		{0, 0}, {1, 1}, {0.0031308, 0.04045}, {0.001, 0.01292}, {0.21404114, 0.5}, {0.18, 0.46135612},
	} {
		if got := EncodeSRGB(c.linear); math.Abs(got-c.encoded) > 1e-6 {
			t.Errorf("EncodeSRGB(%v): got %v, want %v", c.linear, got, c.encoded)
		}
		if got := DecodeSRGB(c.encoded); math.Abs(got-c.linear) > 1e-6 {
			t.Errorf("DecodeSRGB(%v): got %v, want %v", c.encoded, got, c.linear)
		}
	}
	for _, c := range []struct{ linear, want float64 }{{-1, 0}, {math.NaN(), 0}, {7, 1}, {math.Inf(1), 1}} {
		if got := EncodeSRGB(c.linear); got != c.want {
			t.Errorf("EncodeSRGB(%v): got %v, want %v", c.linear, got, c.want)
		}
	}
}

func TestF0(t *testing.T) {
	for _, c := range []struct{ ior, want float64 }{{1, 0}, {1.5, 0.04}, {3, 0.25}} {
		m := Material{IOR: c.ior}
		if got := m.F0(); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("index of refraction %g: got %v, want %v", c.ior, got, c.want)
		}
	}
}

func TestValidateNamesEveryField(t *testing.T) {
	good, lambert := Default(), Lambert(RGB{0.5, 0, 1})
	for _, m := range []*Material{&good, &lambert} {
		if err := m.Validate(); err != nil {
			t.Errorf("got %v for a material of this package", err)
		}
	}
	if lambert.F0() != 0 {
		t.Errorf("a Lambert surface mirrors %v at normal incidence, want 0", lambert.F0())
	}
	bad := Material{
		Name: "paint", BaseColor: RGB{0, 1.5, math.NaN()}, Metallic: -1, PerceptualRoughness: 2, IOR: 0.5, Transmission: 3,
		Emission: RGB{-1}, BaseColorTexture: &Texture{Width: 2, Height: 3, Pix: make([]uint8, 23)},
		MetallicRoughnessTexture: &Texture{},
	}
	err := bad.Validate()
	if err == nil {
		t.Fatal("a material with ten bad fields is valid")
	}
	for _, want := range []string{
		`material: "paint": `,
		"BaseColor[1] is 1.5, want 0 to 1", "BaseColor[2] is NaN, want 0 to 1", "Emission[0] is -1, want 0 to 3.40282",
		"Metallic is -1, want 0 to 1", "PerceptualRoughness is 2, want 0 to 1", "IOR is 0.5, want 1 to 10", "Transmission is 3, want 0 to 1",
		"texture of 2 x 3 has 23 bytes, want 24", "texture of 0 x 0 has 0 bytes, want 0",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to say %q", err, want)
		}
	}
}
