// What the shaders know of each instance. Storage block 0; must match instanceData in engine/pass/geometry.go.

struct Instance {
	vec4 baseColorRoughness; // linear reflectance; perceptual roughness
	vec4 surface;            // metallic, index of refraction, transmission, 1 for flat shading
	vec4 emission;           // W/(m^2 sr); w: 1 for surfaces that traced.frag lights, 2 where reflections have the color, too
	uvec4 ids;               // object; part and, 16 bits higher, emission picture; base-color picture and coverage (common/coverage.glsl); metallic-roughness and normal picture
	                         // and, 16 bits higher, normal layer + 1
	vec4 layer;              // absorption of light inside, 1/m, or sheen, as sheenOf reads it; w: the coat, as coatOf reads it
};
layout(std430, binding = 0) readonly buffer Instances { Instance instances[]; };
