package export

import (
	"archive/tar"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"

	"mereo/gen/write"
)

// webDataset writes a TAR archive for each block, as WebDataset reads them: SPLIT/000000.tar. What has the same name up to the first
// dot is a sample:
//
//	train_000012.json          Record
//	train_000012.png           the first color picture
//	train_000012.1.png         the second, and so on
//	train_000012.object.png    ids of the first picture, 16 bits, 0 for none; also part.png and region.png, as far as there are such
//	train_000012.depth.npy     meters along the camera's axis, float32, 0 where nothing is hit
//	train_000012.normals.npy   unit normals in the world, float32, height x width x 3
//	train_000012.flow.npy      and backward_flow, coordinates, on request: as in the dataset, float32, height x width x 3
//	train_000012.1.object.png  labels of the second picture, and so on
//
// Members are sorted by sample, have the mode 0444, and no times and owners.
type webDataset struct{ channels []string }

func (f webDataset) wants() wants { return wants{perBlock: true, pictures: true, labels: true} }

func (f webDataset) encode(s *Sample) (any, error) {
	record, err := json.Marshal(s.record())
	if err != nil {
		return nil, err
	}
	out := []named{{s.Name() + ".json", record}}
	for p, picture := range s.Pictures {
		base := s.numbered("_", p)
		out = append(out, named{base + "." + picture.Ext, picture.Data})
		l := s.Labels[p]
		if l == nil {
			continue
		}
		for _, c := range idChannels {
			if ids := l.Channel(c); ids != nil {
				out = append(out, named{fmt.Sprintf("%s.%s.png", base, c), write.EncodeGray16(l.Width, l.Height, ids)})
			}
		}
		for _, c := range arrays {
			field, numbers := array(l, c)
			if shape := []int{l.Height, l.Width, numbers}; field != nil && slices.Contains(f.channels, c) {
				out = append(out, named{fmt.Sprintf("%s.%s.npy", base, c), write.EncodeNPY(shape[:min(numbers+1, 3)], field)})
			}
		}
	}
	return out, nil
}

func (f webDataset) write(out string, _ *dataset, sh Shard, items iter.Seq2[any, error]) ([]write.File, error) {
	file, err := write.Stream(out, fmt.Sprintf("%s/%06d.tar", sh.Split, sh.Block), func(w io.Writer) error {
		archive := tar.NewWriter(w)
		for item, err := range items {
			if err != nil {
				return err
			}
			for _, m := range item.([]named) {
				h := tar.Header{Name: m.path, Mode: 0o444, Size: int64(len(m.data)), Format: tar.FormatUSTAR}
				if err := archive.WriteHeader(&h); err != nil {
					return err
				}
				if _, err := archive.Write(m.data); err != nil {
					return err
				}
			}
		}
		return archive.Close()
	})
	return []write.File{file}, err
}
