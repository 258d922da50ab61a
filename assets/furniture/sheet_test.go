package furniture

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/ref"
)

// sheetColors are flat colors for the labels of a model, in the order in which they first occur.
var sheetColors = [][3]float64{
	{173, 35, 35}, {42, 75, 215}, {29, 155, 20}, {255, 238, 51}, {129, 38, 192}, {41, 208, 208}, {129, 74, 25}, {120, 120, 120},
}

// portrait draws a model from the front and above, turned by yaw: the label of each part and the shade of each pixel.
func portrait(m *Model, size int, yaw float64) (*ref.Buffer, []string) {
	r := m.Bounds().Size().Len() / 2
	pitch := 19.5 * math.Pi / 180 // the dataset's camera
	eye := geom.V(0, -geom.Cos(pitch), geom.Sin(pitch)).Scale(6 * r)
	f := &frame.Frame{Camera: camera.Pinhole{
		WorldFromCamera: camera.LookAt(eye, geom.Vec3{}, geom.V(0, 0, 1)), Width: size, Height: size,
		FocalPx: 2.75 * float64(size), CenterX: float64(size) / 2, CenterY: float64(size) / 2, Near: 0.1, Far: 100,
	}}
	paint := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	labels := []string{""}
	for i := range m.Parts {
		labels = append(labels, m.Parts[i].Label)
		f.Instances = append(f.Instances, frame.Instance{
			Mesh: m.Parts[i].Mesh, WorldFromObject: geom.Transform{M: geom.RotZ(yaw)}, Material: &paint, Object: 1, Part: uint16(i + 1),
		})
	}
	return ref.Draw(f), labels
}

// TestEveryFamilyCanBeSeen draws each family from both sides of the front, as the dataset does, and looks for its parts.
// With MEREO_SHEETS set to a folder it also writes a contact sheet for each category there: a row for each family.
func TestEveryFamilyCanBeSeen(t *testing.T) {
	const size, columns = 192, 6
	folder := os.Getenv("MEREO_SHEETS")
	for _, c := range Categories() {
		sheet := image.NewRGBA(image.Rect(0, 0, columns*size, len(Families(c))*size))
		for row, f := range Families(c) {
			for col := range columns {
				if folder == "" && col > 1 {
					break
				}
				m := mustMake(t, c, f.Name, uint64(col))
				b, labels := portrait(m, size, []float64{0.5, -0.6}[col%2])
				pixels := map[string]int{}
				all := 0
				for _, p := range b.Part {
					if p != 0 {
						pixels[labels[p]]++
						all++
					}
				}
				if share := float64(all) / (size * size); share < 0.02 || share > 0.8 {
					t.Errorf("%s/%s/%d fills %.3f of its picture, want 0.02 to 0.8", c, f.Name, col, share)
				}
				// Half of the labels must show with at least five pixels: one part may hide another, but a family whose
				// parts all hide each other is of no use.
				shown, asked := 0, 0
				for l := range m.LabelCounts() {
					if l == Other || l == "connector" || l == "mechanical_control" {
						continue
					}
					asked++
					if pixels[l] >= 5 {
						shown++
					}
				}
				if 2*shown < asked {
					t.Errorf("%s/%s/%d shows %d of %d labels: %v of %v", c, f.Name, col, shown, asked, pixels, m.LabelCounts())
				}
				paste(sheet, b, labels, col*size, row*size)
			}
		}
		if folder != "" && len(Families(c)) > 0 {
			w, err := os.Create(filepath.Join(folder, c+".png"))
			if err != nil {
				t.Fatal(err)
			}
			if err := png.Encode(w, sheet); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// paste shades a portrait by the cosine to a lamp above the viewer's shoulder.
func paste(sheet *image.RGBA, b *ref.Buffer, labels []string, x0, y0 int) {
	lamp := geom.V(0.35, -0.75, 0.75).Unit()
	number := map[string]int{}
	for _, l := range labels[1:] {
		if _, ok := number[l]; !ok {
			number[l] = len(number)
		}
	}
	for i, p := range b.Part {
		out := color.RGBA{235, 232, 228, 255}
		if p != 0 {
			n := geom.V(float64(b.Normal[3*i]), float64(b.Normal[3*i+1]), float64(b.Normal[3*i+2]))
			k := 0.3 + 0.7*max(0, n.Dot(lamp))
			c := sheetColors[number[labels[p]]%len(sheetColors)]
			out = color.RGBA{uint8(k * c[0]), uint8(k * c[1]), uint8(k * c[2]), 255}
		}
		sheet.SetRGBA(x0+i%b.Width, y0+i/b.Width, out)
	}
}
