// Linear radiance, exposed, as the 8-bit picture shows it. The Go side defines VIEW: 0 for plain sRGB, 1 for filmic, 2 for AgX.

// IEC 61966-2-1. pow of a negative or zero base is undefined.
vec3 encodeSRGB(vec3 l) {
	l = clamp(l, 0.0, 1.0);
	return mix(1.055 * pow(max(l, 1e-6), vec3(1.0 / 2.4)) - 0.055, 12.92 * l, lessThanEqual(l, vec3(0.0031308)));
}

#if VIEW == 1
const float FILM_EXPOSURE = 1.75814; // keeps a gray of 0.18 where it is

// The curve of a film: a toe, a straight part, and a shoulder. Hable 2010, "Uncharted 2: HDR Lighting", slide 142.
vec3 film(vec3 x) {
	const float A = 0.22, B = 0.30, C = 0.10, D = 0.20, E = 0.01, F = 0.30;
	return (x * (A * x + C * B) + D * E) / (x * (A * x + B) + D * F) - E / F;
}
#endif

vec3 view(vec3 l) {
	l = max(l, 0.0);
#if VIEW == 1
	return encodeSRGB(film(FILM_EXPOSURE * l) / film(vec3(11.2))); // which is white
#elif VIEW == 2
	// Sobotka 2023, "AgX": colors are moved towards gray, so that bright ones fade to white, and each channel has a sigmoid
	// over 16.5 stops, here the polynomial of Wrensch 2023, "Minimal AgX Implementation". The result is encoded for a display already.
	const mat3 inset = mat3(
		0.842479062253094, 0.0423282422610123, 0.0423756549057051,
		0.0784335999999992, 0.878468636469772, 0.0784336,
		0.0792237451477643, 0.0791661274605434, 0.879142973793104);
	const mat3 outset = mat3(
		1.19687900512017, -0.0528968517574562, -0.0529716355144438,
		-0.0980208811401368, 1.15190312990417, -0.0980434501171241,
		-0.0990297440797205, -0.0989611768448433, 1.15107367264116);
	const float LOW = -12.47393, HIGH = 4.026069;
	vec3 x = clamp((log2(max(inset * l, 1e-10)) - LOW) / (HIGH - LOW), 0.0, 1.0), x2 = x * x, x4 = x2 * x2;
	vec3 y = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
	return clamp(outset * y, 0.0, 1.0);
#else
	return encodeSRGB(l);
#endif
}
