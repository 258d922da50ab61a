// Where to look in an array of pictures. The code of a picture, 16 bits of Instance.ids, has its layer in the lowest 11, from 1 on, 0 for no
// picture; one bit for whether it is looked up with second texture coordinates; and two bits each for how it goes on to the sides and up and
// down, in the order of material.Wrap.
uint pictureOf(uint bits) { return bits & 0xffffu; }
bool repeats(uint picture) { return picture >> 12 == 0u; }
bool bySecond(uint picture) { return (picture & 0x800u) != 0u; }

// One coordinate within a picture, at least so far from its border.
float within(uint wrap, float x, float border) {
	if (wrap == 2u) x = 1.0 - abs(mod(x, 2.0) - 1.0);
	return wrap == 0u ? x : clamp(x, border, 1.0 - border);
}

// The place of texture coordinates in a picture that there is, to be looked up at a level: half a texel from the border, beyond which the
// device would mix in the other side.
vec3 placeOf(sampler2DArray pictures, uint picture, vec2 uv, float level) {
	if (!repeats(picture)) {
		vec2 border = min(vec2(0.5), 0.5 * exp2(max(0.0, ceil(level))) / vec2(textureSize(pictures, 0).xy));
		uv = vec2(within(picture >> 12 & 3u, uv.x, border.x), within(picture >> 14, uv.y, border.y));
	}
	return vec3(uv, float((picture & 0x7ffu) - 1u));
}
