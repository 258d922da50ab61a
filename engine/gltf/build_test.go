package gltf

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	stdimage "image"
	"os"
	"path/filepath"
	"testing"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"mereo/internal/bound"
)

// newDoc returns a document with one node that shows one triangle in the y = 0 plane of the file, facing +y.
func newDoc() *qm.Document {
	doc := qm.NewDocument()
	position := modeler.WritePosition(doc, [][3]float32{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}})
	index := modeler.WriteIndices(doc, []uint16{0, 1, 2})
	doc.Meshes = []*qm.Mesh{{Name: "tri", Primitives: []*qm.Primitive{{
		Attributes: qm.PrimitiveAttributes{qm.POSITION: position}, Indices: qm.Index(index),
	}}}}
	doc.Nodes = []*qm.Node{{Name: "thing", Mesh: qm.Index(0)}}
	doc.Scenes[0].Nodes = []int{0}
	return doc
}

// encode returns the document as a .glb file.
func encode(t testing.TB, doc *qm.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	e := qm.NewEncoder(&b)
	e.AsBinary = true
	if err := e.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// save writes data as a file of its own folder.
func save(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// load sends the document through a file.
func load(t testing.TB, doc *qm.Document) *Scene {
	t.Helper()
	s, err := LoadScene(save(t, "scene.glb", encode(t, doc)), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// editJSON changes the JSON chunk of a .glb and packs it again.
func editJSON(t testing.TB, glb []byte, edit func(doc map[string]any)) []byte {
	t.Helper()
	n := binary.LittleEndian.Uint32(glb[12:])
	var doc map[string]any
	if err := json.Unmarshal(glb[20:20+n], &doc); err != nil {
		t.Fatal(err)
	}
	edit(doc)
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	rest := glb[20+n:]
	out := binary.LittleEndian.AppendUint32([]byte("glTF\x02\x00\x00\x00"), uint32(20+len(text)+len(rest)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	out = append(out, "JSON"...)
	return append(append(out, text...), rest...)
}

// entry returns doc[list][i] of decoded JSON.
func entry(doc map[string]any, list string, i int) map[string]any {
	return doc[list].([]any)[i].(map[string]any)
}

func tinyPNG() []byte { return pngOf(stdimage.NewNRGBA(stdimage.Rect(0, 0, 1, 1))) }
