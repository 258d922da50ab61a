package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"mereo/internal/gltest"
)

// TestDocs types what the pages of the documentation say, every page in a folder of its own and from the top to the bottom, as a
// user does who has "mereo" on the PATH and the page. What a page is made of:
//
//   - Lines of indented blocks that begin with the name of a program are commands, but for forms of them, with words such as DIR;
//     so are the lines of fenced blocks of "sh".
//   - A fenced block behind "... `NAME`:" is the file of that name.
//   - A fenced block of Python is run. Where it reads sys.argv a comment on that line has the arguments.
//   - A page whose text says "what the commands of [another page](other.md) made" begins with a copy of that page's folder.
//
// All of it is small: counts, pictures and steps of training are those of shorter, and what cannot be typed here is in elsewhere.
// -short types two pages and reads the others.
func TestDocs(t *testing.T) {
	pages := readPages(t)
	used := map[string]bool{}
	for _, p := range pages {
		for _, s := range p.steps {
			s.shorten(p, used)
		}
	}
	for _, c := range elsewhere {
		if !used[c.command] {
			t.Errorf("no page has the command %q any more", c.command)
		}
	}
	for _, c := range shorter {
		if !used[c.pattern] {
			t.Errorf("no page has what %q stands for any more", c.pattern)
		}
	}
	needPython(t, "h5py, numpy, PIL")
	gltest.Renderer(t)
	bin := filepath.Join(t.TempDir(), "bin")
	program, err := os.Executable()
	if err == nil {
		err = errors.Join(os.Mkdir(bin, 0o777), os.Symlink(program, filepath.Join(bin, "mereo")))
	}
	if err == nil {
		err = os.CopyFS(filepath.Join(bin, "../python"), os.DirFS("../../python"))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		dir := t.TempDir()
		p.run = sync.OnceFunc(func() { p.dir, p.faults = dir, p.doAll(t.Context(), pages, dir, bin) })
	}
	longest := slices.SortedFunc(maps.Keys(pages), func(a, b string) int {
		return cmp.Or(len(pages[b].steps)-len(pages[a].steps), strings.Compare(a, b))
	})
	for _, name := range longest {
		p := pages[name]
		if len(p.steps) == 0 || testing.Short() && !slices.Contains(short, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p.run()
			for _, fault := range p.faults {
				t.Error(fault)
			}
			for _, want := range prints[name] {
				if !regexp.MustCompile(want).MatchString(p.printed.String()) {
					t.Errorf("Python prints\n%swant %s", p.printed.String(), want)
				}
			}
		})
	}
}

// short are the pages that -short runs.
var short = []string{"physics.md", "questions.md"}

// counts are how many samples a page needs for what it says about them; other pages have two of each split.
var counts = map[string]string{"questions.md": "13", "trance.md": "4"}

// shorter is what is typed in place of what a page says, so that it takes seconds, and in folders and buckets of the test.
var shorter = []struct{ pattern, with string }{
	{`^bin/mereo `, "mereo "}, // of a checkout
	{`^(mereo generate .*)--count \d+`, "$1--count COUNT"},
	{`--blocks \d+/\d+`, "--blocks 1/1"}, // the only one of so few samples
	{`s3://my-bucket/`, "file://$$PWD/bucket/"},
	{`/tmp/`, "tmp/"},
	{`^(mereo generate (?:ptr|trance|qlevr|shopvrb) .*)`, "$1 PICTURES"},
	{`^(mereo render .*)`, "$1 --quality draft"},
	{`^(mereo simulate .* --frames .*)`, "$1 --size 160x120 --sub-frames 1"},
	{`^(mereo generate syndacate .*)`, "$1 --count 20"},
	{`(--small.*) --count 20$`, "$1"},         // 400
	{`(--shift.*) --count 20$`, "$1 --small"}, // 200 are for testing
	{`--steps \d+`, "--steps 3"},
}

// withoutPictures are pages on which nothing is done with pictures; on others they are drafts.
var withoutPictures = []string{"evaluation.md", "qlevr.md", "questions.md"}

// elsewhere are commands that are not typed here, by how they begin, and why; of Python a line names it.
var elsewhere = []struct{ command, why string }{
	{"make ", "of a checkout; it installs, builds or tests"},
	{"go test ", "of a checkout"},
	{"go mod ", "needs the sources beside the program; the code is that of Examples"},
	{"MEREO_SPP=512 go test ", "of a checkout"},
	{"scripts/slurm-here ", "of a checkout; slurm_test.go runs it"},
	{"apt-get ", "installs"},
	{"bash make.sh", "needs a cluster; slurm_test.go has one"},
	{"squeue ", "needs a cluster"},
	{"tail -f ", "needs a cluster"},
	{"scancel ", "needs a cluster"},
	{"kubectl ", "needs a cluster"},
	{"mereo verify /shared/", "made on a cluster"},
	{"ls /shared/", "made on a cluster"},
	{"mereo generate ptr --out /local/", "a part for mereo merge; slurm_test.go and main_test.go put parts together"},
	{"mereo merge /data/", "the same"},
	{"ffmpeg ", "no part of what make test installs"},
	{"sha256sum ", "of a release"},
	{"tar ", "of a release"},
	{"mereo-", "of a release"},
	{"mereo tranco ", "needs COIN's annotations, which cannot be handed on; tranco_test.go has a file of their form"},
	{"mereo eval out/tranco ", "the same"},
	{"mereo train syndacate --task ImToParts --model cnn", "days of a processor; train_test.go has fewer steps"},
	{"mereo train features ", "the same"},
	{"bin/mereo view ", "the window's program stands beside mereo; view_test.go runs it"},
	{"import mlcroissant", "not in Debian"},
	{"import pandas", "not in Debian with what reads Parquet"},
	{"from datasets import", "not in Debian"},
}

// prints are what the Python of a page prints, as regular expressions.
var prints = map[string][]string{
	"physics.md": {`(?m)^crate held the plank by 1\.\d\d N s until 0\.042 s$`, `(?m)^0\.3\d\d s: ground and plank meet at 1\.\d\d m/s, \d\.\d\d N s$`},
	"ptr.md":     {`(?m)^(Chair|Table|Bed|Refrigerator|Cart) \d+ pixels, \d+\.\d\d m away, \{'`, `lowest point: 0\.020 m\n`},
	"exports.md": {`(?m)^train_000000\.png \w+ \[`, `(?m)^train_000001 \(480, 640, [34]\) \d+ questions$`, `(?m)^000000\.glb .* \w+ `,
		`(?m)^image 0: .* is model \d+, seen around pixel \(`},
	"exports-arrays.md": {`(?m)^2 \(480, 640, 3\) \['`, `(?m)^scene \[\] \[\]$`},
	"layouts.md":        {`(?m)^out/ptr/train/questions/PTR_train_000000_question.json$`},
	"qlevr.md":          {`(?m)^3d_scene/train/images/3d_train_000000\.png [A-Z].*\? (True|False) \['[a-z_]+\.json', \d`},
	"shopvrb.md":        {`(?m)^(small|medium-sized|large) .*(graspable|handle-pickable|stationary)\n    [A-Z].*[.?] `},
	"python.md": {`(?m)^\(\d+, \d+, 3\) float32 \d objects$`, `(?m)^2 \(120, 160, 3\) \d+\.\d+\n3$`,
		`(?m)^\(49, 2, 7\) the cube is at \[ ?0\.4\d* .* 0\.2 *\]\n0\.40 s: floor meets box 2\n\(240, 320, 3\) True float32$`, `(?m)^as the goal: True$`},
	"syndacate.md": {"F center -0.205 -0.189\nE center 0.297 0.569\nA center -0.028 -0.456\n",
		`(?m)^\(100, 100, 3\) \(4, 18\) \['W'\]\n0 20 rows of lines\n`},
	"tasks.md":  {`(?m)is it part of\? [AEFILMNWXZ] \{'gap_px': .*\}\n1\.0\nTrue$`},
	"trance.md": {`4 \(120, 160, 3\) \[\(`},
}

// docsPage is a page of the documentation.
type docsPage struct {
	name, text string
	steps      []*docsStep
	run        func() // types everything, once
	dir        string
	faults     []string
	printed    strings.Builder // by Python
}

// docsStep is one thing to do on a page: a command, or with a file its content; Python has arguments.
type docsStep struct {
	line          int
	command, file string
	content       string
	args          []string
}

// readPages reads README.md and docs/*.md.
func readPages(t *testing.T) map[string]*docsPage {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d pages, %v", len(names), err)
	}
	pages := map[string]*docsPage{}
	for _, name := range append(names, "../../README.md") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p := &docsPage{name: filepath.Base(name), text: string(data)}
		p.parse()
		pages[p.name] = p
	}
	return pages
}

var (
	fileNamed = regexp.MustCompile("`([\\w./-]+\\.\\w+)`:$")
	arguments = regexp.MustCompile(`sys\.argv.*# (.+)`)
	form      = regexp.MustCompile(`[ =|](DIR|SET|FILE|T|ADDRESS)\b|mereo \w+   `) // of commands: what stands for something else
	programs  = regexp.MustCompile(`^(\w+=\S+ )*(bin/)?(mereo|make|go|bash|cp|mkdir|apt-get|scripts/\S+|kubectl|squeue|tail|ls|scancel|sha256sum|tar|ffmpeg|mereo-\S+/mereo)( |$)`)
)

// parse finds the steps.
func (p *docsPage) parse() {
	lines := strings.Split(p.text, "\n")
	intro, blank := "", true // the last line of text, and whether the line before is empty or code
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch command, indented := strings.CutPrefix(line, "    "); {
		case strings.HasPrefix(line, "```"):
			first, language := i+1, line[3:]
			for i++; lines[i] != "```"; i++ {
			}
			p.fenced(first, language, intro, strings.Join(lines[first:i], "\n")+"\n")
		case indented && blank && programs.MatchString(command) && !form.MatchString(command):
			p.steps = append(p.steps, &docsStep{line: i + 1, command: command})
		case indented && blank:
		default:
			if blank = line == ""; !blank {
				intro = line
			}
		}
	}
}

func (p *docsPage) fenced(line int, language, intro, text string) {
	if language == "sh" {
		for i, command := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			p.steps = append(p.steps, &docsStep{line: line + 1 + i, command: command})
		}
		return
	}
	s := &docsStep{line: line, content: text}
	if m := fileNamed.FindStringSubmatch(intro); m != nil {
		s.file = m[1]
	} else if language != "python" {
		return // shown
	} else if m := arguments.FindStringSubmatch(text); m != nil {
		s.args = strings.Fields(m[1])
	}
	p.steps = append(p.steps, s)
}

// shorten makes a command what is typed here, empty for what is not.
func (s *docsStep) shorten(p *docsPage, used map[string]bool) {
	for _, c := range elsewhere {
		if strings.HasPrefix(s.command, c.command) || s.file == "" && s.content != "" && strings.Contains(s.content, c.command) {
			used[c.command] = true
			s.command, s.content = "", ""
		}
	}
	for _, c := range shorter {
		if re := regexp.MustCompile(c.pattern); re.MatchString(s.command) {
			used[c.pattern] = true
			s.command = re.ReplaceAllString(s.command, c.with)
		}
	}
	count := counts[p.name]
	if count == "" {
		count = "2"
	}
	pictures := "--quality draft"
	if slices.Contains(withoutPictures, p.name) {
		pictures = "--no-pictures"
	}
	s.command = strings.NewReplacer("COUNT", count, "PICTURES", pictures).Replace(s.command)
}

var basedOn = regexp.MustCompile(`what the commands of ((?:\[[^\]]+\]\(\w+\.md\)(?:, | and )?)+)\s+made`)

// doAll does the steps in a folder and returns what went wrong. What follows a fault is done, too, as it may be all right.
func (p *docsPage) doAll(ctx context.Context, pages map[string]*docsPage, dir, bin string) (faults []string) {
	for _, based := range basedOn.FindAllStringSubmatch(strings.ReplaceAll(p.text, "\n", " "), -1) {
		for _, link := range regexp.MustCompile(`\((\w+\.md)\)`).FindAllStringSubmatch(based[1], -1) {
			other := pages[link[1]]
			other.run()
			if err := exec.Command("cp", "-r", other.dir+"/.", dir).Run(); err != nil {
				faults = append(faults, fmt.Sprintf("what %s made: %v", other.name, err))
			}
		}
	}
	for _, s := range p.steps {
		if err := s.do(ctx, p, dir, bin); err != nil {
			faults = append(faults, fmt.Sprintf("%s:%d: %s%s\n%v", p.name, s.line, s.command, s.file, err))
		}
	}
	return faults
}

// do does a step.
func (s *docsStep) do(ctx context.Context, p *docsPage, dir, bin string) error {
	name, args := "bash", []string{"-c", s.command}
	switch {
	case s.file != "":
		name := filepath.Join(dir, s.file)
		return errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(s.content), 0o666))
	case s.content != "":
		name, args = "/usr/bin/python3", append([]string{"-c", s.content}, s.args...)
	case s.command == "":
		return nil
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+bin+":/usr/bin:/bin", "HOME="+dir, "PYTHONPATH="+filepath.Join(bin, "../python"), "PYTHONDONTWRITEBYTECODE=1")
	if strings.HasPrefix(s.command, "mereo explore ") {
		cmd.Args[2] = "exec " + s.command + " --listen 127.0.0.1:0"
		return visit(cmd)
	}
	out, err := cmd.CombinedOutput()
	for _, line := range strings.Split(string(out), "\n") {
		if explain := strings.HasPrefix(s.command, "mereo ask --explain "); explain && line != "" && !strings.Contains(p.text, "\n    "+line+"\n") {
			err = errors.Join(err, fmt.Errorf("the page lacks the line %q of what is printed", line))
		}
	}
	if name != "bash" {
		p.printed.Write(out)
		if err == nil && len(out) == 0 && strings.Contains(s.content, "print(") && !strings.Contains(s.content, "file=") {
			err = errors.New("it prints nothing")
		}
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// visit starts a server, looks at the page whose address it prints, and ends it as Ctrl-C does.
func visit(cmd *exec.Cmd) error {
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	address := ""
	for address == "" && lines.Scan() {
		address = regexp.MustCompile(`http://\S+`).FindString(lines.Text())
	}
	answer, err := http.Get(address)
	if err == nil {
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			err = errors.New(answer.Status)
		}
	}
	err = errors.Join(err, cmd.Process.Signal(syscall.SIGINT))
	for lines.Scan() { // until it has ended
	}
	return errors.Join(err, cmd.Wait())
}

// needPython skips a test where Python lacks modules.
func needPython(t *testing.T, modules string) {
	t.Helper()
	if out, err := exec.Command("/usr/bin/python3", "-c", "import "+modules).CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("python3 with %s: %v\n%s", modules, err, out)
		}
		t.Skipf("python3 with %s: %v", modules, err)
	}
}
