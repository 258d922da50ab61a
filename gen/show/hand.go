package show

import (
	"context"

	"mereo/gen"
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
}
