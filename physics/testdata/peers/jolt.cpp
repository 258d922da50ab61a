// Jolt on one thread, with its own defaults (10 velocity and 2 position iterations) but for friction, which is the product of both
// surfaces' as ours, and a convex radius that thin boxes have room for.

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/RotatedTranslatedShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include "bench.h"

using namespace JPH;

static Vec3 vec(const Value& v) { return Vec3(float(v.list[0].number), float(v.list[1].number), float(v.list[2].number)); }

static Quat quat(const Value& v) {
	if (!v.has("quat")) return Quat::sIdentity();
	const auto& q = v["quat"].list;
	return Quat(float(q[1].number), float(q[2].number), float(q[3].number), float(q[0].number)).Normalized();
}

// Layer 0 is static, layer 1 moves; static things do not touch each other.
struct Layers final : BroadPhaseLayerInterface, ObjectVsBroadPhaseLayerFilter, ObjectLayerPairFilter {
	uint GetNumBroadPhaseLayers() const override { return 2; }
	BroadPhaseLayer GetBroadPhaseLayer(ObjectLayer l) const override { return BroadPhaseLayer(uint8(l)); }
	bool ShouldCollide(ObjectLayer a, BroadPhaseLayer b) const override { return a == 1 || b == BroadPhaseLayer(1); }
	bool ShouldCollide(ObjectLayer a, ObjectLayer b) const override { return a == 1 || b == 1; }
};

static Ref<Shape> shape(const Value& v, float density) {
	const std::string& type = v["type"].text;
	auto made = [](const ShapeSettings::ShapeResult& r) {
		if (r.HasError()) {
			fprintf(stderr, "jolt: %s\n", r.GetError().c_str());
			exit(1);
		}
		return r.Get();
	};
	if (type == "box") {
		Vec3 h = vec(v["half"]);
		BoxShapeSettings s(h, std::min(cDefaultConvexRadius, 0.1f * h.ReduceMin()));
		s.mDensity = density;
		return made(s.Create());
	}
	if (type == "sphere") {
		SphereShapeSettings s(float(v["radius"].number));
		s.mDensity = density;
		return made(s.Create());
	}
	if (type == "cylinder") { // Jolt's lie along y
		float r = v["radius"].number, h = v["half_height"].number;
		CylinderShapeSettings s(h, r, std::min(cDefaultConvexRadius, 0.1f * std::min(r, h)));
		s.mDensity = density;
		return made(RotatedTranslatedShapeSettings(Vec3::sZero(), Quat::sRotation(Vec3::sAxisX(), 0.5f * JPH_PI), made(s.Create())).Create());
	}
	if (type == "hull") {
		Array<Vec3> points;
		for (const auto& p : v["points"].list) points.push_back(vec(p));
		ConvexHullShapeSettings s(points, 0.001f);
		s.mDensity = density;
		return made(s.Create());
	}
	no("jolt", type);
}

struct Engine {
	Layers layers;
	TempAllocatorImpl memory{256 << 20};
	JobSystemSingleThreaded jobs{cMaxPhysicsJobs};
	PhysicsSystem system;
	std::map<std::string, BodyID> byName;

	Engine(const Value& scenario, const Options& o) {
		system.Init(20000, 0, 400000, 100000, layers, layers, layers);
		system.SetGravity(vec(scenario["gravity"]));
		system.SetCombineFriction([](const Body& a, const SubShapeID&, const Body& b, const SubShapeID&) { return a.GetFriction() * b.GetFriction(); });
		if (o.iterations) {
			PhysicsSettings s = system.GetPhysicsSettings();
			s.mNumVelocitySteps = o.iterations;
			system.SetPhysicsSettings(s);
		}
		for (const auto& b : scenario["bodies"].list) add(b);
		system.OptimizeBroadPhase();
	}
	void add(const Value& v) {
		StaticCompoundShapeSettings compound;
		float density = v["density"].number;
		for (const auto& s : v["shapes"].list) compound.AddShape(s.has("pos") ? vec(s["pos"]) : Vec3::sZero(), quat(s), shape(s, density));
		Ref<Shape> all;
		if (v["shapes"].list.size() == 1) {
			const Value& s = v["shapes"].list[0];
			all = shape(s, density);
			if (s.has("pos") || s.has("quat"))
				all = RotatedTranslatedShapeSettings(s.has("pos") ? vec(s["pos"]) : Vec3::sZero(), quat(s), all).Create().Get();
		} else {
			all = compound.Create().Get();
		}
		bool still = fixed(v);
		BodyCreationSettings settings(all, RVec3(vec(v["pos"])), quat(v), still ? EMotionType::Static : EMotionType::Dynamic, still ? 0 : 1);
		settings.mFriction = v["friction"].number;
		settings.mRestitution = maybe(v, "restitution");
		settings.mAllowSleeping = false;
		settings.mMaxAngularVelocity = 1000;
		auto velocity = vector(v, "velocity"), turn = vector(v, "angular_velocity");
		settings.mLinearVelocity = Vec3(velocity[0], velocity[1], velocity[2]);
		settings.mAngularVelocity = Vec3(turn[0], turn[1], turn[2]);
		settings.mLinearDamping = settings.mAngularDamping = 0;
		byName[v["name"].text] = system.GetBodyInterface().CreateAndAddBody(settings, EActivation::Activate);
	}
	void step(double dt) { system.Update(float(dt), 1, &memory, &jobs); }
	Place place(const std::string& name) {
		RVec3 p = system.GetBodyInterface().GetCenterOfMassPosition(byName.at(name));
		Quat q = system.GetBodyInterface().GetRotation(byName.at(name));
		Vec3 v = system.GetBodyInterface().GetLinearVelocity(byName.at(name)), w = system.GetBodyInterface().GetAngularVelocity(byName.at(name));
		return {{p.GetX(), p.GetY(), p.GetZ()}, {q.GetW(), q.GetX(), q.GetY(), q.GetZ()}, {v.GetX(), v.GetY(), v.GetZ()}, {w.GetX(), w.GetY(), w.GetZ()}};
	}
};

int main(int argc, char** argv) {
	RegisterDefaultAllocator();
	Factory::sInstance = new Factory();
	RegisterTypes();
	return bench<Engine>("jolt", argc, argv);
}
