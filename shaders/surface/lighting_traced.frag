// Lighting with rays for mirrors, glass and polish.
#define TRACED
#include "common/trace.glsl"
#include "surface/lighting.glsl"
