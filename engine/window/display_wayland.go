//go:build viewer && wayland

package window

import (
	"errors"
	"fmt"
	"os"
)

// display reports why there can be no window.
func display() error {
	if os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("WAYLAND_DISPLAY is not set: there is no Wayland session")
	}
	return nil
}

// unanswered is the error where display sees none and there is no window either.
func unanswered() error {
	return fmt.Errorf("the display %s does not answer", os.Getenv("WAYLAND_DISPLAY"))
}
