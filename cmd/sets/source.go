package sets

import (
	"mereo/assets/gltfmodels"
	"mereo/assets/partnet"
	"mereo/gen/ptr"
)

// source opens the models; nil is procedural furniture.
func (s Sources) source() (ptr.Source, error) {
	if s.Models != "" {
		if s.PartNet != "" || s.Mobility != "" {
			return nil, Usagef("--models excludes --partnet and --mobility")
		}
		l, err := gltfmodels.Open(s.Models, s.MaxMemory)
		if err != nil {
			return nil, err
		}
		return ptr.FromLibraries("gltf", l), nil
	}
	var libraries []ptr.Library
	for _, dir := range []string{s.PartNet, s.Mobility} {
		if dir == "" {
			continue
		}
		l, err := partnet.Open(dir, s.MaxMemory)
		if err != nil {
			return nil, err
		}
		libraries = append(libraries, l)
	}
	if len(libraries) == 0 {
		return nil, nil
	}
	return ptr.FromLibraries("partnet", libraries...), nil
}
