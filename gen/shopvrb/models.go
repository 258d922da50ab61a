package shopvrb

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"

	"mereo/assets/kitchen"
	"mereo/gen"
	"mereo/internal/bound"
)

// ownModels are the user's own things. The methods that sets without any need may be called on nil, which has nothing but what is
// built in.
type ownModels struct {
	sum     string                         // SHA-256 of all files that were read
	rows    [2][]catalogRow                // by kitchen.Pool
	models  map[*catalogRow]*kitchen.Model // of the user's rows
	classes []string                       // those that are not published, sorted
	texts   map[string][]string            // about new classes
	textual properties                     // of new classes, and of published ones where they differ
}

// readModels reads the user's models, if there are any, and holds them against the configuration.
func (s *Set) readModels() error {
	if s.from.Models == "" {
		switch {
		case s.cfg.Models != "":
			return fmt.Errorf("models: the configuration is for models with SHA-256 %s: name their folder with --models", s.cfg.Models)
		case s.cfg.JoinModels:
			return errors.New("join_models is set, but there are no models to join: name their folder with --models")
		}
		return nil
	}
	own, err := openModels(s.from.Models, s.from.MaxMemory)
	if err != nil {
		return fmt.Errorf("models: %w", err)
	}
	if s.cfg.Models != "" && s.cfg.Models != own.sum {
		return fmt.Errorf("models: %s: the SHA-256 of the models is %s, want %s: they are others, or were changed",
			s.from.Models, own.sum, s.cfg.Models)
	}
	s.cfg.Models = own.sum
	if s.cfg.JoinModels {
		if err := own.join(); err != nil {
			return fmt.Errorf("models: %s: %w", s.from.Models, err)
		}
	}
	s.own = own
	return nil
}

// modelsFolder is a folder that is being read.
type modelsFolder struct {
	path   string
	sum    hash.Hash
	most   bound.Size    // of a model while it is read
	memory *bound.Memory // of all models as they stay
}

// openModels reads a folder of models, each of which takes no more memory than most, as do all together once they are read.
func openModels(folder string, most bound.Size) (*ownModels, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder, want one with models and the table %s.yaml or .json", folder, propertiesTable)
	}
	m := &ownModels{models: map[*catalogRow]*kitchen.Model{}}
	from := &modelsFolder{folder, sha256.New(), most, bound.New(most)}
	err := m.readTextual(from)
	if err == nil {
		err = m.readDescriptions(from)
	}
	if err == nil {
		err = m.readProperties(from)
	}
	if err != nil {
		return nil, err
	}
	slices.Sort(m.classes)
	m.sum = hex.EncodeToString(from.sum.Sum(nil))
	return m, nil
}

// add adds a file below the folder to the checksum, with its name and length.
func (f *modelsFolder) add(path string) error {
	name, err := filepath.Rel(f.path, path)
	if err != nil {
		return err
	}
	name = filepath.ToSlash(name)
	data, err := bound.New(f.most).Read(f.path, name)
	if err != nil {
		return err
	}
	fmt.Fprintf(f.sum, "%q %d\n", name, len(data))
	f.sum.Write(data)
	return nil
}

// join puts the user's things behind the built-in ones.
func (m *ownModels) join() error {
	for pool := range m.rows {
		all := slices.Clone(instances(kitchen.Pool(pool)))
		for i := range m.rows[pool] {
			if row := &m.rows[pool][i]; slices.ContainsFunc(all, func(in catalogRow) bool { return in.name == row.name }) {
				return fmt.Errorf("%s: a built-in thing has this name, too: join_models needs another", row.name)
			}
		}
		built := len(all)
		all = append(all, m.rows[pool]...)
		for i := range m.rows[pool] {
			m.models[&all[built+i]] = m.models[&m.rows[pool][i]]
		}
		m.rows[pool] = all
	}
	return nil
}

// sampler is the sampler of a job.
func (s *Set) sampler(job gen.Job) *sampler {
	out := newSampler(s.cfg.SceneConfig, job.Seed, job.Split)
	out.asLit = out.asLit || s.cfg.Realism.Environment.File != "" // whose strength is a choice of the user's
	if s.own != nil {
		out.own, out.rows = s.own, s.own.rows[out.pool]
	}
	return out
}

// model is that of a thing.
func (m *ownModels) model(pool kitchen.Pool, in *catalogRow) (*kitchen.Model, error) {
	if m != nil && m.models[in] != nil {
		return m.models[in], nil
	}
	return kitchen.Get(pool, in.name)
}

// newClasses are those that are not published.
func (m *ownModels) newClasses() []string {
	if m == nil {
		return nil
	}
	return m.classes
}

// textualOf are the properties of a class that cannot be seen.
func (m *ownModels) textualOf(class string) classProperties {
	if m != nil && m.textual[class] != nil {
		return m.textual[class]
	}
	return textualProperties[class]
}
