// Package window shows scenes in a window: pictures of the renderer, and over them, with the same camera, axes, a grid, wireframes,
// colliders, points of contact, and panels that tell what is seen. It knows no dataset: a Source gives it Scenes.
//
// Everything that needs a display has the build tag viewer, since it links X11, or Wayland with the tag wayland. GLFW gives the
// window and its context; g3n the panels, what is drawn over pictures, and rays for picking that. The renderer has a context and a
// thread of its own and never waits for the window, nor the window for it. What is drawn over a picture uses the camera and poses of
// that picture, so that nothing lags behind; objects and parts are picked by the picture's own ids.
//
// Scenes are never changed: what is moved by hand is a list of changes, which every picture is drawn with.
//
// Begin to read at Run in window.go.
package window
