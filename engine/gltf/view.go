package gltf

import (
	"mereo/engine/studio"
)

// Pixels of a picture where the file says nothing.
const usualWidth, usualHeight = 800, 600

// complete supplies the camera, the clip distance, the lights and the world that the file does not.
func (w *walk) complete() {
	f := w.out.Frame
	center, radius := studio.Sphere(f)
	if w.photometric(center, radius) {
		w.inWatts()
	}
	if len(w.out.Cameras) == 0 {
		width, height := usualWidth, usualHeight
		if w.asset.Width != nil {
			width, height = *w.asset.Width, *w.asset.Height
		}
		f.Camera = studio.Camera(center, radius, studio.Overview, width, height)
	} else {
		for i := range w.out.Cameras {
			if c := &w.out.Cameras[i]; c.Far == 0 {
				c.Far = c.Near + 2*(center.Sub(c.WorldFromCamera.T).Len()+radius)
			}
		}
		f.Camera = w.out.Cameras[0]
	}
	switch {
	case w.asset.WorldRadiance != nil:
		f.WorldRadiance = *w.asset.WorldRadiance
	case len(f.Lights)+len(f.Suns) == 0:
		studio.Light(f, center, radius)
	}
}
