//go:build cgo && linux

package glctx

/*
#cgo LDFLAGS: -ldl
#include "load.h"
#include <string.h>

#ifndef EGL_DEVICE_UUID_EXT
#define EGL_DEVICE_UUID_EXT 0x335C
#endif
#ifndef EGL_RENDERER_EXT
#define EGL_RENDERER_EXT 0x335F
#endif
typedef EGLBoolean (*query_binary_fn)(EGLDeviceEXT, EGLint, EGLint, void*, EGLint*);

enum { MAX_DEVICES = 64 };
static EGLDeviceEXT devices[MAX_DEVICES];

// Number of EGL devices, or -1 where the EGL library cannot enumerate them.
static int list_devices(void) {
	PFNEGLQUERYDEVICESEXTPROC q = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
	EGLint n = 0;
	if (!q || !q(MAX_DEVICES, devices, &n)) return -1;
	return n;
}
static const char* device_string(int i, EGLint name) {
	PFNEGLQUERYDEVICESTRINGEXTPROC q = (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
	const char* s = q ? q(devices[i], name) : 0;
	return s ? s : "";
}
static int device_uuid(int i, unsigned char* out) {
	query_binary_fn q = (query_binary_fn)eglGetProcAddress("eglQueryDeviceBinaryEXT");
	EGLint n = 0;
	if (!q || !strstr(device_string(i, EGL_EXTENSIONS), "EGL_EXT_device_persistent_id")) return 0;
	return q(devices[i], EGL_DEVICE_UUID_EXT, 16, out, &n) && n == 16;
}

// device < 0: Mesa without a surface, which is the software rasterizer where no driver claims a GPU.
// Returns 0, or the step that failed: 1 display, 2 initialize, 3 API, 4 context, 5 current.
static int open_context(int device, EGLDisplay* d, EGLContext* c) {
	PFNEGLGETPLATFORMDISPLAYEXTPROC get = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
	if (!get) return 1;
	*d = device < 0 ? get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, 0) : get(EGL_PLATFORM_DEVICE_EXT, devices[device], 0);
	if (*d == EGL_NO_DISPLAY) return 1;
	EGLint major, minor, n = 0;
	if (!mereo_egl.Initialize(*d, &major, &minor)) return 2;
	if (!mereo_egl.BindAPI(EGL_OPENGL_API)) return 3;
	EGLConfig config = 0;
	EGLint want[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE };
	if (!mereo_egl.ChooseConfig(*d, want, &config, 1, &n) || n == 0) config = 0;
	EGLint attributes[] = { EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE };
	*c = mereo_egl.CreateContext(*d, config, EGL_NO_CONTEXT, attributes);
	if (*c == EGL_NO_CONTEXT) return 4;
	return mereo_egl.MakeCurrent(*d, EGL_NO_SURFACE, EGL_NO_SURFACE, *c) ? 0 : 5;
}
static void close_context(EGLDisplay d, EGLContext c) {
	mereo_egl.MakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	mereo_egl.DestroyContext(d, c);
	mereo_egl.Terminate(d);
}
static EGLint egl_error(void) { return mereo_egl.GetError(); }
*/
import "C"

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// Context is a current OpenGL 4.5 core context.
type Context struct {
	display C.EGLDisplay
	context C.EGLContext
}

// load loads the EGL library on first use, so that a program without pictures runs where there is none.
var load = sync.OnceValue(func() error {
	if why := C.mereo_egl_load(); why != nil {
		return fmt.Errorf("glctx: no EGL library: %s", C.GoString(why))
	}
	return nil
})

// Devices lists the EGL devices of this machine, software rasterizers included.
func Devices() ([]Device, error) {
	if err := load(); err != nil {
		return nil, err
	}
	n := int(C.list_devices())
	if n < 0 {
		return nil, errors.New("glctx: the EGL library cannot list devices (EGL_EXT_device_enumeration)")
	}
	out := make([]Device, n)
	for i := range out {
		extensions := C.GoString(C.device_string(C.int(i), C.EGL_EXTENSIONS))
		d := Device{Index: i, Software: strings.Contains(extensions, "EGL_MESA_device_software")}
		if strings.Contains(extensions, "EGL_EXT_device_query_name") {
			d.Name = C.GoString(C.device_string(C.int(i), C.EGL_RENDERER_EXT))
		}
		if d.Name == "" && d.Software {
			d.Name = "software rasterizer"
		}
		if d.Name == "" && strings.Contains(extensions, "EGL_EXT_device_drm") {
			d.Name = C.GoString(C.device_string(C.int(i), C.EGL_DRM_DEVICE_FILE_EXT))
		}
		var uuid [16]byte
		if C.device_uuid(C.int(i), (*C.uchar)(unsafe.Pointer(&uuid[0]))) != 0 {
			d.UUID = hex.EncodeToString(uuid[:])
		}
		out[i] = d
	}
	return out, nil
}

// Open makes a context on the calling thread, which must be locked to its goroutine, and makes it current.
//
// gpu is the index or UUID of a device, "software", or "": then hardware devices are tried in order, and the software
// rasterizer last.
func Open(gpu string) (*Context, error) {
	if err := load(); err != nil {
		return nil, err
	}
	devices, listErr := Devices()
	switch gpu {
	case "software":
		for _, d := range devices {
			if d.Software {
				return open(d.Index)
			}
		}
		return open(-1)
	case "":
		for _, d := range devices {
			if !d.Software {
				if c, err := open(d.Index); err == nil {
					return c, nil
				}
			}
		}
		return open(-1)
	}
	if listErr != nil {
		return nil, listErr
	}
	wanted := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(gpu, "GPU-"), "-", ""))
	for _, d := range devices {
		if gpu == strconv.Itoa(d.Index) || (d.UUID != "" && wanted == d.UUID) {
			return open(d.Index)
		}
	}
	return nil, fmt.Errorf("glctx: no device %q: there are %d, numbered from 0 (\"mereo doctor\" lists them)", gpu, len(devices))
}

func open(device int) (*Context, error) {
	c := &Context{}
	steps := []string{"", "no EGL display", "EGL does not initialize", "EGL offers no OpenGL", "no OpenGL 4.5 core context", "the context cannot be made current"}
	if step := int(C.open_context(C.int(device), &c.display, &c.context)); step != 0 {
		return nil, fmt.Errorf("glctx: %s (EGL error 0x%04x)", steps[step], int(C.egl_error()))
	}
	return c, nil
}

// Close releases the context. It must run on the thread that opened it.
func (c *Context) Close() { C.close_context(c.display, c.context) }
