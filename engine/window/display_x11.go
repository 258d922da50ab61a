//go:build viewer && !wayland

package window

import (
	"errors"
	"fmt"
	"os"
)

// display reports why there can be no window.
func display() error {
	if os.Getenv("DISPLAY") == "" {
		if os.Getenv("WAYLAND_DISPLAY") != "" {
			return errors.New("DISPLAY is not set: this Wayland session has no XWayland")
		}
		return errors.New("DISPLAY is not set: there is no X server")
	}
	return nil
}

// unanswered is the error where display sees none and there is no window either.
func unanswered() error { return fmt.Errorf("the display %s does not answer", os.Getenv("DISPLAY")) }
