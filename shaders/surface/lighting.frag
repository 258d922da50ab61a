// Lighting without rays: for scenes of matt surfaces.
#include "common/lighting.glsl"
#include "common/instance.glsl"
#include "surface/lighting.glsl"
