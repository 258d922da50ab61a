// The EGL library, loaded while the program runs. Function names are EGL's without the prefix.
#define EGL_NO_X11 1
#include <EGL/egl.h>
#include <EGL/eglext.h>

#define EGL_FUNCTIONS(X) \
	X(GetProcAddress, __eglMustCastToProperFunctionPointerType, (const char*)) \
	X(GetError, EGLint, (void)) \
	X(Initialize, EGLBoolean, (EGLDisplay, EGLint*, EGLint*)) \
	X(Terminate, EGLBoolean, (EGLDisplay)) \
	X(BindAPI, EGLBoolean, (EGLenum)) \
	X(ChooseConfig, EGLBoolean, (EGLDisplay, const EGLint*, EGLConfig*, EGLint, EGLint*)) \
	X(CreateContext, EGLContext, (EGLDisplay, EGLConfig, EGLContext, const EGLint*)) \
	X(DestroyContext, EGLBoolean, (EGLDisplay, EGLContext)) \
	X(MakeCurrent, EGLBoolean, (EGLDisplay, EGLSurface, EGLSurface, EGLContext))

struct mereo_egl {
#define X(name, result, arguments) result (EGLAPIENTRY *name) arguments;
	EGL_FUNCTIONS(X)
#undef X
};
extern struct mereo_egl mereo_egl;

// Returns 0, or why the library cannot be loaded.
const char* mereo_egl_load(void);
