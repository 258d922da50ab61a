package explore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"golang.org/x/image/draw"

	"mereo/engine/frame"
	"mereo/gen/show"
	"mereo/internal/folder"
)

// picture is a picture of a sample: the path of its file in the dataset's folder, or else what the set draws.
func (e *Explorer) picture(ctx context.Context, s *split, index, p int) (name string, img image.Image, err error) {
	sample, err := e.read(ctx, s, index)
	if err != nil {
		return "", nil, err
	}
	pictures := sample.Page().Pictures
	if len(pictures) == 0 {
		return "", nil, notFound("%s has no picture", key(s, index))
	}
	if p >= len(pictures) {
		return "", nil, notFound("picture is %d, want 0 to %d", p, len(pictures)-1)
	}
	if name = pictures[p].Path; name != "" {
		return name, nil, nil
	}
	if rgb := sample.Drawing(p); rgb != nil {
		return "", (&frame.Images{Width: pictures[p].Width, Height: pictures[p].Height, RGB: rgb}).Image(), nil
	}
	return "", nil, notFound("%s has no picture on disk", key(s, index))
}

// mostPictures is more than any sample has.
const mostPictures = 10_000

// drawing hands out a picture that has no file as a PNG file.
func (e *Explorer) drawing(r *http.Request) (b body, err error) {
	s, i, err := e.place(r)
	if err != nil {
		return b, err
	}
	p, err := number("picture", trimmed(r.PathValue("picture"), ".png"), mostPictures)
	if err != nil {
		return b, err
	}
	name, img, err := e.picture(r.Context(), s, i, p)
	if err == nil && img == nil {
		err = notFound("the picture is the file %s", name)
	}
	if err == nil {
		b.data, err = encodePNG(img)
	}
	b.kind, b.keep = "image/png", askAgain
	return b, err
}

// encodePNG is a picture as a file, made fast.
func encodePNG(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img)
	return bytes.Clone(out.Bytes()), err
}

// pictureTypes are the files that are handed out, by the ends of their names.
var pictureTypes = map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}

// file hands out a picture of the dataset's folder. Names and links that lead out of the folder lead nowhere.
func (e *Explorer) file(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("path")
	kind, ok := pictureTypes[strings.ToLower(path.Ext(name))]
	if !ok || !fs.ValidPath(name) {
		return notFound("no picture %q is in the folder", show.Cut(name))
	}
	f, err := folder.In(e.folder, name)
	if err != nil {
		return notFound("no picture %q is in the folder", show.Cut(name))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", askAgain) // a dataset may be made again; If-Modified-Since saves the bytes
	http.ServeContent(w, r, "", info.ModTime(), f)
	return nil
}

// thumbWidths are smallest and largest width of small pictures, and what they have when nothing is asked for.
const (
	minThumb     = 16
	maxThumb     = 1024
	defaultThumb = 320
)

// thumb is a picture made small.
func (e *Explorer) thumb(w http.ResponseWriter, r *http.Request) error {
	data, modified, err := e.small(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", askAgain)
	http.ServeContent(w, r, "", modified, bytes.NewReader(data))
	return nil
}

func (e *Explorer) small(r *http.Request) (data []byte, modified time.Time, err error) {
	s, i, err := e.place(r)
	if err != nil {
		return nil, modified, err
	}
	p, err := parameter(r, "p", 0, 0, mostPictures)
	if err != nil {
		return nil, modified, err
	}
	width, err := parameter(r, "w", defaultThumb, minThumb, maxThumb)
	if err != nil {
		return nil, modified, err
	}
	name, img, err := e.picture(r.Context(), s, i, p)
	if err != nil {
		return nil, modified, err
	}
	if img != nil {
		data, err = encodeJPEG(shrunk(img, width))
		return data, modified, err
	}
	f, err := folder.In(e.folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, modified, notFound("picture %s cannot be read", name)
	} else if err != nil {
		return nil, modified, notFound("picture %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, modified, fmt.Errorf("explore: %w", err)
	}
	key := fmt.Sprintf("%s %d %d", name, width, info.ModTime().UnixNano())
	data, err = kept(r.Context(), e.thumbs, key, func(ctx context.Context) ([]byte, error) {
		data, err := e.shrink(ctx, f, width)
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("explore: picture %s: %w", name, err)
		}
		return data, err
	})
	return data, info.ModTime(), err
}

// Pictures of more pixels than usual are decoded one after the other, since a decoder may take 16 bytes for each, and those of more
// than the most not at all.
const (
	usualPixels = 2 << 20
	mostPixels  = 16 << 20
)

// shrink makes a picture no wider than width.
func (e *Explorer) shrink(ctx context.Context, in io.ReadSeeker, width int) ([]byte, error) {
	head, _, err := image.DecodeConfig(in)
	if err != nil {
		return nil, err
	}
	pixels := int64(head.Width) * int64(head.Height)
	if pixels > mostPixels {
		return nil, fmt.Errorf("it is %d x %d, want at most %d million pixels", head.Width, head.Height, mostPixels/1_000_000)
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	turn := e.decoding
	if pixels > usualPixels {
		turn = e.decodingLarge
	}
	if err := turn.take(ctx); err != nil {
		return nil, err
	}
	defer turn.give()
	img, _, err := image.Decode(in)
	if err != nil {
		return nil, err
	}
	return encodeJPEG(shrunk(img, width))
}

func shrunk(img image.Image, width int) image.Image {
	b := img.Bounds()
	if b.Dx() <= width {
		return img
	}
	small := image.NewRGBA(image.Rect(0, 0, width, max(1, (b.Dy()*width+b.Dx()/2)/b.Dx())))
	draw.BiLinear.Scale(small, small.Bounds(), img, b, draw.Src, nil)
	return small
}

func encodeJPEG(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 88})
	return out.Bytes(), err
}
