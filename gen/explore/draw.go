package explore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"net/http"
	"time"

	"mereo/engine/frame"
	"mereo/gen/show"
)

// drawn is what somebody wished to be drawn. The sample itself may be forgotten meanwhile, and is made again then.
type drawn struct {
	split   *split
	index   int
	edits   []show.Edit
	quality frame.Quality
}

// altered is a sample made with changes.
type altered struct {
	made     show.Made
	warnings []string
}

// maxEdits is how many changes a sample may have.
const maxEdits = 200

// editRequest is what the page asks for.
type editRequest struct {
	Edits   []show.Edit `json:"edits"`
	Quality string      `json:"quality"`
	Picture int         `json:"picture"` // the one to draw before the answer; others are drawn when they are asked for
}

// edit makes a sample with changes and draws it.
func (e *Explorer) edit(r *http.Request, in editRequest) (any, error) {
	s, i, err := e.place(r)
	if err != nil {
		return nil, err
	}
	if in.Quality != "draft" && in.Quality != "standard" {
		return nil, badRequest(`quality is %q, want "draft" or "standard"`, show.Cut(in.Quality))
	}
	quality, err := frame.ParseQuality(in.Quality)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	made, warnings, err := e.changed(r.Context(), s, i, in.Edits)
	if err != nil {
		return nil, err
	}
	if n := len(made.Page().Pictures); in.Picture < 0 || in.Picture >= n {
		return nil, badRequest("picture is %d, want 0 to %d", in.Picture, n-1)
	}
	page := made.Page()
	taken := time.Since(begun)
	d := &drawn{s, i, in.Edits, quality}
	id := nameOf(key(s, i), editRequest{Edits: in.Edits, Quality: in.Quality}) // whichever picture is drawn first
	if _, err := e.drawn.get(r.Context(), id, func(context.Context) (*drawn, int64, error) { return d, sizeOfEdits(d.edits), nil }); err != nil {
		return nil, err
	}
	begun = time.Now()
	if _, err := e.drawnPicture(r.Context(), id, d, made, in.Picture); err != nil {
		return nil, err
	}
	type milliseconds struct {
		Make float64 `json:"make"`
		Draw float64 `json:"draw"`
	}
	return struct {
		Page     *show.Page   `json:"page"`
		Warnings []string     `json:"warnings"`
		Drawn    string       `json:"drawn"`
		MS       milliseconds `json:"ms"`
	}{page, nonNil(warnings), id, milliseconds{taken.Seconds() * 1e3, time.Since(begun).Seconds() * 1e3}}, nil
}

// changed is a sample made again with changes. The last ones are kept, since a draft comes before the picture.
func (e *Explorer) changed(ctx context.Context, s *split, index int, edits []show.Edit) (show.Made, []string, error) {
	if len(edits) > maxEdits {
		return nil, nil, badRequest("%d changes, want at most %d", len(edits), maxEdits)
	}
	made, err := e.made(ctx, s, index)
	if err != nil || len(edits) == 0 {
		return made, nil, err
	}
	editable := made.Editor()
	if editable == nil {
		return nil, nil, badRequest("%s cannot be changed", key(s, index))
	}
	list, err := json.Marshal(edits)
	if err != nil {
		return nil, nil, badRequest("%w", err)
	}
	a, err := e.changedMade.get(ctx, key(s, index)+" "+string(list), taking(e.making, func(ctx context.Context) (*altered, int64, error) {
		made, warnings, err := editable.Edit(ctx, edits)
		if err != nil {
			if ctx.Err() == nil {
				err = badRequest("%w", err)
			}
			return nil, 0, err
		}
		return &altered{made, warnings}, sizeOf(made), nil
	}))
	if err != nil {
		return nil, nil, err
	}
	return a.made, a.warnings, nil
}

// nameOf names what was wished for: the same for the same wish.
func nameOf(place string, wish any) string {
	text, err := json.Marshal([]any{place, wish})
	if err != nil {
		panic(err) // it came as JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// drawnPicture is picture p of a drawn sample as a PNG file.
func (e *Explorer) drawnPicture(ctx context.Context, id string, d *drawn, made show.Made, p int) ([]byte, error) {
	return kept(ctx, e.pictures, fmt.Sprintf("%s/%d", id, p), func(ctx context.Context) ([]byte, error) {
		img, err := e.draw(ctx, made, p, d.quality)
		if err != nil {
			return nil, err
		}
		return encodePNG(img)
	})
}

// draw draws picture p of a sample.
func (e *Explorer) draw(ctx context.Context, made show.Made, p int, quality frame.Quality) (*image.NRGBA, error) {
	if rgb := made.Drawing(p); rgb != nil {
		picture := made.Page().Pictures[p]
		return (&frame.Images{Width: picture.Width, Height: picture.Height, RGB: rgb}).Image(), nil
	}
	return e.studio.shoot(ctx, made.Views()[p], quality)
}

// find is the drawn sample that a request's address names, and the number of a picture of it.
func (e *Explorer) find(r *http.Request, pictureText string) (*drawn, show.Made, int, error) {
	d, ok := e.drawn.peek(r.PathValue("id"))
	if !ok {
		return nil, nil, 0, notFound("what was drawn under this name is no longer kept; draw it again")
	}
	made, _, err := e.changed(r.Context(), d.split, d.index, d.edits)
	if err != nil {
		return nil, nil, 0, err
	}
	p, err := number("picture", pictureText, len(made.Page().Pictures))
	return d, made, p, err
}

func (e *Explorer) drawnFile(r *http.Request) (b body, err error) {
	d, made, p, err := e.find(r, trimmed(r.PathValue("picture"), ".png"))
	if err == nil {
		b.data, err = e.drawnPicture(r.Context(), r.PathValue("id"), d, made, p)
	}
	b.kind, b.keep = "image/png", keepAnHour
	return b, err
}

func (e *Explorer) drawnLabels(w http.ResponseWriter, r *http.Request) error {
	_, made, p, err := e.find(r, r.PathValue("picture"))
	if err != nil {
		return err
	}
	return e.sendLabels(w, r, &made.Page().Pictures[p], func() (*show.Labels, string, error) {
		return labelsOf(made, p, r.PathValue("channel")), "made", nil
	})
}
