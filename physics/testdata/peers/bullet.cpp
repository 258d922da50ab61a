// Bullet, with its own defaults but for what options say (bench.h).

#include <btBulletDynamicsCommon.h>

#include "bench.h"

static btVector3 vec(const Value& v) { return btVector3(v.list[0].number, v.list[1].number, v.list[2].number); }

static btTransform pose(const Value& v) {
	btTransform t = btTransform::getIdentity();
	if (v.has("pos")) t.setOrigin(vec(v["pos"]));
	if (v.has("quat")) {
		const auto& q = v["quat"].list;
		t.setRotation(btQuaternion(q[1].number, q[2].number, q[3].number, q[0].number));
	}
	return t;
}

struct World {
	btDefaultCollisionConfiguration config;
	btCollisionDispatcher dispatcher{&config};
	btDbvtBroadphase broadphase;
	btSequentialImpulseConstraintSolver solver;
	btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &config};
	std::vector<std::unique_ptr<btCollisionShape>> shapes;
	std::vector<std::unique_ptr<btRigidBody>> bodies;
	std::map<std::string, btRigidBody*> byName;
	std::map<std::string, btTransform> principal; // body from principal axes

	~World() {
		for (auto& b : bodies) world.removeRigidBody(b.get());
	}
};

// The shape with Bullet's own mass properties at the given density; inertia is diagonal in the shape's frame.
static btCollisionShape* shape(World& w, const Value& v, double density, double& mass) {
	btCollisionShape* s;
	const std::string& type = v["type"].text;
	if (type == "box") {
		s = new btBoxShape(vec(v["half"]));
	} else if (type == "sphere") {
		s = new btSphereShape(v["radius"].number);
	} else if (type == "cylinder") {
		double r = v["radius"].number, h = v["half_height"].number;
		s = new btCylinderShapeZ(btVector3(r, r, h));
	} else if (type == "hull") {
		auto* hull = new btConvexHullShape();
		for (const auto& p : v["points"].list) hull->addPoint(vec(p), false);
		hull->recalcLocalAabb();
		s = hull;
	} else {
		no("bullet", type);
	}
	s->setMargin(0.001);
	w.shapes.emplace_back(s);
	mass = density * volume(v);
	return s;
}

static void add(World& w, const Value& v) {
	auto* compound = new btCompoundShape();
	std::vector<btScalar> masses;
	for (const auto& s : v["shapes"].list) {
		double m;
		auto* child = shape(w, s, v["density"].number, m);
		compound->addChildShape(pose(s), child);
		masses.push_back(m);
	}
	w.shapes.emplace_back(compound);
	if (fixed(v)) {
		btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, compound);
		info.m_startWorldTransform = pose(v);
		info.m_friction = v["friction"].number;
		info.m_restitution = maybe(v, "restitution");
		w.bodies.emplace_back(new btRigidBody(info));
		w.world.addRigidBody(w.bodies.back().get());
		return;
	}
	btTransform principal;
	btVector3 inertia;
	compound->calculatePrincipalAxisTransform(masses.data(), principal, inertia);
	auto* moved = new btCompoundShape();
	double mass = 0;
	for (int i = 0; i < compound->getNumChildShapes(); i++) {
		moved->addChildShape(principal.inverse() * compound->getChildTransform(i), compound->getChildShape(i));
		mass += masses[i];
	}
	w.shapes.emplace_back(moved);
	btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, moved, inertia);
	info.m_startWorldTransform = pose(v) * principal;
	info.m_friction = v["friction"].number;
	auto* body = new btRigidBody(info);
	body->setRestitution(maybe(v, "restitution"));
	auto velocity = vector(v, "velocity"), turn = vector(v, "angular_velocity");
	body->setLinearVelocity(btVector3(velocity[0], velocity[1], velocity[2]));
	body->setAngularVelocity(btVector3(turn[0], turn[1], turn[2]));
	w.bodies.emplace_back(body);
	body->setActivationState(DISABLE_DEACTIVATION);
	w.world.addRigidBody(body);
	w.byName[v["name"].text] = body;
	w.principal[v["name"].text] = principal;
}

// How far apart points of a contact may move before Bullet forgets them. Until then they keep the normal they had.
extern btScalar gContactBreakingThreshold;

struct Engine {
	World w;

	Engine(const Value& scenario, const Options& o) {
		if (o.threshold > 0) gContactBreakingThreshold = o.threshold;
		w.world.setGravity(vec(scenario["gravity"]));
		if (o.iterations) w.world.getSolverInfo().m_numIterations = o.iterations;
		for (const auto& b : scenario["bodies"].list) add(w, b);
	}
	void step(double dt) { w.world.stepSimulation(dt, 0); }
	Place place(const std::string& name) {
		const btRigidBody* b = w.byName.at(name);
		btVector3 p = b->getWorldTransform().getOrigin(), v = b->getLinearVelocity(), turn = b->getAngularVelocity();
		btQuaternion q = (b->getWorldTransform() * w.principal.at(name).inverse()).getRotation();
		return {{p.x(), p.y(), p.z()}, {q.w(), q.x(), q.y(), q.z()}, {v.x(), v.y(), v.z()}, {turn.x(), turn.y(), turn.z()}};
	}
};

int main(int argc, char** argv) {
	return bench<Engine>(std::string("bullet ") + (sizeof(btScalar) == 8 ? "double" : "single"), argc, argv);
}
