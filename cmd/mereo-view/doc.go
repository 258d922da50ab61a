// Mereo-view is the window of "mereo view": it shows the scenes of a set, of a dataset's folder or of a glTF file.
//
// It needs the build tag viewer, and X11, or Wayland with the tag wayland: "make view" builds both. Without the tag there is only
// this comment, so that everything else builds without the libraries of a desktop.
package main
