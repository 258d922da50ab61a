package export_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"mereo/engine/geom"
	"mereo/gen/export"
	"mereo/gen/write"
	"mereo/internal/oracle"
)

// plyReader reads a cloud with numpy alone, as docs/exports.md does, from the header's own words.
const plyReader = `
import json, sys
import numpy
from pathlib import Path
kinds = {"float": "<f4", "uchar": "u1", "ushort": "<u2"}
out = {}
for name in sorted(Path(sys.argv[1]).glob("*/*.ply")):
    data = name.read_bytes()
    head, points = data[:data.index(b"end_header\n")].decode().split("\n"), data[data.index(b"end_header\n") + 11:]
    assert head[:2] == ["ply", "format binary_little_endian 1.0"], head
    count = int([l for l in head if l.startswith("element vertex")][0].split()[2])
    fields = [l.split() for l in head if l.startswith("property")]
    v = numpy.frombuffer(points, [(n, kinds[k]) for _, k, n in fields])
    assert len(v) == count
    out[name.name] = {"Fields": list(v.dtype.names), "Comments": [l[8:] for l in head if l.startswith("comment")],
                      "Rows": [[float(x) for x in row] for row in v]}
print(json.dumps(out))
`

type plyRead map[string]struct {
	Fields   []string
	Comments []string
	Rows     [][]float64
}

// Points are where the view's camera sees the pixels, with what pictures and labels say of them.
func TestPLY(t *testing.T) {
	root := toys(t, map[string]int{"train": 2})
	for _, set := range []toy{{plan: true}, {bent: true, unit: 0.1}} {
		var got plyRead
		parsed(t, oracle.Python(t, plyReader, exported(t, set, root, export.Options{Format: "ply", Channels: []string{export.Normals}})), &got)
		if len(got) != 6 { // a drawing has none
			t.Fatalf("%d clouds, want 6", len(got))
		}
		reader, err := set.Show(jobOf(root, "train"))
		if err != nil {
			t.Fatal(err)
		}
		made, err := reader.Make(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		for p, name := range []string{"000001.ply", "000001.1.ply", "000001.2.ply"} {
			cloud, l, cam := got[name], made.Labels(p), made.Views()[p].Scene.Camera
			want := []string{"sample train/1, picture " + toyViews[p], "meters of the world, +Z up", fmt.Sprint("unit_m ", cmp.Or(set.unit, 1))}
			if len(cloud.Fields) != 11 || !slices.Equal(cloud.Comments, want) {
				t.Fatalf("%s: fields %v, comments %q, want 11 and %q", name, cloud.Fields, cloud.Comments, want)
			}
			rgb, err := write.ReadRGB(root, toyPath("train", 1, p), l.Width, l.Height)
			if err != nil {
				t.Fatal(err)
			}
			next, objects := 0, 0
			for i, z := range l.ViewZ {
				if z == 0 {
					continue
				}
				row := cloud.Rows[next]
				next++
				x, y, depth := cam.Project(geom.V(row[0], row[1], row[2]))
				if math.Abs(x-float64(i%l.Width)-0.5) > 1e-3 || math.Abs(y-float64(i/l.Width)-0.5) > 1e-3 || math.Abs(depth-float64(z)) > 1e-5*depth {
					t.Fatalf("%s: pixel %d is at %v, which is seen at %g, %g at %g, want the pixel's center at %g", name, i, row[:3], x, y, depth, z)
				}
				for k := range 3 {
					if float32(row[3+k]) != l.Normal[3*i+k] || row[6+k] != float64(rgb[3*i+k]) {
						t.Fatalf("%s: pixel %d has %v, want the normal %v and the color %v", name, i, row, l.Normal[3*i:3*i+3], rgb[3*i:3*i+3])
					}
				}
				if row[9] != float64(l.Object[i]) || row[10] != float64(l.Part[i]) {
					t.Fatalf("%s: pixel %d has ids %v, want %d and %d", name, i, row[9:], l.Object[i], l.Part[i])
				}
				if l.Object[i] > 0 {
					objects++
				}
			}
			if next != len(cloud.Rows) || objects < 20 && p < 2 {
				t.Errorf("%s: %d points, %d of objects, want %d and some", name, len(cloud.Rows), objects, next)
			}
		}
	}
	_, err := export.Run(t.Context(), toy{flat: true}, root, export.Options{Format: "ply", Out: t.TempDir()})
	const want = "export: pictures of this dataset (toy) were seen by no camera, so they cannot be exported as ply; want another format"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
