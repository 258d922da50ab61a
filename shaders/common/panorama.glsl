// Places of an equirectangular picture, and directions. Must match Panorama in engine/light. turn is that of the picture about the
// vertical, in parts of a full turn. Needs common/math.glsl.

vec2 panoramaPlace(vec3 dir, float turn) {
	float across = length(dir.xy);
	// At the zenith the azimuth is as good as any, but atan has none.
	float azimuth = across > 0.0 ? atan(dir.y, dir.x) / (2.0 * PI) : 0.0;
	return vec2(0.5 - azimuth + turn, atan(across, dir.z) / PI);
}

vec3 panoramaDir(vec2 place, float turn) {
	float azimuth = 2.0 * PI * (0.5 - place.x + turn), angle = PI * place.y;
	return vec3(sin(angle) * vec2(cos(azimuth), sin(azimuth)), cos(angle));
}
