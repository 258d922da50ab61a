package write

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// maxHeader is what numpy.load takes without being told more.
const maxHeader = 10_000

// NPYHead is what precedes the elements of an array.
type NPYHead struct {
	Dtype string // numpy's name, not necessarily one of those that can be read
	Shape []int  // not nil
	Size  int    // bytes before the elements
}

// ErrCut is what is wrong with an array that ends before its elements.
var ErrCut = errors.New("the file is cut short or damaged")

// pair is one pair of the dictionary in a header, with the value in the group of its key: descr, fortran_order, shape.
var pair = regexp.MustCompile(`^\s*(?:'descr'\s*:\s*'([^']+)'|'fortran_order'\s*:\s*(True|False)|` +
	`'shape'\s*:\s*(\(\)|\([0-9]+,\)|\([0-9]+(?:,\s*[0-9]+)+\)))\s*(?:,|$)`)

// ReadNPYHead reads up to the first element of an array in numpy's formats 1.0 to 3.0.
func ReadNPYHead(r io.Reader) (NPYHead, error) {
	var magic [8]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil {
		return NPYHead{}, ErrCut
	}
	if string(magic[:6]) != "\x93NUMPY" || magic[6] < 1 || magic[6] > 3 {
		return NPYHead{}, fmt.Errorf("begins with %q, want %q and a version from 1 to 3", magic, "\x93NUMPY")
	}
	length := make([]byte, 2)
	if magic[6] > 1 {
		length = make([]byte, 4)
	}
	if _, err := io.ReadFull(r, length); err != nil {
		return NPYHead{}, ErrCut
	}
	n := uint32(binary.LittleEndian.Uint16(length))
	if len(length) == 4 {
		n = binary.LittleEndian.Uint32(length)
	}
	if n > maxHeader {
		return NPYHead{}, fmt.Errorf("header of %d bytes, want at most %d", n, maxHeader)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return NPYHead{}, ErrCut
	}
	h, err := parseNPYHead(string(text))
	h.Size = len(magic) + len(length) + len(text)
	return h, err
}

// parseNPYHead reads a dictionary such as {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
func parseNPYHead(text string) (NPYHead, error) {
	text = strings.TrimSpace(text)
	bad := fmt.Errorf("header is %q, want descr, fortran_order and shape of an array of numbers", text)
	rest, begins := strings.CutPrefix(text, "{")
	rest, ends := strings.CutSuffix(rest, "}")
	if !begins || !ends {
		return NPYHead{}, bad
	}
	var values [4]string
	for strings.TrimSpace(rest) != "" {
		found := pair.FindStringSubmatch(rest)
		if found == nil {
			return NPYHead{}, bad
		}
		for i := 1; i < len(values); i++ {
			if found[i] != "" && values[i] != "" {
				return NPYHead{}, bad // a key comes twice
			}
			values[i] += found[i]
		}
		rest = rest[len(found[0]):]
	}
	dtype, fortran, shape := values[1], values[2], values[3]
	if dtype == "" || fortran == "" || shape == "" {
		return NPYHead{}, bad
	}
	if fortran == "True" {
		return NPYHead{}, errors.New("array is in Fortran order, want C order: numpy.ascontiguousarray makes it")
	}
	h := NPYHead{Dtype: dtype, Shape: []int{}}
	for _, dim := range strings.FieldsFunc(shape, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(dim)
		if err != nil {
			return NPYHead{}, bad
		}
		h.Shape = append(h.Shape, n)
	}
	return h, nil
}
