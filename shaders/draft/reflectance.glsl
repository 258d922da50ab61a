// What the light of a small picture is divided by, so that the large one can be multiplied by its own: textures and borders
// between colors stay sharp. Metal and what shows the scene in it keep their light.
vec3 reflectance(vec3 color, float metallic, bool byRays) {
	const float LEAST = 0.02; // highlights of black things
	return byRays || metallic > 0.5 ? vec3(1.0) : max(color, LEAST);
}
