// ODE's exact solver of the contact problem (dWorldStep: Dantzig's algorithm for the linear complementarity problem, with Coulomb's cone as
// a pyramid). For verdicts that other engines dispute; it is far too slow for more.

#include <ode/ode.h>

#include "bench.h"

struct Engine {
	dWorldID world = dWorldCreate();
	dSpaceID space = dHashSpaceCreate(nullptr);
	dJointGroupID contacts = dJointGroupCreate(0);
	std::map<std::string, dBodyID> byName;
	std::map<dGeomID, double> friction;

	Engine(const Value& scenario, const Options&) {
		const auto& g = scenario["gravity"].list;
		dWorldSetGravity(world, g[0].number, g[1].number, g[2].number);
		dWorldSetERP(world, 0.2);
		dWorldSetCFM(world, 1e-10);
		for (const auto& b : scenario["bodies"].list) add(b);
	}
	~Engine() {
		dJointGroupDestroy(contacts);
		dSpaceDestroy(space);
		dWorldDestroy(world);
	}
	static void quaternion(const Value& v, dQuaternion q) {
		q[0] = 1, q[1] = q[2] = q[3] = 0;
		if (v.has("quat"))
			for (int i = 0; i < 4; i++) q[i] = v["quat"].list[i].number;
	}
	void add(const Value& v) {
		dBodyID body = fixed(v) ? nullptr : dBodyCreate(world);
		const auto& p = v["pos"].list;
		dQuaternion q;
		quaternion(v, q);
		dMass sum;
		dMassSetZero(&sum);
		std::vector<dGeomID> geoms;
		std::vector<std::array<double, 3>> at;
		std::vector<std::array<double, 4>> turn;
		double density = v["density"].number;
		for (const auto& s : v["shapes"].list) {
			const std::string& type = s["type"].text;
			dGeomID g;
			dMass m;
			if (type == "box") {
				const auto& h = s["half"].list;
				g = dCreateBox(space, 2 * h[0].number, 2 * h[1].number, 2 * h[2].number);
				dMassSetBox(&m, density, 2 * h[0].number, 2 * h[1].number, 2 * h[2].number);
			} else if (type == "sphere") {
				g = dCreateSphere(space, s["radius"].number);
				dMassSetSphere(&m, density, s["radius"].number);
			} else if (type == "cylinder") {
				g = dCreateCylinder(space, s["radius"].number, 2 * s["half_height"].number);
				dMassSetCylinder(&m, density, 3, s["radius"].number, 2 * s["half_height"].number);
			} else {
				no("ode", type);
			}
			dQuaternion r;
			quaternion(s, r);
			dMatrix3 rotation;
			dQtoR(r, rotation);
			std::array<double, 3> t = {0, 0, 0};
			if (s.has("pos"))
				for (int i = 0; i < 3; i++) t[i] = s["pos"].list[i].number;
			dMassRotate(&m, rotation);
			dMassTranslate(&m, t[0], t[1], t[2]);
			dMassAdd(&sum, &m);
			geoms.push_back(g);
			at.push_back(t);
			turn.push_back({r[0], r[1], r[2], r[3]});
			friction[g] = v["friction"].number;
		}
		dMatrix3 rotation;
		dQtoR(q, rotation);
		auto inWorld = [&](const double* x, double* out) {
			for (int i = 0; i < 3; i++) out[i] = p[i].number + rotation[4 * i] * x[0] + rotation[4 * i + 1] * x[1] + rotation[4 * i + 2] * x[2];
		};
		double center[3] = {sum.c[0], sum.c[1], sum.c[2]}, place[3];
		if (body) { // ODE's bodies have their center of mass at their origin
			inWorld(center, place);
			dBodySetPosition(body, place[0], place[1], place[2]);
			dBodySetQuaternion(body, q);
			dMassTranslate(&sum, -center[0], -center[1], -center[2]);
			sum.c[0] = sum.c[1] = sum.c[2] = 0;
			dBodySetMass(body, &sum);
			byName[v["name"].text] = body;
		}
		for (size_t i = 0; i < geoms.size(); i++) {
			if (body) {
				dGeomSetBody(geoms[i], body);
				dGeomSetOffsetPosition(geoms[i], at[i][0] - center[0], at[i][1] - center[1], at[i][2] - center[2]);
				dGeomSetOffsetQuaternion(geoms[i], turn[i].data());
				continue;
			}
			inWorld(at[i].data(), place);
			dGeomSetPosition(geoms[i], place[0], place[1], place[2]);
			dQuaternion r;
			dQMultiply0(r, q, turn[i].data());
			dGeomSetQuaternion(geoms[i], r);
		}
	}
	static void near(void* self, dGeomID a, dGeomID b) {
		Engine& e = *static_cast<Engine*>(self);
		dBodyID ba = dGeomGetBody(a), bb = dGeomGetBody(b);
		if (ba == bb) return;
		dContact c[16];
		int n = dCollide(a, b, 16, &c[0].geom, sizeof(dContact));
		for (int i = 0; i < n; i++) {
			c[i].surface.mode = dContactApprox1;
			c[i].surface.mu = e.friction[a] * e.friction[b];
			dJointAttach(dJointCreateContact(e.world, e.contacts, &c[i]), ba, bb);
		}
	}
	void step(double dt) {
		dSpaceCollide(space, this, near);
		dWorldStep(world, dt);
		dJointGroupEmpty(contacts);
	}
	Place place(const std::string& name) {
		const dReal* p = dBodyGetPosition(byName.at(name));
		const dReal* q = dBodyGetQuaternion(byName.at(name));
		const dReal *v = dBodyGetLinearVel(byName.at(name)), *w = dBodyGetAngularVel(byName.at(name));
		return {{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
	}
};

int main(int argc, char** argv) {
	dInitODE();
	return bench<Engine>("ode", argc, argv);
}
