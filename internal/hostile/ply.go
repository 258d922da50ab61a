package hostile

import (
	"fmt"
	"strings"
)

// PLY are files of Stanford polygons.
func PLY() Files {
	const xyz = "property float x\nproperty float y\nproperty float z\n"
	head := func(format, body string) string { return "ply\nformat " + format + " 1.0\n" + body + "end_header\n" }
	vertices := func(n int) string { return fmt.Sprintf("element vertex %d\n%s", n, xyz) }
	const faces = "element face %d\nproperty list uint uint vertex_indices\n"
	return Files{
		"count.ply":   text(head("binary_little_endian", vertices(1<<62))),
		"nothing.ply": text(head("ascii", fmt.Sprintf("element air %d\n", 1<<62)+vertices(0))),
		"empty.ply": text(head("binary_little_endian", fmt.Sprintf("element air %d\nproperty list uchar int x\n", 1<<62)) +
			strings.Repeat("\x00", 1<<20)),
		"list.ply": text(head("binary_big_endian", vertices(1)+fmt.Sprintf(faces, 1)) + strings.Repeat("\x00", 12) + "\xff\xff\xff\xff"),
		"points.ply": func() []byte {
			return []byte(head("binary_little_endian", vertices(9_000_000)) + strings.Repeat("\x00", 12*9_000_000))
		},
		"fan.ply": func() []byte {
			const n = 30_000_000
			return []byte(head("binary_little_endian", "element vertex 1\nproperty char x\nproperty char y\nproperty char z\n"+
				"element face 1\nproperty list uint char vertex_index\n") + "\x00\x00\x00" + string([]byte{n & 0xff, n >> 8 & 0xff, n >> 16 & 0xff, n >> 24}) + strings.Repeat("\x00", n))
		},
		"header.ply":   text("ply\n" + strings.Repeat("element x 1\n", 1_000_000)),
		"columns.ply":  text("ply\nelement vertex 1\n" + strings.Repeat("property float x\n", 1_000_000)),
		"endless.ply":  text("ply\ncomment " + strings.Repeat("x", 1_000_000)),
		"fraction.ply": text(head("ascii", vertices(1)+"element face 1\nproperty list uchar float vertex_indices\n") + "0 0 0\n3 0.5 1e300 -1\n"),
		"twice.ply":    text(head("ascii", vertices(1)+vertices(1)) + "0 0 0\n1 1 1\n"),
		"word.ply":     text(head("ascii", vertices(1)) + strings.Repeat("9", 1_000_000)),
	}
}

// MTL are files of materials.
func MTL() Files {
	return Files{
		"many.mtl":  text(strings.Repeat("newmtl x\n", 1_500_000)),
		"empty.mtl": text("newmtl\n"),
		"kd.mtl":    text("newmtl x\nKd 1 nan 1\n"),
		"long.mtl":  text("newmtl " + strings.Repeat("x", 2_000_000)),
	}
}
