// Package space ends a program with a sentence whose address space (ulimit -v) is too small for Go's runtime, which would end it
// with a trace before any Go code runs, and makes threads take less of one that is limited. It works in programs with cgo, on Linux.
// Import it for its effect.
package space
