package explore

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"mereo/engine/gltf"
	"mereo/gen/show"
)

// scene hands out a view of a sample as a glTF file.
func (e *Explorer) scene(r *http.Request) (b body, err error) {
	s, i, err := e.place(r)
	if err != nil {
		return b, err
	}
	made, err := e.made(r.Context(), s, i)
	if err != nil {
		return b, err
	}
	v, err := number("view", trimmed(r.PathValue("view"), ".glb"), len(made.Views()))
	if err != nil {
		return b, err
	}
	return e.sceneFile(r, key(s, i), made, v)
}

func (e *Explorer) drawnScene(r *http.Request) (b body, err error) {
	_, made, v, err := e.find(r, trimmed(r.PathValue("view"), ".glb"))
	if err == nil && v >= len(made.Views()) {
		err = notFound("picture %d is a drawing and has no scene", v)
	}
	if err != nil {
		return b, err
	}
	return e.sceneFile(r, r.PathValue("id"), made, v)
}

// sceneFile is the file of a view of a sample that is called name.
func (e *Explorer) sceneFile(r *http.Request, name string, m show.Made, v int) (body, error) {
	data, err := kept(r.Context(), e.pictures, fmt.Sprintf("scene %s/%d", name, v), func(context.Context) ([]byte, error) {
		scene := m.Views()[v].Scene
		var out bytes.Buffer
		err := gltf.Write(&out, scene.Frame(), namesOf(m.Page()))
		return bytes.Clone(out.Bytes()), err
	})
	return body{"model/gltf-binary", keepNot, data}, err
}

// namesOf are what the page calls the objects and parts of a scene.
func namesOf(p *show.Page) (names gltf.Names) {
	var visit func(all []show.Entity)
	visit = func(all []show.Entity) {
		for _, entity := range all {
			switch {
			case entity.ID < 1 || entity.ID > maxID:
			case entity.Channel == show.ChannelObject:
				names.Objects = gltf.Put(names.Objects, entity.ID, entity.Name)
			case entity.Channel == show.ChannelPart:
				names.Parts = gltf.Put(names.Parts, entity.ID, entity.Name)
			}
			visit(entity.Entities)
		}
	}
	visit(p.Entities)
	return names
}

// maxID is the largest id of label pictures.
const maxID = 1<<16 - 1
