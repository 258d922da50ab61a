// Box3D, with its own defaults (4 sub-steps) but for friction, which is the product of both surfaces' as ours. It has no
// cylinders: they are prisms of 24 sides.

#include <box3d/box3d.h>

#include "bench.h"

static b3Vec3 vec(const Value& v) { return {float(v.list[0].number), float(v.list[1].number), float(v.list[2].number)}; }

static b3Quat quat(const Value& v) {
	if (!v.has("quat")) return b3Quat_identity;
	const auto& q = v["quat"].list;
	return {{float(q[1].number), float(q[2].number), float(q[3].number)}, float(q[0].number)};
}

static b3Transform pose(const Value& v) { return {v.has("pos") ? vec(v["pos"]) : b3Vec3{0, 0, 0}, quat(v)}; }

static float product(float a, uint64_t, float b, uint64_t) { return a * b; }

struct Engine {
	b3WorldId world;
	std::map<std::string, b3BodyId> byName;
	int substeps;

	Engine(const Value& scenario, const Options& o) : substeps(o.iterations ? o.iterations : 4) {
		b3WorldDef def = b3DefaultWorldDef();
		def.gravity = vec(scenario["gravity"]);
		def.enableSleep = false;
		def.frictionCallback = product;
		world = b3CreateWorld(&def);
		for (const auto& b : scenario["bodies"].list) add(b);
	}
	~Engine() { b3DestroyWorld(world); }
	void add(const Value& v) {
		b3BodyDef def = b3DefaultBodyDef();
		def.type = fixed(v) ? b3_staticBody : b3_dynamicBody;
		b3Vec3 p = vec(v["pos"]);
		def.position = {p.x, p.y, p.z};
		def.rotation = quat(v);
		auto velocity = vector(v, "velocity"), turn = vector(v, "angular_velocity");
		def.linearVelocity = {float(velocity[0]), float(velocity[1]), float(velocity[2])};
		def.angularVelocity = {float(turn[0]), float(turn[1]), float(turn[2])};
		def.allowFastRotation = true;
		b3BodyId body = b3CreateBody(world, &def);
		for (const auto& s : v["shapes"].list) {
			b3ShapeDef shape = b3DefaultShapeDef();
			shape.density = v["density"].number;
			shape.baseMaterial.friction = v["friction"].number;
			shape.baseMaterial.restitution = maybe(v, "restitution");
			const std::string& type = s["type"].text;
			b3Transform t = pose(s);
			if (type == "box") {
				b3Vec3 h = vec(s["half"]);
				b3BoxHull box = b3MakeTransformedBoxHull(h.x, h.y, h.z, t);
				b3CreateHullShape(body, &shape, &box.base);
			} else if (type == "sphere") {
				b3Sphere sphere = {t.p, float(s["radius"].number)};
				b3CreateSphereShape(body, &shape, &sphere);
			} else if (type == "hull" || type == "cylinder") {
				std::vector<b3Vec3> points;
				if (type == "hull")
					for (const auto& q : s["points"].list) points.push_back(b3TransformPoint(t, vec(q)));
				float r = type == "hull" ? 0 : s["radius"].number, h = type == "hull" ? 0 : s["half_height"].number;
				for (int i = 0; r > 0 && i < 48; i++) {
					float angle = float(M_PI) / 12 * (i / 2);
					points.push_back(b3TransformPoint(t, {r * cosf(angle), r * sinf(angle), i % 2 ? h : -h}));
				}
				b3HullData* hull = b3CreateHull(points.data(), int(points.size()), int(points.size()));
				b3CreateHullShape(body, &shape, hull);
				b3DestroyHull(hull);
			} else {
				no("box3d", type);
			}
		}
		byName[v["name"].text] = body;
	}
	void step(double dt) { b3World_Step(world, float(dt), substeps); }
	Place place(const std::string& name) {
		b3BodyId body = byName.at(name);
		auto p = b3Body_GetWorldCenter(body);
		b3Quat q = b3Body_GetRotation(body);
		b3Vec3 v = b3Body_GetLinearVelocity(body), w = b3Body_GetAngularVelocity(body);
		return {{p.x, p.y, p.z}, {q.s, q.v.x, q.v.y, q.v.z}, {v.x, v.y, v.z}, {w.x, w.y, w.z}};
	}
};

int main(int argc, char** argv) { return bench<Engine>("box3d", argc, argv); }
