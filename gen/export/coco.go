package export

import (
	"encoding/json"
	"fmt"
	"math"
	"path"
	"slices"

	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/scenes"
	"mereo/scenes/annot"
)

// coco writes the layout of COCO's detection task (https://cocodataset.org/#format-data):
//
//	train/train_000012.png             pictures; the second one of a sample is train_000012.1.png
//	annotations/instances_train.json   objects
//	annotations/parts_train.json       parts, with the annotation that they are part of; letters of words
//	annotations/regions_train.json     planes on a desk, and the desk
//	annotations/amodal_train.json      on request: the instances as if nothing stood before them
//	train_drawings/..., annotations/instances_train_drawings.json and so on
//	                                   pictures that are drawn plans in a set whose others are seen by a camera
//
// Masks are run lengths, compressed as in COCO; things that have no pixels in label pictures have a box and no mask. Boxes are
// [x, y, width, height]. Beside the format's own keys images have camera, and annotations have name and attributes: all of an
// annotation is what the thing is in that picture. In the amodal file an annotation has the id
// that it has among the instances, and visible, the share of its pixels that is seen; what is hidden altogether is there, too.
// Categories depend on the set alone; their supercategory is the kind, and they are numbered through all files.
//
// The frames of films lie in a folder for each film, train/train_000012/00003.png, and files with such have the further keys of CocoVID, the form that
// MMTracking and MMDetection read (docs/en/tutorials/customize_dataset.md of open-mmlab/mmtracking): videos; video_id and frame_id of images; video_id and
// instance_id of annotations, which is the same in all frames.
type coco struct{ channels []string }

func (f coco) wants() wants { return wants{pictures: true, labels: true} }

// Files of annotations.
const (
	instancesFile = iota
	partsFile
	regionsFile
	amodalFile
	cocoFiles
)

var cocoNames = [cocoFiles]string{"instances", "parts", "regions", "amodal"}

type cocoImage struct {
	ID       int           `json:"id"`
	FileName string        `json:"file_name"` // below the folder of the split's pictures or drawings
	Width    int           `json:"width"`
	Height   int           `json:"height"`
	Sample   int           `json:"sample"`           // index in the dataset
	View     string        `json:"view"`             // which picture of the sample
	Camera   *annot.Camera `json:"camera,omitempty"` // none where no camera saw it
	// Of frames of films.
	Video *int `json:"video_id,omitempty"`
	Frame *int `json:"frame_id,omitempty"` // from 0
}

// cocoVideo is a film. Its id is that of its first frame.
type cocoVideo struct {
	ID     int     `json:"id"`
	Name   string  `json:"name"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Length int     `json:"length"` // frames
	FPS    float64 `json:"fps,omitempty"`
	Sample int     `json:"sample"`
}

type cocoAnnotation struct {
	ID           int        `json:"id"`
	Image        int        `json:"image_id"`
	Category     int        `json:"category_id"`
	Segmentation any        `json:"segmentation"`
	Area         float64    `json:"area"`
	Box          [4]float64 `json:"bbox"`
	Crowd        int        `json:"iscrowd"`
	Label        int        `json:"label_id,omitempty"` // in label pictures
	Whole        int        `json:"part_of,omitempty"`  // an annotation among the instances
	Visible      *float64   `json:"visible,omitempty"`
	Name         string     `json:"name"`
	Attributes   show.Facts `json:"attributes"`
	// Of frames of films. Instances are numbered through the split.
	Video    *int `json:"video_id,omitempty"`
	Instance int  `json:"instance_id,omitempty"`
}

type cocoMask struct {
	Size   [2]int `json:"size"` // height, width
	Counts string `json:"counts"`
}

type cocoCategory struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Super string `json:"supercategory"`
}

// fileOf is where entities of a kind are annotated. Letters are parts where they are in something, a word.
func fileOf(kind string, nested bool) int {
	switch {
	case kind == "part", kind == "character" && nested:
		return partsFile
	case kind == "plane", kind == "desk":
		return regionsFile
	}
	return instancesFile
}

// cocoSample is a sample as it goes into the files.
type cocoSample struct {
	Pictures []cocoPicture
	pictures []Picture
}

// cocoPicture is a picture with its annotations, as JSON.
type cocoPicture struct {
	Drawing     bool
	File        string // below the export's folder
	Image       []byte
	Video       []byte // of the first frame of a film
	Annotations [cocoFiles][][]byte
}

// cocoFolder is where the pictures of a split lie, and what its files of annotations are called after.
func cocoFolder(split string, drawing bool) string {
	if drawing {
		return split + "_drawings"
	}
	return split
}

// Ids of images and annotations are functions of the sample, and unique in a split.
const (
	picturesPerSample    = 100
	framesPerSample      = 1000 // where pictures are those of films
	annotationsPerSample = 10000
)

// filmAt is the first and the last but one of the pictures of the film that picture p is a frame of; false for none.
func filmAt(pictures []Picture, p int) (first, end int, ok bool) {
	film := pictures[p].Film
	for first = p; first > 0 && pictures[first-1].Film == film; first-- {
	}
	for end = p + 1; end < len(pictures) && pictures[end].Film == film; end++ {
	}
	return first, end, film != ""
}

func (f coco) encode(s *Sample) (any, error) {
	out := &cocoSample{pictures: s.Pictures}
	most := picturesPerSample
	if slices.ContainsFunc(s.Pictures, func(p Picture) bool { return p.Film != "" }) {
		most = framesPerSample
	}
	if len(s.Pictures) > most {
		return nil, fmt.Errorf("%s has %d pictures, want %d at most", s.Name(), len(s.Pictures), most)
	}
	for p, picture := range s.Pictures {
		image := cocoImage{
			ID: s.Index*most + p, FileName: s.pictureName(p), Width: picture.Width, Height: picture.Height, Sample: s.Index, View: picture.Name,
			Camera: picture.Camera,
		}
		first, end, film := filmAt(s.Pictures, p)
		video := cocoVideo{
			ID: s.Index*most + first, Name: path.Dir(image.FileName), Width: picture.Width, Height: picture.Height, Length: end - first, Sample: s.Index,
		}
		if film {
			frame := p - first
			image.Video, image.Frame = &video.ID, &frame
		}
		annotations, err := f.annotations(s, p, image.ID)
		if err != nil {
			return nil, err
		}
		to := cocoPicture{Drawing: picture.Drawing, File: cocoFolder(s.Split, picture.Drawing) + "/" + image.FileName}
		if to.Image, err = json.Marshal(image); err != nil {
			return nil, err
		}
		if film && p == first {
			if end > first+1 {
				video.FPS = math.Round(1e6/(s.Pictures[first+1].Time-picture.Time)) / 1e6
			}
			if to.Video, err = json.Marshal(video); err != nil {
				return nil, err
			}
		}
		for file, list := range annotations {
			for _, a := range list {
				if a.Video = image.Video; film {
					a.Instance += video.ID * annotationsPerSample
				} else {
					a.Instance = 0
				}
				data, err := json.Marshal(a)
				if err != nil {
					return nil, err
				}
				to.Annotations[file] = append(to.Annotations[file], data)
			}
		}
		out.Pictures = append(out.Pictures, to)
	}
	return out, nil
}

// annotations are those of picture p.
func (f coco) annotations(s *Sample, p, image int) (out [cocoFiles][]cocoAnnotation, err error) {
	next := image * annotationsPerSample
	ids := map[*show.Entity]int{} // of annotations
	entity := 0
	each(s.Page.Entities, nil, func(e, in *show.Entity) {
		entity++
		a := cocoAnnotation{Instance: entity}
		if err != nil || !a.fill(e, p, s.Labels[p]) {
			return
		}
		if err = a.tell(s, e, p, image); err != nil {
			return
		}
		next++
		a.ID = next
		ids[e] = a.ID
		file := fileOf(e.Kind, in != nil)
		if file == partsFile && in != nil {
			a.Whole = ids[in]
		}
		out[file] = append(out[file], a)
	})
	if err == nil && slices.Contains(f.channels, Amodal) && p < len(s.Made.Views()) {
		out[amodalFile], err = s.amodal(p, image, ids)
	}
	if err == nil && next >= (image+1)*annotationsPerSample {
		err = fmt.Errorf("%s has more than %d annotations", s.Name(), annotationsPerSample)
	}
	return out, err
}

// tell says what an entity is in picture p.
func (a *cocoAnnotation) tell(s *Sample, e *show.Entity, p, image int) error {
	state := stateIn(e, p)
	a.Image, a.Label, a.Name, a.Attributes = image, e.ID, state.Name, state.Attributes
	if a.Category = s.category(e.Kind, state.Class); a.Category == 0 {
		return fmt.Errorf("%s is a %s %q, which is no class of the set", state.Name, e.Kind, state.Class)
	}
	return nil
}

// category is the number of a class, from 1; 0 for what is none of the set's. Of classes that are there twice, such as letters that stand
// alone in some datasets and are in words in others, it is the last.
func (s *Sample) category(kind, class string) int {
	for i, c := range slices.Backward(s.Classes) {
		if c.Kind == kind && c.Name == class {
			return i + 1
		}
	}
	return 0
}

// pictureName is the name of a file: train_000012.png for picture 0, train_000012.1.png for picture 1; train_000012/00001.png for a frame.
func (s *Sample) pictureName(p int) string {
	if first, _, film := filmAt(s.Pictures, p); film {
		return fmt.Sprintf("%s/%05d.%s", s.numbered("_", first), p-first, s.Pictures[p].Ext)
	}
	return s.numbered("_", p) + "." + s.Pictures[p].Ext
}

// fill finds mask and box of an entity in picture p. It tells whether the entity is seen there.
func (a *cocoAnnotation) fill(e *show.Entity, p int, l *show.Labels) bool {
	var ids []uint16
	if l != nil {
		ids = l.Channel(e.Channel)
	}
	if ids != nil {
		return a.mask(annot.Whole(l.Width, l.Height, ids), func(id uint16) bool { return int(id) == e.ID })
	}
	if e.Channel != show.ChannelNone || p >= len(e.Boxes) || e.Boxes[p] == (show.Rect{}) {
		return false
	}
	b := e.Boxes[p]
	a.Box = [4]float64{b.X0, b.Y0, b.X1 - b.X0, b.Y1 - b.Y0}
	a.Area = a.Box[2] * a.Box[3]
	a.Segmentation = []any{}
	return true
}

// mask takes the pixels that are wanted. It tells whether there are any.
func (a *cocoAnnotation) mask(w annot.Window, want func(id uint16) bool) bool {
	r := w.MaskOf(w.Box, want)
	box := r.Box()
	if box.Empty() {
		return false
	}
	a.Segmentation = cocoMask{r.Size, string(compressed(r.Counts))}
	a.Area = float64(r.Area())
	a.Box = [4]float64{float64(box.X0), float64(box.Y0), float64(box.X1 - box.X0), float64(box.Y1 - box.Y0)}
	return true
}

// amodal annotates each object of view p drawn alone. Objects that are seen have the ids of their annotations.
func (s *Sample) amodal(p, image int, ids map[*show.Entity]int) (out []cocoAnnotation, err error) {
	scene, seen := s.Made.Views()[p].Scene, s.Labels[p]
	hidden := (image+1)*annotationsPerSample - 1 // counted from the end, away from those of the instances
	entity := 0
	each(s.Page.Entities, nil, func(e, _ *show.Entity) {
		entity++
		if e.Channel != show.ChannelObject || e.ID < 1 || e.ID > len(scene.Objects) {
			return
		}
		a := cocoAnnotation{ID: ids[e], Instance: entity}
		alone, pixels := drawnAlone(scene, e.ID, seen.Object)
		if err != nil || !a.mask(alone, func(id uint16) bool { return id != 0 }) {
			return
		}
		err = a.tell(s, e, p, image)
		if a.ID == 0 {
			a.ID = hidden
			hidden--
		}
		visible := float64(pixels) / a.Area
		a.Visible = &visible
		out = append(out, a)
	})
	return out, err
}

// drawnAlone is the object with an id as if nothing stood before it, and how many of its pixels are seen. What is seen is part of it,
// also where a graphics card draws a pixel of an edge that the processor does not.
func drawnAlone(scene *scenes.Scene, id int, seen []uint16) (out annot.Window, visible int) {
	o, cam := &scene.Objects[id-1], &scene.Camera
	var meshes []*mesh.Mesh
	for k := range o.Parts {
		meshes = append(meshes, o.Parts[k].Mesh)
	}
	w := ref.DrawAlone(cam, o.WorldFromObject, meshes)
	out = annot.Whole(cam.Width, cam.Height, make([]uint16, cam.Width*cam.Height))
	for y := w.Y0; y < w.Y1; y++ {
		copy(out.ID[y*cam.Width+w.X0:], w.Part[(y-w.Y0)*(w.X1-w.X0):][:w.X1-w.X0])
	}
	for i, o := range seen {
		if int(o) == id {
			out.ID[i] = max(out.ID[i], 1)
			visible++
		}
	}
	return out, visible
}

// compressed codes run lengths as COCO does: each as the difference to the one before the last, in groups of five bits, lowest first,
// with a bit for "more follow", from the character '0' on.
func compressed(counts []int) (out []byte) {
	for i, n := range counts {
		if i > 2 {
			n -= counts[i-2]
		}
		for more := true; more; {
			c := n & 0x1f
			n >>= 5
			if c&0x10 != 0 {
				more = n != -1
			} else {
				more = n != 0
			}
			if more {
				c |= 0x20
			}
			out = append(out, byte(c+48))
		}
	}
	return out
}
