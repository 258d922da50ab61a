# One word per job; "make test" is what the continuous integration runs.
#
# GOAMD64 is pinned because other targets fuse a*b+c, which moves the last bits of poses and labels. The tag egl makes the
# OpenGL bindings load through EGL, so that the program links neither X11 nor GLX.

export GOAMD64 := v1
TAGS := -tags egl
# Without tables for debuggers the program is a quarter smaller; panics keep their lines.
SMALL := -trimpath -ldflags "-s -w"
GO ?= go

BUILD_PACKAGES := gcc libc6-dev pkgconf libegl-dev libgl-dev
RUN_PACKAGES := libegl1 libgl1-mesa-dri
# The window is a program of its own: GLFW is built for X11 or for Wayland.
VIEW_PACKAGES := libx11-dev libxrandr-dev libxinerama-dev libxcursor-dev libxi-dev libxxf86vm-dev
WAYLAND_PACKAGES := libwayland-dev libxkbcommon-dev
VIEW_TEST_PACKAGES := xvfb xdotool sway grim ffmpeg
FAULT_PACKAGES := strace e2fsprogs
TEST_PACKAGES := ffmpeg python3-h5py python3-numpy python3-scipy python3-pil python3-pytest python3-torch python3-yaml imagemagick openexr chromium slurm-wlm munge $(FAULT_PACKAGES)

.PHONY: build view test race golden bench fuzz check demo determinism

build:
	@scripts/packages $(BUILD_PACKAGES)
	$(GO) build $(TAGS) $(SMALL) -o bin/mereo ./cmd/mereo

# bin/mereo-view is for X11, and for Wayland with XWayland; bin/mereo-view-wayland for Wayland alone.
view: build
	@scripts/packages $(VIEW_PACKAGES) $(WAYLAND_PACKAGES) libgl1 $(RUN_PACKAGES)
	$(GO) build $(TAGS),viewer $(SMALL) -o bin/mereo-view ./cmd/mereo-view
	$(GO) build $(TAGS),viewer,wayland $(SMALL) -o bin/mereo-view-wayland ./cmd/mereo-view

# Tests that need a renderer use Mesa's software rasterizer. Without cgo only engine and internal/space are other code; they and what is next
# to them are tested without it, too, and everything else compiles ("make check" tests all without it). What tests write lies in memory where
# there is room.
PURE := ./engine/... ./scenes/... ./internal/... ./gen ./gen/world
test:
	@scripts/packages $(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES)
	@scripts/oracles
	CGO_ENABLED=0 $(GO) vet ./...
	CGO_ENABLED=0 TMPDIR=$$(scripts/quick-tmp) GOTMPDIR=/tmp $(GO) test -short -timeout 60m $(PURE)
	TMPDIR=$$(scripts/quick-tmp) GOTMPDIR=/tmp $(GO) test $(TAGS) -timeout 60m ./...
	@scripts/packages $(VIEW_PACKAGES) $(WAYLAND_PACKAGES) libgl1 $(VIEW_TEST_PACKAGES)
	$(GO) test $(TAGS),viewer -timeout 60m ./engine/window ./cmd/mereo-view
	$(GO) test $(TAGS),viewer,wayland -short -timeout 60m ./cmd/mereo-view

# -race makes the software rasterizer's frames no safer and everything ten times slower: expect half an hour.
race:
	$(GO) test $(TAGS) -race -shuffle=on -timeout 90m ./...

# Compares pictures with references.
golden:
	$(GO) test $(TAGS) -count 1 -v -run 'Golden|Vectors' ./engine/...

COUNT ?= 10
bench:
	$(GO) test $(TAGS) -run '^$$' -bench . -benchmem -count $(COUNT) ./...

FUZZTIME ?= 20s
fuzz:
	scripts/fuzz $(FUZZTIME) $(TAGS)

check:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "make check: the files above are not gofmt-ed"; exit 1; }
	$(GO) vet $(TAGS) ./...
	$(GO) vet $(TAGS),viewer ./engine/window ./cmd/mereo-view
	$(GO) vet $(TAGS),viewer,wayland ./engine/window ./cmd/mereo-view
	CGO_ENABLED=0 $(GO) build ./...
	CGO_ENABLED=0 $(GO) test -timeout 60m ./...
	$(GO) test $(TAGS) -shuffle=on -timeout 60m ./...

# The renderer on a second driver, OpenGL through Vulkan: a minute on two processors, three while shaders are compiled. As of Mesa 22.3
# that driver makes constants of uniforms and then takes old ones in loops of compute shaders, unless it is told not to.
.PHONY: second-driver
second-driver:
	@scripts/packages $(BUILD_PACKAGES) $(RUN_PACKAGES) mesa-vulkan-drivers
	LIBGL_ALWAYS_SOFTWARE=1 MESA_LOADER_DRIVER_OVERRIDE=zink ZINK_INLINE_UNIFORMS=0 $(GO) test $(TAGS) -count 1 -timeout 60m ./engine ./engine/pass

demo: build
	@scripts/packages $(RUN_PACKAGES)
	bin/mereo generate ptr --out out/demo --count 12 --seed 2
	@echo "contact sheet: out/demo/sheet.png"

determinism: build
	@scripts/packages $(RUN_PACKAGES) qemu-user
	GOARCH=arm64 CGO_ENABLED=0 $(GO) build $(SMALL) -o bin/mereo-arm64 ./cmd/mereo
	scripts/determinism bin/mereo bin/mereo-arm64

.PHONY: audit release reproducible

# Known vulnerabilities in what is linked, where they can be looked up.
audit:
	@scripts/packages curl
	scripts/audit

# Two builds, one hash. Nothing is taken from a cache: expect ten minutes on two cores.
reproducible:
	scripts/reproducible

# Archives for linux/amd64 and linux/arm64, bills of materials and checksums, in out/release.
release:
	@scripts/packages git qemu-user
	scripts/release out/release
# Wheels of the Python package, each with the program inside, in out/wheels.
.PHONY: wheel
wheel:
	@scripts/packages git python3 qemu-user
	scripts/wheels out/wheels

.PHONY: faults attack soak

# Kills, power cuts, full and read-only file systems, damaged files, two processes at once, a clock that is set back, and every state
# of the disk that a power cut can leave: about half an hour on two processors, as root, who may mount. FAULTS is the number of kills,
# CUTS that of power cuts of each of three sets. "make test" has a short form.
FAULTS ?= 200
CUTS ?= 100
faults:
	@scripts/packages $(BUILD_PACKAGES) $(RUN_PACKAGES) $(FAULT_PACKAGES)
	@test "$$(id -u)" = 0 || { echo "make faults: mounting small file systems needs root; run it as root"; exit 1; }
	MEREO_FAULTS=$(FAULTS) MEREO_RACES=$(FAULTS) MEREO_CUTS=$(CUTS) $(GO) test $(TAGS) -count 1 -timeout 120m -v -run '^Test(Faults|Order|.*AtOnce)$$' ./cmd/mereo

# Whoever damages files, changes labels and brings checksums into line, kills runs, or sends hostile files: a table of promises, tries
# and misses, of all sets, within ATTACK on two processors, and after it the page. Filling and remounting disks needs root and is left out
# otherwise. "make test" has a short form.
ATTACK ?= 10m
attack:
	@scripts/packages $(BUILD_PACKAGES) $(RUN_PACKAGES)
	MEREO_ATTACK=$(ATTACK) $(GO) test $(TAGS) -count 1 -timeout 60m -v -run '^TestAttack$$' ./cmd/mereo
	$(GO) test $(TAGS) -count 1 -run 'Hostile|OtherSites|SlowReaders|Bombs' ./gen/explore ./gen/write ./gen/write/npz ./internal/strict \
		./engine/gltf ./engine/meshfile ./engine/light

# Memory of a long run: 20,000 records, and pictures for one in a hundred.
soak: build
	@scripts/packages $(RUN_PACKAGES)
	scripts/soak bin/mereo

.PHONY: fused

# Frozen results must not move where the compiler may fuse a*b+c: it does with GOAMD64=v3, and on arm64. The packages of
# the second command must have no fused instruction at all; in assets only products by powers of two are left to fuse.
fused:
	@if grep -qw fma /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo; then \
		GOAMD64=v3 $(GO) test $(TAGS) ./assets/... ./engine/geom ./engine/ref ./physics/... ./scenes/... ./gen/ptr ./gen/trance ./gen/qlevr ./gen/shopvrb ./gen/syndacate ./gen/worlds -run 'Frozen|Hash|Fixed'; \
	else echo "make fused: this processor has no fused instructions, tests left out"; fi
	@! GOARCH=arm64 CGO_ENABLED=0 $(GO) build -gcflags=-S ./engine/canvas ./engine/geom ./engine/mesh ./engine/camera ./engine/ref ./physics/... ./scenes/... ./gen/worlds 2>&1 | \
		grep -E '\bFN?M(ADD|SUB)D\b' || { echo "make fused: the sums above are fused on arm64; wrap their products with float64()"; exit 1; }
