package syndacate

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"mereo/gen"
	"mereo/gen/write"
)

// Episodes are little tasks of classification for tests of learning to learn: some classes, a few elements of each that are
// told (support) and others that are to be told (query).
const (
	episodeCount   = 1000 // for each number of shots
	episodeWays    = 5    // classes
	episodeQueries = 15   // elements of each class
)

var episodeShots = [...]int{1, 5} // elements of each class

// episodeFile is what lies beside a file as NAME.episodes.json. Elements are rows of the file's arrays, all of the test split.
// Classes are columns of the one-hot class: those that are kept from training, where the list of classes has such, else all.
type episodeFile struct {
	File    string       `json:"file"`
	Ways    int          `json:"ways"`
	Queries int          `json:"queries"`
	Classes [2]int       `json:"classes"` // first, and first after the last
	Note    string       `json:"note,omitempty"`
	Tasks   []episodeSet `json:"tasks"`
}

// episodeSet are the episodes with a number of shots.
type episodeSet struct {
	Shots    int       `json:"shots"`
	Episodes []episode `json:"episodes"`
}

// episode is one task: Support[i] and Query[i] are elements of class Classes[i], and no element occurs twice.
type episode struct {
	Classes []int   `json:"classes"`
	Support [][]int `json:"support"`
	Query   [][]int `json:"query"`
}

// companions writes the episodes of a file whose elements have one object each.
func (s *plusSource) companions(job gen.Job) ([]write.File, error) {
	if s.options.MaxObjects > 1 {
		return nil, nil
	}
	path, err := filePath(job)
	if err != nil {
		return nil, err
	}
	f := s.episodes(job.Count)
	f.File = path
	file, err := write.Stream(job.To(), strings.TrimSuffix(path, ".npz")+".episodes.json", func(w io.Writer) error {
		return json.NewEncoder(w).Encode(f) // without line breaks, which would be most of it
	})
	return []write.File{file}, err
}

// episodes are those of a file of count elements.
func (s *plusSource) episodes(count int) episodeFile {
	f := episodeFile{Ways: episodeWays, Queries: episodeQueries, Classes: [2]int{s.metaTestFrom(), len(s.config.list.names)}}
	if f.Classes[0] == f.Classes[1] {
		f.Classes[0] = 0
	}
	members := make([][]int, len(s.config.list.names)) // elements of each class
	var e element
	for i := range testElements(count) {
		s.stream(i).drawObjects(&e)
		members[e.classes[0]] = append(members[e.classes[0]], i)
	}
	for k, shots := range episodeShots {
		set := episodeSet{Shots: shots, Episodes: []episode{}}
		var eligible []int
		for c := f.Classes[0]; c < f.Classes[1]; c++ {
			if len(members[c]) >= shots+episodeQueries {
				eligible = append(eligible, c)
			}
		}
		if len(eligible) < episodeWays {
			f.Note = fmt.Sprintf("where fewer than %d classes have as many test elements as an episode takes there are no "+
				"episodes; a file of more elements has them", episodeWays)
		} else {
			for i := range episodeCount {
				set.Episodes = append(set.Episodes, s.drawEpisode(k*episodeCount+i, shots, eligible, members))
			}
		}
		f.Tasks = append(f.Tasks, set)
	}
	return f
}

// drawEpisode draws an episode from a stream behind those of all elements.
func (s *plusSource) drawEpisode(number, shots int, eligible []int, members [][]int) episode {
	g := &s.stream(mostElements + number).generator
	var e episode
	for _, k := range choose(g, nil, len(eligible), episodeWays, false) {
		class := eligible[k]
		chosen := choose(g, nil, len(members[class]), shots+episodeQueries, false)
		for i, m := range chosen {
			chosen[i] = members[class][m]
		}
		e.Classes = append(e.Classes, class)
		e.Support, e.Query = append(e.Support, chosen[:shots]), append(e.Query, chosen[shots:])
	}
	return e
}
