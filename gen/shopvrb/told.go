package shopvrb

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"mereo/assets/kitchen"
	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// readRecord reads the record of an index and its bytes.
func (r *split) readRecord(index int) ([]byte, *Record, error) {
	file := filesOf(r.job.Split, index).record
	data, err := r.job.Read(file)
	if err != nil {
		return nil, nil, fmt.Errorf("shopvrb: %w", err)
	}
	record, err := ParseRecord(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w; generate the scene again", file, err)
	}
	if record.Split != r.job.Split || record.ImageIndex != index {
		return nil, nil, fmt.Errorf("shopvrb: %s is scene %d of split %s, want scene %d of split %s", file, record.ImageIndex,
			record.Split, index, r.job.Split)
	}
	return data, record, nil
}

// told is the scene that a record tells of. One without extra keys does not tell the models.
func (r *split) told(index int) (*scene, error) {
	_, record, err := r.readRecord(index)
	if err != nil {
		return nil, err
	}
	out := &scene{record: record, ids: show.IDs(len(record.Objects))}
	if e := record.Extra; e != nil {
		p := plan{pool: r.sampler.pool, ground: e.Ground, optics: r.cfg.optics(), cameraAt: vector(e.Camera), exposure: e.Exposure, published: r.cfg.Published}
		p.lamps = [3]geom.Vec3{keyLamp: vector(e.Lamps.Key), backLamp: vector(e.Lamps.Back), fillLamp: vector(e.Lamps.Fill)}
		for i := range record.Objects {
			o := &record.Objects[i]
			k := slices.IndexFunc(r.sampler.rows, func(row catalogRow) bool { return o.Extra != nil && row.name == o.Extra.Instance })
			if k < 0 {
				return nil, fmt.Errorf("%s: shopvrb: objects/%d: no %s thing has a model that is told like this one's; generate the scene again",
					filesOf(r.job.Split, index).record, i, r.sampler.pool)
			}
			thing := r.sampler.placed(&r.sampler.rows[k], o)
			thing.size, thing.material, thing.color = o.Size, o.Material, o.Color
			p.objects = append(p.objects, thing)
		}
		out.sampled = &sample{plan: p, index: index}
		if e.Motion != nil && r.cfg.Film {
			if fault := record.fallFault(true); fault != "" {
				return nil, fmt.Errorf("%s: shopvrb: mereo.motion: %s; generate the scene again", filesOf(r.job.Split, index).record, fault)
			}
			out.sampled.fall = e.Motion
		}
	}
	return out, nil
}

func vector(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

// cameraOf is where the camera of a record is. Published records do not tell: then it is where the seed has it.
func (s *sampler) cameraOf(r *Record) geom.Vec3 {
	if e := r.Extra; e != nil {
		return vector(e.Camera)
	}
	key := s.key
	key.Index = r.ImageIndex
	return s.begin(key).cameraAt
}

// rowsOf are the rows of the catalog that a thing may be of: that of its instance if the record tells it.
func (s *sampler) rowsOf(o *ObjectRecord) (out []*catalogRow) {
	for i := range s.rows {
		row := &s.rows[i]
		if e := o.Extra; row.describes(o) && (s.cfg.Drop || o.Position[2] == float64(float32(row.originZ))) &&
			(e == nil || e.Instance == row.name && e.Scale == row.scale(o.Size)) {
			out = append(out, row)
		}
	}
	return out
}

// describes tells whether the published attributes of a thing are those of a row.
func (row *catalogRow) describes(o *ObjectRecord) bool {
	return row.class == o.Name && row.shape == o.Shape && row.weight == o.Weight && row.movability == o.Movability &&
		slices.Contains(row.sizes, o.Size) && slices.ContainsFunc(row.options, func(of option) bool {
		return of.material == o.Material && (of.color == o.Color || of.color == anyColor && isRandomColor(o.Color))
	})
}

func isRandomColor(name string) bool { return slices.Contains(randomColorNames(), name) }

// scale is that of a thing with the label of a size.
func (row *catalogRow) scale(size string) float64 {
	if size == row.sizes[0] {
		return scaleBigger
	}
	return scaleSmaller
}

// modelOf is the model of a row. Every row has one.
func (s *sampler) modelOf(row *catalogRow) *kitchen.Model {
	m, err := s.own.model(s.pool, row)
	if err != nil {
		panic(err)
	}
	return m
}

// placed is a thing of a row as the record has it.
func (s *sampler) placed(row *catalogRow, o *ObjectRecord) planObject {
	out := planObject{in: row, model: s.modelOf(row), scale: row.scale(o.Size)}
	out.put(o)
	if o.Extra == nil {
		return out
	}
	if out.joints = o.Extra.Joints; out.joints != nil {
		at := make([]float64, len(out.model.Parts))
		for i := range at {
			at[i] = out.joints[out.model.Parts[i].Name]
		}
		out.model = out.model.Opened(at)
	}
	return out
}

// put puts a thing where the record has it.
func (o *planObject) put(at *ObjectRecord) {
	o.x, o.y, o.rotationDeg, o.rest = at.Position[0], at.Position[1], at.Rotation, at.rest()
}

// rest is how a thing lies that fell; nil where it stands.
func (o *ObjectRecord) rest() *rest {
	if o.Extra == nil || o.Extra.Lie == nil {
		return nil
	}
	q := o.Extra.Pose
	return &rest{at: vector(o.Position), turn: geom.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}}
}

// mask is the mask of a thing of a record that was read, which is known to be one.
func (r *Record) mask(i int) annot.RLE {
	rle, err := r.Objects[i].Mask.RLE()
	if err != nil {
		panic(err)
	}
	return rle
}

// storedQuestion is a question of the dataset.
type storedQuestion struct {
	kind kind
	*QuestionRecord
	program ask.Program
}

// stored are the questions about a picture, visual ones first. Where there is no file there are none.
func (r *split) stored(index int) (out []storedQuestion, err error) {
	if r.job.Root == "" {
		return nil, nil
	}
	for _, asked := range r.kinds { // a stream waits for the files of these
		of := asked.kind
		file := of.file(r.job.Split, index)
		list, err := readQuestions(r.job.Root, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for i, q := range list {
			if q == nil {
				return nil, fmt.Errorf("shopvrb: %s: question %d is null; ask the questions again", file, i)
			}
			program, err := show.ReadProgram(r.library, callsOf(q.Program))
			if err != nil {
				return nil, fmt.Errorf("shopvrb: %s: question %d: %w; ask the questions again", file, i, err)
			}
			out = append(out, storedQuestion{of, q, program})
		}
	}
	return out, nil
}
