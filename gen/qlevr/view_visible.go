package qlevr

import (
	"slices"
	"sync"

	"mereo/engine/camera"
	"mereo/internal/phase"
)

// minVisiblePixels is how many pixels of every object must be seen in the flatter views, in pictures of the published size.
const minVisiblePixels = 100

// objectsVisible reports whether at least so many pixels of every object are seen when objects hide each other, which
// is all that can hide them. A pixel is seen of an object that its center lies in; the counts are those of engine/ref.
//
// The circles around the outlines of objects are disjoint, so an upright plane keeps any two objects apart, and the one on the
// camera's side hides the other wherever both could be seen. All solids are convex, so a row of pixels holds one run of each.
func objectsVisible(cam *camera.Pinhole, objects []planObject, fewest float64) bool {
	defer phase.Begin(phase.Acceptance).End()
	scratch := silhouetteMemory.Get().(*silhouetteScratch)
	defer silhouetteMemory.Put(scratch)
	seen := slices.Grow(scratch.seen[:0], len(objects))[:len(objects)]
	scratch.seen, scratch.runs = seen, scratch.runs[:0]
	for i := range objects {
		seen[i] = scratch.silhouette(cam, &objects[i])
		if float64(seen[i].pixels) < fewest {
			return false
		}
	}
	for i := range objects {
		if float64(pixelsSeen(cam, objects, seen, i)) < fewest {
			return false
		}
	}
	return true
}

var silhouetteMemory = sync.Pool{New: func() any { return new(silhouetteScratch) }}

// pixelsSeen counts the pixels of object i that no other object hides. seen are the silhouettes of all.
func pixelsSeen(cam *camera.Pinhole, objects []planObject, seen []silhouette, i int) int {
	own := &seen[i]
	var hidden []bool // of the pixels of own's box, row by row
	width := own.right - own.left
	for j := range objects {
		other := &seen[j]
		if j == i || own.left >= other.right || other.left >= own.right || own.top >= other.bottom || other.top >= own.bottom ||
			!inFront(cam, &objects[j], &objects[i]) {
			continue
		}
		if hidden == nil {
			hidden = make([]bool, width*len(own.runs))
		}
		for y := max(own.top, other.top); y < min(own.bottom, other.bottom); y++ {
			run, by := own.runs[y-own.top], other.runs[y-other.top]
			for x := max(run.from, by.from); x < min(run.to, by.to); x++ {
				hidden[(y-own.top)*width+x-own.left] = true
			}
		}
	}
	count := own.pixels
	for _, h := range hidden {
		if h {
			count--
		}
	}
	return count
}

// inFront reports whether the camera is on a's side of the upright plane that lies half way between the circles around the
// outlines of a and b.
func inFront(cam *camera.Pinhole, a, b *planObject) bool {
	from := deskPoint(a.center)
	way := deskPoint(b.center).Sub(from)
	distance := way.Len()
	half := (distance + outlineRadius(a.size) - outlineRadius(b.size)) / 2
	return cam.WorldFromCamera.T.Sub(from).Dot(way) < float64(half*distance)
}
