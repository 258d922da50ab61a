//go:build !viewer

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, `mereo-view: this program was built without its window; build it with "make view"`)
	os.Exit(1)
}
