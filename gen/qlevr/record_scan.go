package qlevr

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// recordScanner reads records as encodeRecord and WriteQuestions write them, and nothing else: keys in the same order, no
// spaces. What it cannot read may still be a good file that somebody has edited; then a decoder has to look, which also knows
// what to say of a bad one.
type recordScanner struct {
	data     []byte
	at       int   // the first byte that was not read
	failed   bool  // then nothing is left
	integers []int // memory of lists
}

// scanRecord reads a scene file.
func scanRecord(data []byte) (*Record, bool) {
	s := recordScanner{data: data, integers: make([]int, 0, len(data)/6)}
	r := new(Record)
	s.scene(&r.Scene)
	s.literal(`,"mereo":{"preset":`)
	r.Mereo.Preset = s.integer()
	s.literal(`,"material_variants":`)
	r.Mereo.Variants = s.integerList()
	s.literal(`,"lamps":`)
	r.Mereo.Lamps = scanList(&s, func(s *recordScanner, l *LampExtra) {
		s.numbers(`{"shift_m":`, l.Shift[:])
		s.numbers(`,"turn_deg":`, l.TurnDeg[:])
		l.PowerW = s.numberOf(`,"power_w":`)
		s.literal("}")
	})
	s.literal(`,"camera":`)
	s.camera(&r.Mereo.Camera)
	s.literal("}}")
	return r, s.done()
}

// scanQuestions reads the questions of a picture.
func scanQuestions(data []byte) ([]QuestionRecord, bool) {
	s := recordScanner{data: data, integers: make([]int, 0, len(data)/8)}
	list := scanList(&s, (*recordScanner).question)
	return list, s.done()
}

// scanQuestion reads one question.
func scanQuestion(data []byte) (*QuestionRecord, bool) {
	s := recordScanner{data: data, integers: make([]int, 0, len(data)/8)}
	q := new(QuestionRecord)
	s.question(q)
	return q, s.done()
}

// done tells whether all was read; a line may end.
func (s *recordScanner) done() bool {
	rest := s.data[s.at:]
	return !s.failed && (len(rest) == 0 || string(rest) == "\n")
}

func (s *recordScanner) fail() { s.data, s.at, s.failed = nil, 0, true }

// has reads a text if it comes next.
func (s *recordScanner) has(text string) bool {
	end := s.at + len(text)
	if end > len(s.data) || string(s.data[s.at:end]) != text {
		return false
	}
	s.at = end
	return true
}

// hasByte reads a character if it comes next.
func (s *recordScanner) hasByte(c byte) bool {
	if s.at >= len(s.data) || s.data[s.at] != c {
		return false
	}
	s.at++
	return true
}

func (s *recordScanner) literal(text string) {
	if !s.has(text) {
		s.fail()
	}
}

// scanList reads a list of what is read one by one; it is not nil.
func scanList[T any](s *recordScanner, item func(*recordScanner, *T)) []T {
	list := []T{}
	s.literal("[")
	if s.hasByte(']') {
		return list
	}
	for {
		list = append(list, *new(T))
		item(s, &list[len(list)-1])
		if !s.hasByte(',') {
			s.literal("]")
			return list
		}
	}
}

// integer reads a whole number that is not negative.
func (s *recordScanner) integer() int {
	v, at := 0, s.at
	for ; at < len(s.data) && s.data[at]-'0' <= 9; at++ {
		v = 10*v + int(s.data[at]-'0')
	}
	if n := at - s.at; n == 0 || n > 9 || n > 1 && s.data[s.at] == '0' {
		s.fail()
		return 0
	}
	s.at = at
	return v
}

// integerList reads a list of whole numbers that are not negative; it is not nil.
func (s *recordScanner) integerList() []int {
	s.literal("[")
	first := len(s.integers)
	if !s.hasByte(']') {
		s.moreIntegers()
		s.literal("]")
	}
	return s.integers[first:len(s.integers):len(s.integers)]
}

// moreIntegers reads whole numbers with commas between them.
func (s *recordScanner) moreIntegers() {
	for s.integers = append(s.integers, s.integer()); s.hasByte(','); {
		s.integers = append(s.integers, s.integer())
	}
}

// digits is where the decimal digits end that begin at a place.
func (s *recordScanner) digits(at int) int {
	for at < len(s.data) && s.data[at]-'0' <= 9 {
		at++
	}
	return at
}

// number reads any number.
func (s *recordScanner) number() float64 {
	from, at := s.at, s.at
	if s.hasByte('-') {
		at++
	}
	end := s.digits(at)
	if end == at || end > at+1 && s.data[at] == '0' {
		s.fail()
		return 0
	}
	if end < len(s.data) && s.data[end] == '.' {
		if at, end = end+1, s.digits(end+1); end == at {
			s.fail()
			return 0
		}
	}
	if end < len(s.data) && s.data[end] == 'e' {
		end++
		if end < len(s.data) && (s.data[end] == '-' || s.data[end] == '+') {
			end++
		}
		end = s.digits(end) // ParseFloat fails where there are none
	}
	v, err := strconv.ParseFloat(string(s.data[from:end]), 64)
	if err != nil {
		s.fail()
		return 0
	}
	s.at = end
	return v
}

// numberOf reads a number behind a key.
func (s *recordScanner) numberOf(key string) float64 {
	s.literal(key)
	return s.number()
}

// numbers reads a list of as many numbers as to has, behind a key.
func (s *recordScanner) numbers(key string, to []float64) {
	s.literal(key)
	for i := range to {
		if i == 0 {
			s.literal("[")
		} else {
			s.literal(",")
		}
		to[i] = s.number()
	}
	s.literal("]")
}

// text reads a string in which nothing is escaped.
func (s *recordScanner) text() string {
	s.literal(`"`)
	length := bytes.IndexByte(s.data[s.at:], '"')
	if length < 0 {
		s.fail()
		return ""
	}
	out := s.data[s.at : s.at+length]
	for _, c := range out {
		if c < ' ' || c == '\\' {
			s.fail()
			return ""
		}
	}
	if !utf8.Valid(out) {
		s.fail()
		return ""
	}
	s.at += length + 1
	return string(out)
}

// word reads a string behind a key.
func (s *recordScanner) word(key string) string {
	s.literal(key)
	return s.text()
}

// contents reads a scene as far as its objects.
func (s *recordScanner) contents(to *Scene) {
	s.literal(`{"image_index":`)
	to.ImageIndex = s.integer()
	s.literal(`,"planes":`)
	to.Planes = scanList(s, (*recordScanner).plane)
	s.relations(`,"plane_spatial_relations":`, &to.PlaneRelations)
	s.relations(`,"plane_pixel_relations":`, &to.PlanePixelRelations)
	s.literal(`,"objects":`)
	to.Objects = scanList(s, (*recordScanner).object)
}

// scene reads a scene without the brace that ends it.
func (s *recordScanner) scene(to *Scene) {
	s.contents(to)
	s.relations(`,"obj_spatial_relations":`, &to.ObjectRelations)
	s.relations(`,"obj_pixel_relations":`, &to.ObjectPixelRelations)
	s.literal(`,"blender_info":{"directions":`)
	d := &to.View.Directions
	s.numbers(`{"behind":`, d.Behind[:])
	s.numbers(`,"front":`, d.Front[:])
	s.numbers(`,"left":`, d.Left[:])
	s.numbers(`,"right":`, d.Right[:])
	s.numbers(`,"above":`, d.Above[:])
	s.numbers(`,"below":`, d.Below[:])
	s.numbers(`},"camera_lct":`, to.View.CameraAt[:])
	s.numbers(`,"camera_rtt":`, to.View.CameraTurned[:])
	s.literal("}")
}

func (s *recordScanner) plane(to *Plane) {
	to.Shape = s.word(`{"shape":`)
	to.Material = s.word(`,"material":`)
	to.Color = s.word(`,"color":`)
	s.literal(`,"internal_objs":`)
	to.Objects = s.integerList()
	s.numbers(`,"center_pixel_coords":`, to.Center[:])
	s.box(&to.Box)
}

func (s *recordScanner) object(to *Object) {
	s.literal(`{"rotation":`)
	to.Rotation = s.integer()
	to.Size = s.word(`,"size":`)
	to.Color = s.word(`,"color":`)
	to.Material = s.word(`,"material":`)
	to.Shape = s.word(`,"shape":`)
	s.numbers(`,"pixel_coords":`, to.Center[:])
	s.numbers(`,"3d_coords":`, to.Position[:])
	s.box(&to.Box)
}

// box reads a box and the brace that ends what it is the last of.
func (s *recordScanner) box(to *Box) {
	to.Left = s.numberOf(`,"bounding_box":{"left":`)
	to.Top = s.numberOf(`,"top":`)
	to.Width = s.numberOf(`,"width":`)
	to.Height = s.numberOf(`,"height":`)
	s.literal("}}")
}

func (s *recordScanner) relations(key string, to *Relations) {
	lists := func(key string) [][]int {
		s.literal(key)
		return scanList(s, func(s *recordScanner, list *[]int) { *list = s.integerList() })
	}
	s.literal(key)
	to.Behind = lists(`{"behind":`)
	to.Front = lists(`,"front":`)
	to.Left = lists(`,"left":`)
	to.Right = lists(`,"right":`)
	s.literal("}")
}

func (s *recordScanner) question(to *QuestionRecord) {
	s.literal(`{"question_index":`)
	to.QuestionIndex = s.integer()
	s.literal(`,"image_index":`)
	to.ImageIndex = s.integer()
	to.Question = s.word(`,"question":`)
	s.literal(`,"program":`)
	to.Program = scanList(s, (*recordScanner).node)
	if to.Answer = s.has(`,"answer":true`); !to.Answer {
		s.literal(`,"answer":false`)
	}
	to.Template.File = s.word(`,"template":[`)
	s.literal(",")
	first := len(s.integers)
	s.moreIntegers()
	to.Template.Path = s.integers[first:len(s.integers):len(s.integers)]
	s.literal("]}")
}

func (s *recordScanner) node(to *QuestionNode) {
	o := &to.Output
	switch s.literal(`{"_output":`); {
	case s.has("{}"):
	case s.has(`{"plane":`):
		o.Form, o.First = OutputSets, s.integerList()
		s.literal(`,"object":`)
		o.Second = s.integerList()
		s.literal("}")
	case s.has("["):
		o.Form, o.First = OutputPair, s.integerList()
		s.literal(",")
		o.Second = s.integerList()
		s.literal("]")
	default:
		o.Form, o.Value = OutputValue, s.text()
	}
	s.literal(`,"vals":`)
	to.Vals = scanList(s, func(s *recordScanner, v *Value) {
		if !s.has("null") {
			*v = saidValue(s.text())
		}
	})
	s.literal("}")
}
