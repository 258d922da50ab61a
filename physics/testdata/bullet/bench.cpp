// Steps the scenarios of a file with Bullet and prints, for comparison with our own engine, how long a step takes, how
// many verdicts are as expected, and which are not:
//
//	bench FILE.json [solver iterations [steps for one [contact breaking threshold, metres]]]
//
// The defaults are Bullet's own: 10, 1 and 0.02. Built and run by the script beside it; no part of the program.

#include <btBulletDynamicsCommon.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

// A JSON value. The files are known to be well-formed: the Go tests read them strictly.
struct Value {
	double number = 0;
	std::string text;
	std::vector<Value> list;
	std::map<std::string, Value> members;
	bool truth = false;

	const Value& operator[](const char* key) const { return members.at(key); }
	bool has(const char* key) const { return members.count(key) > 0; }
};

struct Parser {
	const char* p;

	void space() {
		while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r' || *p == ',' || *p == ':') p++;
	}
	std::string text() {
		std::string s;
		for (p++; *p != '"'; p++) s += *p;
		p++;
		return s;
	}
	Value value() {
		Value v;
		space();
		switch (*p) {
		case '{':
			for (p++, space(); *p != '}'; space()) {
				std::string key = text();
				v.members[key] = value();
			}
			p++;
			break;
		case '[':
			for (p++, space(); *p != ']'; space()) v.list.push_back(value());
			p++;
			break;
		case '"':
			v.text = text();
			break;
		case 't':
			v.truth = true;
			p += 4;
			break;
		case 'f':
			p += 5;
			break;
		default: {
			char* end;
			v.number = strtod(p, &end);
			if (end == p) {
				fprintf(stderr, "bench: cannot read %.20s\n", p);
				exit(1);
			}
			p = end;
		}
		}
		return v;
	}
};

static btVector3 vec(const Value& v) { return btVector3(v.list[0].number, v.list[1].number, v.list[2].number); }

static btTransform pose(const Value& v) {
	const auto& q = v["quat"].list;
	return btTransform(btQuaternion(q[1].number, q[2].number, q[3].number, q[0].number), vec(v["pos"]));
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

	~World() {
		for (auto& b : bodies) world.removeRigidBody(b.get());
	}
};

// The shape with Bullet's own mass properties at the given density; inertia is diagonal in the shape's frame.
static btCollisionShape* shape(World& w, const Value& v, double density, double& mass) {
	btCollisionShape* s;
	const std::string& type = v["type"].text;
	double volume;
	if (type == "box") {
		btVector3 h = vec(v["half"]);
		s = new btBoxShape(h);
		volume = 8 * h.x() * h.y() * h.z();
	} else if (type == "sphere") {
		double r = v["radius"].number;
		s = new btSphereShape(r);
		volume = 4.0 / 3 * M_PI * r * r * r;
	} else if (type == "cylinder") {
		double r = v["radius"].number, h = v["half_height"].number;
		s = new btCylinderShapeZ(btVector3(r, r, h));
		volume = M_PI * r * r * 2 * h;
	} else if (type == "hull") {
		auto* hull = new btConvexHullShape();
		for (const auto& p : v["points"].list) hull->addPoint(vec(p), false);
		hull->recalcLocalAabb();
		s = hull;
		volume = v["volume"].number;
	} else {
		fprintf(stderr, "bench: no shape %s\n", type.c_str());
		exit(1);
	}
	s->setMargin(0.001);
	w.shapes.emplace_back(s);
	mass = density * volume;
	return s;
}

static void add(World& w, const Value& v, bool deactivation) {
	auto* compound = new btCompoundShape();
	std::vector<btScalar> masses;
	for (const auto& s : v["shapes"].list) {
		double m;
		auto* child = shape(w, s, v["density"].number, m);
		compound->addChildShape(pose(s), child);
		masses.push_back(m);
	}
	w.shapes.emplace_back(compound);
	if (v.has("fixed") && v["fixed"].truth) {
		btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, compound);
		info.m_startWorldTransform = pose(v);
		info.m_friction = v["friction"].number;
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
	w.bodies.emplace_back(body);
	if (!deactivation) body->setActivationState(DISABLE_DEACTIVATION);
	w.world.addRigidBody(body);
	w.byName[v["name"].text] = body;
}

// How far apart points of a contact may move before Bullet forgets them. Until then they keep the normal they had.
extern btScalar gContactBreakingThreshold;

int main(int argc, char** argv) {
	if (argc < 2) {
		fprintf(stderr, "usage: bench FILE.json [solver iterations [steps for one [contact breaking threshold]]]\n");
		return 2;
	}
	std::ifstream in(argv[1]);
	if (!in) {
		fprintf(stderr, "bench: cannot read %s\n", argv[1]);
		return 1;
	}
	std::stringstream text;
	text << in.rdbuf();
	std::string s = text.str();
	Parser parser{s.c_str()};
	Value file = parser.value();
	int iterations = argc > 2 ? atoi(argv[2]) : 10;
	int finer = argc > 3 ? atoi(argv[3]) : 1;
	if (argc > 4) gContactBreakingThreshold = atof(argv[4]);

	double time = 0;
	long steps = 0;
	int right = 0, expected = 0;
	for (const auto& scenario : file.list) {
		World w;
		w.world.setGravity(vec(scenario["gravity"]));
		w.world.getSolverInfo().m_numIterations = iterations;
		for (const auto& b : scenario["bodies"].list) add(w, b, false);
		std::map<std::string, btTransform> begun;
		for (auto& [name, body] : w.byName) begun[name] = body->getWorldTransform();
		int n = int(scenario["steps"].number) * finer;
		double dt = scenario["dt"].number / finer;
		auto from = std::chrono::steady_clock::now();
		for (int i = 0; i < n; i++) w.world.stepSimulation(dt, 0);
		time += std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
		steps += n;
		for (const auto& e : scenario["expected"].list) {
			const btTransform &a = begun[e["name"].text], &b = w.byName[e["name"].text]->getWorldTransform();
			double moved = (b.getOrigin() - a.getOrigin()).length();
			double turned = (b.getRotation() * a.getRotation().inverse()).getAngleShortestPath();
			bool moves = moved > 0.05 || turned > 0.05;
			expected++;
			if (moves == (e["verdict"].text == "moves")) {
				right++;
				continue;
			}
			printf("%s: %s %s, want %s: moved %.4f m, turned %.4f rad\n", scenario["name"].text.c_str(), e["name"].text.c_str(),
				moves ? "moves" : "rests", e["verdict"].text.c_str(), moved, turned);
		}
	}
	printf("bullet %d, %d iterations, %s precision: %.1f us per step of %.3g s, %d of %d verdicts as expected\n",
		btGetVersion(), iterations, sizeof(btScalar) == 8 ? "double" : "single", 1e6 * time / steps,
		file.list[0]["dt"].number / finer, right, expected);
}
