// What mirrors show where the scene ends, of a studio whose ceiling has the radiance 1: soft light from above, walls, a dark floor.
float studioAlong(vec3 dir) { return mix(mix(0.1, 0.3, smoothstep(-0.3, 0.1, dir.z)), 1.0, smoothstep(0.3, 0.8, dir.z)); }
