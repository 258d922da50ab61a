// Package glctx opens OpenGL contexts without a window: EGL on a chosen GPU, or on Mesa's software rasterizer.
//
// No X server is needed. A context belongs to the thread that opened it: lock the goroutine to its thread first.
package glctx

// Device is an EGL device.
type Device struct {
	Index    int
	Name     string // the driver's words, or the device node
	UUID     string // 32 hexadecimal digits; empty where the driver does not tell
	Software bool
}
