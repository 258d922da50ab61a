#include "load.h"
#include <dlfcn.h>

struct mereo_egl mereo_egl;

const char* mereo_egl_load(void) {
	void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library) return dlerror();
#define X(name, result, arguments) \
	if (!(mereo_egl.name = (result (EGLAPIENTRY *) arguments)dlsym(library, "egl" #name))) return dlerror();
	EGL_FUNCTIONS(X)
#undef X
	return 0;
}

// The OpenGL bindings ask for functions by this name. Defining it here keeps the program from needing the library to start.
__eglMustCastToProperFunctionPointerType EGLAPIENTRY eglGetProcAddress(const char* name) {
	return mereo_egl.GetProcAddress ? mereo_egl.GetProcAddress(name) : 0;
}
