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
func (e *Explorer) scene(w http.ResponseWriter, r *http.Request) {
	s, i, err := e.place(r)
	if err != nil {
		fail(w, err)
		return
	}
	made, err := e.made(r.Context(), s, i)
	if err != nil {
		fail(w, err)
		return
	}
	v, err := number("view", trimmed(r.PathValue("view"), ".glb"), len(made.Views()))
	if err != nil {
		fail(w, err)
		return
	}
	e.writeScene(w, r, key(s, i), made, v)
}

func (e *Explorer) drawnScene(w http.ResponseWriter, r *http.Request) {
	_, made, v, err := e.find(r, trimmed(r.PathValue("view"), ".glb"))
	if err == nil && v >= len(made.Views()) {
		err = notFound("picture %d is a drawing and has no scene", v)
	}
	if err != nil {
		fail(w, err)
		return
	}
	e.writeScene(w, r, r.PathValue("id"), made, v)
}

// writeScene answers with the file of a view of a sample that is called name.
func (e *Explorer) writeScene(w http.ResponseWriter, r *http.Request, name string, m show.Made, v int) {
	data, err := e.pictures.get(r.Context(), fmt.Sprintf("scene %s/%d", name, v), func(context.Context) ([]byte, int64, error) {
		scene := m.Views()[v].Scene
		var out bytes.Buffer
		err := gltf.Write(&out, scene.Frame(), namesOf(m.Page()))
		return bytes.Clone(out.Bytes()), int64(out.Len()), err
	})
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "model/gltf-binary")
	w.Header().Set("Cache-Control", "no-store")
	e.send(w, r, data)
}

// namesOf are what the page calls the objects and parts of a scene.
func namesOf(p *show.Page) (names gltf.Names) {
	put := func(list []string, id int, name string) []string {
		for len(list) < id {
			list = append(list, "")
		}
		list[id-1] = name
		return list
	}
	var visit func(all []show.Entity)
	visit = func(all []show.Entity) {
		for _, entity := range all {
			switch {
			case entity.ID < 1 || entity.ID > maxID:
			case entity.Channel == show.ChannelObject:
				names.Objects = put(names.Objects, entity.ID, entity.Name)
			case entity.Channel == show.ChannelPart:
				names.Parts = put(names.Parts, entity.ID, entity.Name)
			}
			visit(entity.Entities)
		}
	}
	visit(p.Entities)
	return names
}

// maxID is the largest id of label pictures.
const maxID = 1<<16 - 1
