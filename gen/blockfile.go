package gen

import (
	"fmt"
	"path"

	"mereo/gen/write"
)

// Block is a finished block as it lies in <split>/blocks/NNNN.json.
type Block struct {
	Split string `json:"split"`
	Block int    `json:"block"`
	First int    `json:"first"` // index of the first sample
	Count int    `json:"count"` // samples
	// Stride is how many samples an item has; 0 is 1. The last item may have more than belong to the split.
	Stride int    `json:"stride,omitempty"`
	Items  []Item `json:"items"` // in index order, without gaps
	// Asked are the questions about these samples; nil in sets without questions.
	Asked *Asked `json:"asked,omitempty"`
}

// Files are the files of the block's samples and questions.
func (b *Block) Files() []write.File {
	var out []write.File
	for _, item := range b.Items {
		out = append(out, item.Files...)
	}
	if b.Asked != nil {
		out = append(out, b.Asked.Files...)
	}
	return out
}

// BlockPath is the file of a finished block, below the dataset's folder.
func BlockPath(split string, b int) string {
	return path.Join(split, "blocks", fmt.Sprintf("%04d.json", b))
}

// Plan is what the block has.
func (b *Block) Plan() BlockPlan { return BlockPlan{b.Block, b.Count, max(1, b.Stride)} }

// ReadBlock reads the file of a finished block and checks what it says of itself.
func ReadBlock(root, split string, b int) (*Block, error) {
	var block Block
	p := BlockPath(split, b)
	if err := readJSON(root, p, &block); err != nil {
		return nil, err
	}
	if err := block.Check(split, b); err != nil {
		return nil, fmt.Errorf("gen: %s: %w; %s", p, err, removeIt)
	}
	return &block, nil
}
