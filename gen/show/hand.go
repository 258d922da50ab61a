package show

import (
	"context"

	"mereo/gen"
	"mereo/gen/write/npz"
)

// Maker is a gen.Maker whose samples can be had without files of pictures: job.Root is that of a folder.Memory, which gets the records.
type Maker interface {
	gen.Maker
	// Hand makes a sample as Make does and hands it over. Of Item.Files only records are there.
	Hand(ctx context.Context, index int) (*gen.Item, Fresh, error)
}

// Fresh is a sample that was made a moment ago. Its methods may be called at once from several goroutines.
type Fresh interface {
	// Page tells all there is to tell but the questions, which a block gets together.
	Page() (*Page, error)
	// Things is how many objects the sample has.
	Things() int
	// Pictures is how many the page has.
	Pictures() int
	Size(p int) (width, height int)
	// RGB are the colors of picture number p of the page, sRGB, from the top left, len 3*Width*Height; nil without pictures.
	RGB(p int) []uint8
	// Labels are those of picture number p which Reader.Labels finds in the files of a dataset; with all, every field that the set
	// knows is filled.
	Labels(p int, all bool) *Labels
	// Arrays is what the sample has in each array of a set with an ArrayReader, in the order of files; nil in other sets.
	Arrays() []npz.Array
}

// ArrayReader is the Reader of a set whose files are arrays in which each sample has a row.
type ArrayReader interface {
	Reader
	// ArrayNames are the keys of the arrays that such files have, in their order.
	ArrayNames() []string
	// Arrays reads what a sample has in arrays of some names: of each one row, without the axis of samples. Those that the files have
	// no row of are left out.
	Arrays(index int, names []string) ([]npz.Array, error)
}
