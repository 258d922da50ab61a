// Package mereo holds only tests: who may import whom (change the code to fit the table), and what the page about the library shows.
package mereo

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrow says what packages below a path may import of ours. The first row that matches a package counts. "x" matches x
// alone, "x/*" its direct children, "x/**" x and everything below it.
type arrow struct {
	from string
	may  string // space-separated patterns
	why  string
}

const plainData = "engine/geom engine/mesh engine/material engine/camera engine/light engine/frame"

var arrows = []arrow{
	{"engine/geom", "", "leaf mathematics"},
	{"engine/mesh", "engine/geom", "plain data"},
	{"engine/meshfile", "engine/geom engine/mesh engine/material internal/bound", "files of plain data"},
	{"engine/texfile", "engine/material internal/bound", "files of plain data"},
	{"engine/material", "", "plain data"},
	{"engine/light", "engine/geom engine/material internal/folder", "plain data"},
	{"engine/camera", "engine/geom", "plain data"},
	{"engine/frame", plainData, "plain data"},
	{"engine/gl", "", "GL calls know no scene"},
	{"engine/glctx", "", "a context knows no scene"},
	{"engine/gltf", "engine/** internal/bound", "it reads strangers' files"},
	{"engine/**", "engine/** shaders internal/phase", "the renderer has never heard of a dataset or a body"},
	{"shaders", "", "shaders import nothing"},
	{"physics/robots", "physics/** engine/geom engine/mesh engine/meshfile internal/folder internal/bound", "robots come with meshes"},
	{"physics/**", "physics/** engine/geom", "physics has never heard of a pixel or a color"},
	{"assets/gltfmodels", "assets/** internal/folder internal/strict internal/bound engine/geom engine/mesh engine/material engine/gltf", "it reads users' glTF files"},
	{"assets/partnet", "assets/** internal/folder internal/strict internal/bound engine/geom engine/mesh engine/meshfile engine/material", "it reads users' OBJ files"},
	{"assets/models", "assets/** internal/folder internal/strict internal/bound engine/geom engine/mesh engine/meshfile engine/texfile engine/material engine/gltf", "it reads users' files"},
	{"assets/**", "assets/** engine/geom engine/mesh engine/material scenes/rng", "pure functions of parameters; streams are leaf data"},
	{"scenes/rng", "", "leaf"},
	{"scenes/numpyrng", "", "leaf"},
	{"scenes/settle", "scenes/** assets/** physics/** " + plainData, "the bridge to physics"},
	{"scenes/motion", "scenes/settle physics engine/geom", "films of bodies know no scene"},
	{"scenes/bodies", "scenes assets/palette physics physics/scenario " + plainData, "scenarios become scenes"},
	{"scenes/shoot", "scenes scenes/vary engine " + plainData, "the bridge to the renderer"},
	{"scenes/**", "scenes/** assets/** engine/ref " + plainData, "scenes know ids and numbers, never GL handles or bodies"},
	{"gen/write/**", "gen/write internal/phase internal/folder internal/strict", "files know no dataset"},
	{"gen/ask", "gen/record scenes/** internal/folder internal/strict", "the question core knows no set"},
	{"gen/ask/closed", "gen/ask gen/record scenes/rng", "functions know programs and no set"},
	{"gen/show", "gen gen/ask gen/write/npz scenes/** internal/folder internal/strict " + plainData, "what people look at, whatever set it is of"},
	{"gen/bucket", "gen gen/record gen/loop gen/write internal/folder internal/strict", "stores know no set"},
	{"gen/export", "gen gen/show gen/write/** scenes/** internal/ordered internal/folder internal/strict engine/gltf engine/ref " + plainData, "exports know no set"},
	{"gen/explore", "gen gen/record gen/show gen/write scenes/** internal/folder internal/strict engine/gltf " + plainData, "the page knows no set"},
	{"gen/world", "gen gen/record gen/fingerprint gen/show gen/write gen/write/npz scenes/** engine/ref internal/folder internal/ordered internal/phase " + plainData, "plans become samples, whatever set they are of"},
	{"gen/judge", "gen gen/record gen/write scenes/rng engine/geom internal/folder internal/ordered", "scoring knows no set"},
	{"gen/chart", "", "leaf"},
	{"gen/record", "", "leaf"},
	{"gen/figure", "gen internal/ordered", "figures know no set"},
	{"gen/fingerprint", "", "leaf"},
	{"gen/pace", "gen/chart gen/write internal/folder internal/strict", "times are no part of a dataset"},
	{"gen", "gen/fingerprint gen/chart gen/record gen/write internal/folder internal/strict", "the contract knows nobody"},
	{"gen/page", "gen gen/chart gen/fingerprint gen/pace gen/write gen/write/npz scenes/rng internal/folder internal/strict", "pages know no set, and no loop"},
	{"gen/loop", "gen gen/record gen/page gen/worker gen/write scenes/rng internal/ordered internal/phase internal/process internal/folder internal/strict", "the loop knows no set"},
	{"gen/build", "gen/record scenes scenes/bodies scenes/motion scenes/settle physics assets/furniture assets/models assets/palette assets/solid engine/ref " + plainData, "scenes of somebody's own become bodies"},
	{"gen/serve", "gen gen/record gen/show gen/stream gen/write gen/write/npz", "who asks knows no set, and the server neither"},
	{"gen/stream", "gen gen/show gen/worker gen/write/npz internal/folder", "streams know no set"},
	{"gen/worker", "internal/phase", "whoever starts processes knows no samples"},
	{"gen/verify", "gen gen/record gen/fingerprint gen/page gen/write scenes/rng internal/ordered internal/folder internal/strict", "verification knows no set"},
	{"gen/diff", "gen gen/record gen/write/** internal/ordered internal/folder internal/strict", "comparison knows no set"},
	{"gen/syndacate/models", "gen/syndacate gen/chart gen/record gen/write/** scenes/rng engine/geom internal/folder internal/strict", "baselines learn from what is on disk"},
	{"gen/*", "gen gen/record gen/chart gen/figure gen/fingerprint gen/judge gen/ask gen/ask/closed gen/show gen/world gen/write/** scenes/** assets/** engine/ref engine/canvas internal/ordered internal/phase internal/folder internal/strict internal/bound " + plainData,
		"a set imports no other set"},
	{"internal/ordered", "", "leaf"},
	{"internal/powercut", "", "leaf"},
	{"internal/process", "", "leaf; for sentences, never for data"},
	{"internal/phase", "", "leaf; the clock comes from outside"},
	{"internal/licenses", "", "leaf"},
	{"internal/strict", "", "leaf"},
	{"internal/bound", "internal/folder", "leaf but for files"},
	{"internal/folder", "", "leaf"},
	{"internal/space", "", "leaf; before everything"},
	{"internal/fixture", "physics engine/geom", "worlds for tests, benchmarks and pictures"},
	{"internal/sbom", "internal/licenses gen", "what a release is made of"},
	{"internal/dots", "gen gen/record gen/write scenes/rng internal/folder internal/strict", "a set for tests"},
	{"internal/**", "engine engine/frame engine/light", "helpers of tests"},
	{"cmd/**", "cmd/** gen/** scenes/** assets/** engine/** physics/** internal/fixture internal/imgdiff internal/phase internal/process internal/folder internal/strict internal/bound internal/space", "the program wires everything"},
}

// stdOnly are packages with a closed list of standard packages, too.
var stdOnly = map[string]string{
	"engine/geom": "math fmt",
	"shaders":     "embed",
}

// alone are imports, as patterns, that few packages may have, tests included.
var alone = map[string]string{
	"C":                                   "engine/gl engine/glctx internal/space",
	"unsafe":                              "gen/record gen/stream engine/** internal/powercut",
	"github.com/go-gl/gl/v4.5-core/gl":    "engine/gl",
	"github.com/spf13/cobra":              "cmd/**",
	"github.com/vbauerster/mpb/v8":        "cmd/**",
	"gonum.org/v1/gonum/blas/blas32":      "gen/syndacate/models",
	"gonum.org/v1/plot":                   "gen/chart gen/syndacate/models",
	"github.com/klauspost/compress/flate": "gen/write/**",
	"github.com/klauspost/compress/zlib":  "gen/write/**",
	"math/rand":                           "",
	"github.com/ojrac/opensimplex-go":     "assets/**",
	"github.com/parquet-go/parquet-go/**": "gen/export",
	"github.com/qmuntal/gltf":             "engine/gltf assets/gltfmodels internal/glbs",
	"github.com/g3n/engine/**":            "engine/window cmd/mereo-view",
	"github.com/go-gl/glfw/v3.3/glfw":     "engine/window cmd/mereo-view",
	"github.com/chromedp/**":              "cmd/mereo",
	"net/http":                            "gen/explore gen/bucket cmd/mereo",
	"go.yaml.in/yaml/v3":                  "internal/strict gen/export cmd/mereo",
	"github.com/minio/**":                 "gen/bucket",
	"github.com/google/licensecheck":      "internal/licenses",
	"github.com/CycloneDX/cyclonedx-go":   "internal/sbom",
	"github.com/lmittmann/tint":           "cmd/**",
	"github.com/ByteArena/box2d":          "gen/syndacate",
}

// exactMath are the packages whose results decide what is accepted or written into records. Functions of package math
// whose last bits differ between processors are kept out of them; geom has its own.
var exactMath = "scenes/** physics/** gen/* assets/furniture assets/glyph assets/solid assets/partnet engine/ref engine/camera " +
	"engine/mesh engine/meshfile engine/canvas"

const inexact = "Sin Cos Tan Sincos Asin Acos Atan Atan2 Sinh Cosh Tanh Exp Exp2 Expm1 Log Log2 Log10 Log1p Pow Cbrt Hypot FMA"

// source is one Go file of the module.
type source struct {
	name, pkg string // path of the file and of its package below the module's root
	test      bool
	file      *ast.File
	set       *token.FileSet
	text      []byte
}

func (s source) at(p token.Pos) string {
	return fmt.Sprintf("%s:%d", s.name, s.set.Position(p).Line)
}

// sources parses every Go file, whatever its build tags.
func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (name == "out" || strings.HasPrefix(d.Name(), ".") && name != "." || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		out = append(out, source{name, path.Dir(name), strings.HasSuffix(name, "_test.go"), f, set, text})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 20 {
		t.Fatalf("found %d Go files, want the whole module", len(out))
	}
	return out
}

// matches tells whether a package is one of the patterns.
func matches(patterns, pkg string) bool {
	for _, p := range strings.Fields(patterns) {
		if base, ok := strings.CutSuffix(p, "/**"); ok {
			if pkg == base || strings.HasPrefix(pkg, base+"/") {
				return true
			}
		} else if base, ok := strings.CutSuffix(p, "/*"); ok {
			if path.Dir(pkg) == base {
				return true
			}
		} else if p == pkg {
			return true
		}
	}
	return false
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		patterns, pkg string
		want          bool
	}{
		{"gen", "gen", true}, {"gen", "gen/ptr", false}, {"gen/*", "gen/ptr", true}, {"gen/*", "gen", false},
		{"gen/*", "gen/ptr/x", false}, {"gen/**", "gen", true}, {"a gen/**", "gen/ptr/x", true}, {"gen/**", "general", false}, {"", "gen", false},
	} {
		if got := matches(c.patterns, c.pkg); got != c.want {
			t.Errorf("matches(%q, %q) = %v, want %v", c.patterns, c.pkg, got, c.want)
		}
	}
}

func TestArrows(t *testing.T) {
	for _, s := range sources(t) {
		var row *arrow
		for i := range arrows {
			if matches(arrows[i].from, s.pkg) {
				row = &arrows[i]
				break
			}
		}
		if row == nil && s.pkg != "." {
			t.Errorf("%s: package %s has no row in the table", s.name, s.pkg)
			continue
		}
		for _, spec := range s.file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			for few, who := range alone {
				if matches(few, imported) && !matches(who, s.pkg) {
					t.Errorf("%s: %s may not import %s; only %q may", s.at(spec.Pos()), s.pkg, imported, who)
				}
			}
			if s.test || row == nil {
				continue // tests may look across; cycles do not compile
			}
			ours, isOurs := strings.CutPrefix(imported, "mereo/")
			if isOurs && !matches(row.may, ours) {
				t.Errorf("%s: %s may not import %s (%s)", s.at(spec.Pos()), s.pkg, ours, row.why)
			}
			if std, ok := stdOnly[s.pkg]; ok && !isOurs && !matches(std, imported) {
				t.Errorf("%s: %s may only import %s, not %s", s.at(spec.Pos()), s.pkg, std, imported)
			}
		}
	}
}

// Clocks, global random numbers and inexact functions have no place in what decides data.
func TestForbiddenCalls(t *testing.T) {
	clock := "time.Now time.Since time.Until"
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok || pkg.Obj != nil { // a local variable of that name
				return true
			}
			call := pkg.Name + "." + sel.Sel.Name
			switch {
			case matches(clock, call) && !s.test && !matches("cmd/** gen/explore engine/window internal/hostile internal/oracle internal/process", s.pkg):
				t.Errorf("%s: %s: outputs must not depend on the clock", s.at(sel.Pos()), call)
			case pkg.Name == "rand" && !matches("New NewPCG NewChaCha8 NewZipf Rand PCG ChaCha8 Source", sel.Sel.Name):
				t.Errorf("%s: %s draws from the global source; use a stream of scenes/rng", s.at(sel.Pos()), call)
			case pkg.Name == "math" && !s.test && matches(inexact, sel.Sel.Name) && matches(exactMath, s.pkg):
				t.Errorf("%s: %s has other last bits on other processors; use geom", s.at(sel.Pos()), call)
			case call == "os.Hostname" && s.pkg != "internal/process":
				t.Errorf("%s: %s: outputs must not depend on the host", s.at(sel.Pos()), call)
			}
			return true
		})
	}
}

// openers are the files below gen and scenes that open files without internal/folder, and why they may.
var openers = map[string]string{
	"gen/write/write.go":      "makes files under temporary names",
	"gen/write/sync.go":       "syncs files and folders",
	"gen/write/sync_linux.go": "syncs file systems by a folder",
	"gen/pace/pace.go":        "makes a new file",
	"gen/explore/explore.go":  "holds the dataset's folder open",
	"gen/loop/one.go":         "makes a file to be locked",
	"gen/worker/fate.go":      "reads what the kernel counts",
	"gen/loop/merge.go":       "writes below a folder",
	"gen/stream/makers.go":    "opens memory that a worker process shares",
	"gen/verify/folder.go":    "lists the dataset's folder",
	"gen/tranco/build.go":     "lists the user's videos and opens none",
	"gen/verify/report.go":    "the user names the report",
}

// What a dataset holds may come from a stranger: it is opened by internal/folder, which waits for no pipe and leaves the folder by no
// link.
func TestOpeners(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || !matches("gen/** scenes/**", s.pkg) || openers[s.name] != "" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "os" && matches("Open OpenFile ReadFile DirFS OpenRoot OpenInRoot", sel.Sel.Name) {
					t.Errorf("%s: os.%s: use internal/folder, or say in the table why not", s.at(sel.Pos()), sel.Sel.Name)
				}
			}
			return true
		})
	}
}

// Paths of one machine and notes to oneself do not belong into files.
func TestForbiddenWords(t *testing.T) {
	words := [][]byte{}
	for _, w := range []string{"TO" + "DO", "FIX" + "ME", "XX" + "X:", "/wo" + "rk/", "/ro" + "ot/"} {
		words = append(words, []byte(w))
	}
	for _, s := range sources(t) {
		for i, line := range bytes.Split(s.text, []byte("\n")) {
			for _, w := range words {
				if bytes.Contains(line, w) {
					t.Errorf("%s:%d: has %q", s.name, i+1, w)
				}
			}
		}
	}
}

// Every package says what it is.
func TestPackageComments(t *testing.T) {
	has, any := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		if s.test && s.pkg != "." {
			continue
		}
		any[s.pkg] = true
		if s.file.Doc != nil {
			has[s.pkg] = true
		}
	}
	for pkg := range any {
		if !has[pkg] {
			t.Errorf("package %s has no package comment", pkg)
		}
	}
}

// Sets are registered in cmd/sets. Elsewhere no text of the program is a set's name, and no file but those of commands that are about
// one set alone imports a set's package.
func TestSetsAreListedOnce(t *testing.T) {
	about := map[string]string{ // one set: why
		"cmd/mereo/inspect.go":       "mereo inspect",
		"cmd/mereo/inspect_sheet.go": "mereo inspect",
		"cmd/mereo/export_task.go":   "mereo export --task",
		"cmd/mereo/train.go":         "mereo train",
		"cmd/mereo/tranco.go":        "mereo tranco",
		"cmd/mereo/physics_sheet.go": "mereo assets --physics-sheet",
		"cmd/mereo/qlevr_sheet.go":   "mereo assets --qlevr-sheet",
	}
	names := strings.Fields("ptr trance qlevr shopvrb syndacate tranco")
	own := func(file string) bool {
		return strings.HasPrefix(file, "cmd/sets/") || slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(file, "gen/"+n+"/") })
	}
	for _, s := range sources(t) {
		if s.test || own(s.name) || about[s.name] != "" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			if name := strings.TrimPrefix(text, "mereo/gen/"); slices.Contains(names, name) || slices.Contains(names, path.Dir(name)) {
				t.Errorf("%s: %q names a set; cmd/sets registers them", s.name, text)
			}
			return true
		})
	}
}
