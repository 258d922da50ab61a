// The clear coat of a surface. Must match coatCode in engine/pass/geometry.go.
const float COAT_IOR = 1.5; // as KHR_materials_clearcoat has it

// Share of the surface that has a coat, and the coat's perceptual roughness. code is the last of Instance.layer.
vec2 coatOf(float code) { return vec2(floor(code) / 1000.0, fract(code) / 0.999); }
