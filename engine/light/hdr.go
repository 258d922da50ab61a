package light

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"mereo/internal/folder"
)

// maxHDR is the size of the largest panorama without runs, and of a long header.
const maxHDR = 4*maxPanorama*maxPanorama/2 + 1<<20

// LoadPanorama reads a Radiance file (.hdr), a regular one. The checksum is the file's SHA-256 in hexadecimal. Errors name the file and the place.
func LoadPanorama(file string) (p *Panorama, checksum string, err error) {
	data, err := folder.Given(file, maxHDR)
	if err != nil {
		return nil, "", fmt.Errorf("light: %w", err)
	}
	if p, err = ParseHDR(data); err != nil {
		return nil, "", fmt.Errorf("light: %s: %w", file, err)
	}
	sum := sha256.Sum256(data)
	return p, hex.EncodeToString(sum[:]), nil
}

// ParseHDR reads an equirectangular picture in the format of Radiance, with or without runs: Ward 1991, "Real Pixels", and
// "Radiance File Formats". Numbers are divided by the header's exposures, which makes them radiance.
func ParseHDR(data []byte) (*Panorama, error) {
	r := hdrReader{data: data}
	width, height, exposure, err := r.header()
	if err != nil {
		return nil, err
	}
	if err := checkSize(width, height); err != nil {
		return nil, fmt.Errorf("line %d: %w", r.line, err)
	}
	p := &Panorama{Width: width, Height: height}
	if len(data)-r.at >= 4*height { // else rows are missing: each has four bytes or more
		p.Pix = make([]float32, 0, 3*width*height)
	}
	row := make([][4]uint8, width)
	for y := range height {
		if err := r.scanline(row); err != nil {
			return nil, fmt.Errorf("row %d of %d, byte %d: %w", y, height, r.at, err)
		}
		for _, c := range row {
			// A mantissa of 8 bits for each color, and one exponent; 0 is black.
			scale := 0.0
			if c[3] > 0 {
				scale = math.Ldexp(1/exposure, int(c[3])-128-8)
			}
			p.Pix = append(p.Pix, float32(float64(c[0])*scale), float32(float64(c[1])*scale), float32(float64(c[2])*scale))
		}
	}
	return p, p.check()
}

// hdrReader is a place in a file.
type hdrReader struct {
	data []byte
	at   int
	line int // of the header, from 1
}

var errShort = errors.New("the file ends here")

// text is the next line of the header.
func (r *hdrReader) text() (string, error) {
	r.line++
	end := bytes.IndexByte(r.data[r.at:], '\n')
	if end < 0 {
		return "", fmt.Errorf("line %d: %w", r.line, errShort)
	}
	line := string(r.data[r.at : r.at+end])
	r.at += end + 1
	return strings.TrimSuffix(line, "\r"), nil
}

// header reads up to the pixels.
func (r *hdrReader) header() (width, height int, exposure float64, err error) {
	exposure = 1
	first, err := r.text()
	if err != nil || !strings.HasPrefix(first, "#?") {
		return 0, 0, 0, errors.New(`it does not begin with "#?", want a Radiance picture (.hdr)`)
	}
	for {
		line, err := r.text()
		if err != nil {
			return 0, 0, 0, err
		}
		if line == "" {
			break
		}
		key, value, _ := strings.Cut(line, "=")
		switch strings.TrimSpace(key) {
		case "FORMAT":
			if value = strings.TrimSpace(value); value != "32-bit_rle_rgbe" {
				return 0, 0, 0, fmt.Errorf("line %d: format is %q, want 32-bit_rle_rgbe", r.line, value)
			}
		case "EXPOSURE":
			e, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if exposure *= e; err != nil || !(exposure > 1e-20 && exposure < 1e20) {
				return 0, 0, 0, fmt.Errorf("line %d: exposure is %q, want a number above 0", r.line, value)
			}
		}
	}
	size, err := r.text()
	if err != nil {
		return 0, 0, 0, err
	}
	f := strings.Fields(size)
	if len(f) == 4 && f[0] == "-Y" && f[2] == "+X" {
		var badHeight, badWidth error
		height, badHeight = strconv.Atoi(f[1])
		width, badWidth = strconv.Atoi(f[3])
		if badHeight == nil && badWidth == nil {
			return width, height, exposure, nil
		}
	}
	return 0, 0, 0, fmt.Errorf("line %d: size is %q, want -Y height +X width: rows from the top, columns from the left", r.line, size)
}

// take is the next n bytes.
func (r *hdrReader) take(n int) ([]byte, error) {
	if len(r.data)-r.at < n {
		return nil, errShort
	}
	r.at += n
	return r.data[r.at-n : r.at], nil
}

// scanline reads a row: in runs of each of the four numbers, or texel by texel.
func (r *hdrReader) scanline(row [][4]uint8) error {
	const shortest, longest = 8, 0x7fff // rows that can have runs
	head := r.data[r.at:]
	if len(row) < shortest || len(row) > longest || len(head) < 4 || head[0] != 2 || head[1] != 2 || head[2] >= 128 {
		return r.flat(row)
	}
	if n := int(head[2])<<8 | int(head[3]); n != len(row) {
		return fmt.Errorf("the row has %d texels, want %d", n, len(row))
	}
	r.at += 4
	for c := range 4 {
		for x := 0; x < len(row); {
			head, err := r.take(1)
			if err != nil {
				return err
			}
			n, same := int(head[0]), head[0] > 128
			if same {
				n -= 128
			}
			if n == 0 || n > len(row)-x {
				return fmt.Errorf("a run has %d texels, want 1 to %d", n, len(row)-x)
			}
			length := n
			if same {
				length = 1
			}
			values, err := r.take(length)
			if err != nil {
				return err
			}
			for i := range n {
				row[x+i][c] = values[min(i, length-1)]
			}
			x += n
		}
	}
	return nil
}

// flat reads texels of four bytes. (1, 1, 1, n) repeats the one before it n times; of several that follow each other, the next
// has the next eight bits of the number.
func (r *hdrReader) flat(row [][4]uint8) error {
	shift := 0
	for x := 0; x < len(row); {
		b, err := r.take(4)
		if err != nil {
			return err
		}
		c := [4]uint8(b)
		if c[0] != 1 || c[1] != 1 || c[2] != 1 {
			row[x], shift = c, 0
			x++
			continue
		}
		if shift > 16 || x == 0 {
			return errors.New("a repetition has nothing to repeat, or never ends")
		}
		n := int(c[3]) << shift
		if n > len(row)-x {
			return fmt.Errorf("a repetition has %d texels, want at most %d", n, len(row)-x)
		}
		for range n {
			row[x] = row[x-1]
			x++
		}
		shift += 8
	}
	return nil
}
