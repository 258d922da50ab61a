// What the programs beside this file share: they read scenario files (docs/physics.md), step them with an engine and print how long a step
// takes, how many verdicts are as expected, and which are not:
//
//	ENGINE FILE.json [warm=N] [steps=N] [iterations=N] [finer=N] [threshold=METERS] [every=N]
//
// warm steps are not timed; steps replaces the file's number of them. iterations is the solver's (the engine's default if missing), finer is
// how many steps are made of one, threshold is Bullet's contact breaking threshold. With every, lines of what moves come first, each N steps:
// scenario, step, name, center of mass, rotation w x y z, velocity, angular velocity. Built and run by the scripts beside it; no part of
// the program.

#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
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

struct Options {
	int warm = 0, steps = 0, iterations = 0, finer = 1, every = 0;
	double threshold = 0;
};

// Where a body is and how it moves: center of mass, rotation w, x, y, z, velocity, angular velocity.
struct Place {
	double p[3], q[4], v[3], w[3];
};

// The volume of a shape, m3; a file says that of hulls.
inline double volume(const Value& v) {
	const std::string& type = v["type"].text;
	if (type == "box") {
		const auto& h = v["half"].list;
		return 8 * h[0].number * h[1].number * h[2].number;
	}
	if (type == "hull") return v["volume"].number;
	double r = v["radius"].number;
	return type == "sphere" ? 4.0 / 3 * M_PI * r * r * r : 2 * M_PI * r * r * v["half_height"].number;
}

// A number that may be missing.
inline double maybe(const Value& v, const char* key) { return v.has(key) ? v[key].number : 0; }

// A vector that may be missing.
inline std::array<double, 3> vector(const Value& v, const char* key) {
	if (!v.has(key)) return {0, 0, 0};
	return {v[key].list[0].number, v[key].list[1].number, v[key].list[2].number};
}

inline bool fixed(const Value& body) { return body.has("fixed") && body["fixed"].truth; }

[[noreturn]] inline void no(const char* engine, const std::string& type) {
	fprintf(stderr, "%s: no shape %s\n", engine, type.c_str());
	exit(1);
}

// processor is how long the program has computed, seconds.
inline double processor() {
	timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// Engine has a constructor (scenario, options), step(dt) and place(name of a dynamic body).
template <class Engine>
int bench(const std::string& name, int argc, char** argv) {
	Options o;
	const char* file = nullptr;
	for (int i = 1; i < argc; i++) {
		const char* value = strchr(argv[i], '=');
		std::string key = value ? std::string(argv[i], value++ - argv[i]) : "";
		if (!value) file = argv[i];
		else if (key == "warm") o.warm = atoi(value);
		else if (key == "steps") o.steps = atoi(value);
		else if (key == "iterations") o.iterations = atoi(value);
		else if (key == "finer") o.finer = atoi(value);
		else if (key == "every") o.every = atoi(value);
		else if (key == "threshold") o.threshold = atof(value);
		else file = nullptr, i = argc;
	}
	if (!file) {
		fprintf(stderr, "usage: %s FILE.json [warm=N] [steps=N] [iterations=N] [finer=N] [threshold=METERS] [every=N]\n", name.c_str());
		return 2;
	}
	std::ifstream in(file);
	if (!in) {
		fprintf(stderr, "%s: cannot read %s\n", name.c_str(), file);
		return 1;
	}
	std::stringstream text;
	text << in.rdbuf();
	std::string s = text.str();
	Parser parser{s.c_str()};
	Value root = parser.value();
	if (root.list.empty()) root.list.push_back(root); // a scenario alone

	double time = 0; // of the processor, so that what else runs on the machine does not count
	long steps = 0;
	int right = 0, expected = 0;
	for (const auto& scenario : root.list) {
		auto engine = std::make_unique<Engine>(scenario, o);
		std::map<std::string, Place> begun;
		for (const auto& b : scenario["bodies"].list)
			if (!fixed(b)) begun[b["name"].text] = engine->place(b["name"].text);
		double dt = scenario["dt"].number / o.finer;
		for (int i = 0; i < o.warm * o.finer; i++) engine->step(dt);
		int n = (o.steps ? o.steps : int(scenario["steps"].number)) * o.finer;
		double from = processor();
		for (int i = 0; i < n; i++) {
			engine->step(dt);
			if (!o.every || (i + 1) % o.every) continue;
			for (const auto& b : scenario["bodies"].list) {
				if (fixed(b)) continue;
				Place a = engine->place(b["name"].text);
				printf("%s %d %s", scenario["name"].text.c_str(), i + 1, b["name"].text.c_str());
				for (double x : {a.p[0], a.p[1], a.p[2], a.q[0], a.q[1], a.q[2], a.q[3], a.v[0], a.v[1], a.v[2], a.w[0], a.w[1], a.w[2]}) printf(" %.9g", x);
				printf("\n");
			}
		}
		time += processor() - from;
		steps += n;
		if (!scenario.has("expected") || o.steps) continue;
		for (const auto& e : scenario["expected"].list) {
			Place a = begun[e["name"].text], b = engine->place(e["name"].text);
			double moved = hypot(hypot(b.p[0] - a.p[0], b.p[1] - a.p[1]), b.p[2] - a.p[2]), cos = 0;
			for (int i = 0; i < 4; i++) cos += a.q[i] * b.q[i];
			double turned = 2 * acos(fmin(1, fabs(cos)));
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
	printf("%s: %.1f us per step", name.c_str(), 1e6 * time / steps);
	if (expected) printf(", %d of %d verdicts as expected", right, expected);
	printf("\n");
	return 0;
}
