// Package worktop paints what things of a kitchen stand on, two sets of five grounds, the wood of boards, and floors
// and walls of rooms.
//
// Every picture is a pure function of its name, made once per process when it is first asked for, and shared. Pictures repeat
// without a seam. The noise is integer hashing and plain arithmetic, and every product is rounded before it meets a sum, so all
// bytes are the same on every processor. The renderer has no bumps: what a lamp would show of a relief is painted.
package worktop
