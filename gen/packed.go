package gen

import (
	"context"

	"mereo/gen/write"
)

// Packer is a Set with files into which a command packs complete splits when it is asked to. The manifest lists them from then on.
type Packer interface {
	// Packed lists the files that are packed below a folder, by what packing wrote down last; none where nothing was packed or nothing
	// tells of it.
	Packed(root string) ([]write.File, error)
	// CheckPacked packs again, with what takes long of those samples alone that again tells, and compares with the files below job.Root.
	CheckPacked(ctx context.Context, job Job, again func(split string, index int) bool) ([]Problem, error)
}

func PackedFiles(set Set, root string) ([]write.File, error) {
	if p, ok := set.(Packer); ok {
		return p.Packed(root)
	}
	return nil, nil
}
