// Package deskware paints what lies on a desk: pictures of marble and wood for colored areas of its top, and grayscale
// patterns of marble, wood and leather for small solids.
//
// Everything is a pure function of names, made once per process when it is first asked for, and shared. The noise is integer
// hashing and plain arithmetic, and every product is rounded before it meets a sum, so all bytes are the same on every
// processor.
package deskware
