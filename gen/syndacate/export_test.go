package syndacate

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/loop"
	"mereo/gen/write/npz"
)

// exportFixture writes the file of a small task, whose elements are zero but for the last three for testing and those for
// training, and returns its folder.
func exportFixture(t *testing.T, task Task) string {
	t.Helper()
	dir := t.TempDir()
	if task.hasFeatures() {
		features := func(n int) ([]float32, []int64) {
			x, labels := make([]float32, n*64*9*9), make([]int64, n)
			for i := range labels {
				labels[i] = int64(i % 10)
				x[i*64*9*9] = float32(i) - 0.5
			}
			return x, labels
		}
		x, labels := features(200)
		_, err := npz.Write(dir, task.File(), []npz.Array{
			{Key: "x_train", Shape: []int{200, 64, 9, 9}, Data: x}, {Key: "t_train", Shape: []int{200}, Data: labels},
			{Key: "n_train", Data: []int64{200}},
			{Key: "x_test", Shape: []int{200, 64, 9, 9}, Data: x}, {Key: "t_test", Shape: []int{200}, Data: labels},
			{Key: "n_test", Data: []int64{200}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	s, err := newSampler(task.sampler)
	if err != nil {
		t.Fatal(err)
	}
	elements := make([]*element, 203)
	for i := range elements {
		elements[i] = &element{}
		s.next(elements[i])
	}
	writeElements(t, dir, task, elements)
	return dir
}

// python runs a program with Debian's numpy, h5py and PIL, which "make test" installs.
func python(t *testing.T, program string, args ...string) string {
	t.Helper()
	const name = "/usr/bin/python3"
	if out, err := exec.Command(name, "-c", "import h5py, numpy, PIL").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("python3 with h5py, numpy and PIL: %v\n%s", err, out)
		}
		t.Skipf("python3 with h5py, numpy and PIL: %v", err)
	}
	out, err := exec.Command(name, append([]string{"-c", program}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("python3: %v\n%s", err, out)
	}
	return string(out)
}

// An independent reading of the task's file must give what is exported, in every format.
const exportCheck = `
import glob, io, json, sys, tarfile
import h5py, numpy as np
from PIL import Image

source, task, out, form, is_float = sys.argv[1:]
f = np.load(source)
if task.startswith('PreTrained'):
    want = {k: f[k] for k in ('x_test', 't_test', 'x_train', 't_train')}
else:
    x, t = {
        'ImToClass': lambda: (f['images'], f['object_poses'][:, 0, :10].argmax(1)),
        'Parts2eToClass': lambda: (f['part_poses'][..., :4], f['object_poses'][:, 0, :10].argmax(1)),
        'ImToParts1e': lambda: (f['images'], f['part_poses'][..., :2]),
        'PartsToChars': lambda: (f['part_poses'], f['object_poses']),
        'ImToSingleChar': lambda: (f['images'], f['object_poses'][:, 0]),
    }[task.removesuffix('Small')]()
    if x.dtype == np.uint8 and is_float == 'true':
        x = (x / 255).astype('f4')
    want = {'x_test': x[:200], 't_test': t[:200], 'x_train': x[200:], 't_train': t[200:]}

got = {}
if form == 'npz':
    got = dict(np.load(out))
    assert list(got) == list(want), list(got)
elif form == 'hdf5':
    with h5py.File(out) as h:
        got = {k: d[...] for k, d in h.items()}
else:
    index = 0
    for split in ('test', 'train'):
        rows = {'x': [], 't': []}
        shards = sorted(glob.glob(out + '/' + split + '/*'))
        assert [s[-10:] for s in shards] == ['000000.tar'], shards
        for shard in shards:
            samples, names = {}, []
            for m in tarfile.open(shard):
                assert (m.mode, m.mtime, m.uid, m.uname) == (0o444, 0, 0, ''), m.get_info()
                names.append(m.name)
                key, ext = m.name.split('.', 1)
                samples.setdefault(key, {})[ext] = m
            assert names == sorted(names)
            tar = tarfile.open(shard)
            for key, sample in samples.items():
                sample = {e: tar.extractfile(m).read() for e, m in sample.items()}
                assert key == '%06d' % index, (key, index)
                if 'png' in sample:
                    picture = Image.open(io.BytesIO(sample['png']))
                    assert picture.mode == 'L'
                    rows['x'].append(np.asarray(picture)[None])
                else:
                    rows['x'].append(np.load(io.BytesIO(sample['x.npy'])))
                target = np.load(io.BytesIO(sample['t.npy']))
                rows['t'].append(target)
                about = json.loads(sample['json'])
                assert (about['index'], about['task'], about['split']) == (index, task, split), about
                assert (np.asarray(about['t'], target.dtype) == target).all()
                assert sorted(set(sample) - {'cls', 'json', 't.npy'}) in (['png'], ['x.npy']), list(sample)
                assert ('cls' in sample) == (target.dtype == np.int64)
                assert 'cls' not in sample or int(sample['cls']) == target
                index += 1
        for k, v in rows.items():
            got[k + '_' + split] = np.stack(v)
assert sorted(got) == sorted(want), list(got)
for k, w in want.items():
    g = got[k]
    assert g.dtype == w.dtype and g.shape == w.shape, (k, g.dtype, g.shape, w.dtype, w.shape)
    assert (g == w).all(), k
    assert w.any(), k
print('equal')
`

func TestExport(t *testing.T) {
	for _, c := range []struct {
		task  string
		float bool
	}{
		{"ImToClassSmall", false}, {"ImToClassSmall", true}, {"Parts2eToClassSmall", false}, {"ImToParts1eSmall", false},
		{"PartsToCharsSmall", false}, {"ImToSingleCharSmall", false}, {"PreTrainedPartsToClassSmall", false},
	} {
		task, err := TaskByName(c.task)
		if err != nil {
			t.Fatal(err)
		}
		data := exportFixture(t, task)
		for _, format := range ExportFormats {
			t.Run(fmt.Sprint(c.task, "/", format, "/", c.float), func(t *testing.T) {
				var bytesOf [2]map[string][]byte
				dir := t.TempDir()
				for i := range bytesOf {
					out := filepath.Join(dir, fmt.Sprint(i), "out")
					if err := Export(t.Context(), ExportOptions{data, task, format, out, c.float}); err != nil {
						t.Fatal(err)
					}
					bytesOf[i] = filesBelow(t, filepath.Dir(out))
				}
				if len(bytesOf[0]) == 0 || len(bytesOf[0]) != len(bytesOf[1]) {
					t.Errorf("%d files, and %d in another run", len(bytesOf[0]), len(bytesOf[1]))
				}
				for name, data := range bytesOf[0] {
					if !bytes.Equal(data, bytesOf[1][name]) {
						t.Errorf("%s has other bytes in another run", name)
					}
				}
				args := []string{filepath.Join(data, task.File()), c.task, filepath.Join(dir, "0", "out"), format, fmt.Sprint(c.float)}
				if got := python(t, exportCheck, args...); got != "equal\n" {
					t.Error(got)
				}
			})
		}
	}
}

func filesBelow(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		out[strings.TrimPrefix(name, dir)], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The task's own file is not written over.
func TestExportOntoItself(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, oneCharStem, 400, loop.Options{})
	task, err := TaskByName("ImToClassSmall")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, task.File())
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := "syndacate: " + name + " is the task's own file; want another place to write to"
	if err := Export(t.Context(), ExportOptions{Data: dir, Task: task, Format: "npz", Out: name}); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file changed, %v", err)
	}
}

func TestExportErrors(t *testing.T) {
	task, err := TaskByName("PartsToCharsSmall")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	check := func(o ExportOptions, want string) {
		t.Helper()
		o.Data, o.Task, o.Out = dir, task, filepath.Join(dir, "out")
		err := Export(t.Context(), o)
		if err == nil || strings.ReplaceAll(err.Error(), dir, "DIR") != want {
			t.Errorf("error is %v, want %s", err, want)
		}
		if there, _ := filepath.Glob(filepath.Join(dir, "*out*")); len(there) != 0 {
			t.Errorf("%v is left behind", there)
		}
	}
	npzFile := ExportOptions{Format: "npz"}
	file := task.File()
	check(npzFile, "syndacate: DIR/"+file+` is not there, task PartsToCharsSmall is read from it; `+
		`"mereo generate syndacate --out DIR --task PartsToCharsSmall" makes it`)
	write := func(arrays ...npz.Array) {
		if _, err := npz.Write(dir, file, arrays); err != nil {
			t.Fatal(err)
		}
	}
	parts := npz.Array{Key: "part_poses", Shape: []int{400, 25, 6}, Data: make([]float32, 400*25*6)}
	write(parts)
	check(npzFile, `syndacate: task PartsToCharsSmall: npz: DIR/`+file+`: no array "object_poses", there are part_poses`)
	write(npz.Array{Key: "part_poses", Shape: []int{3, 25, 6}, Data: make([]float32, 3*25*6)})
	check(npzFile, "syndacate: DIR/"+file+": part_poses is float32 (3, 25, 6), want float32 (400, 25, 6)")
	write(parts, npz.Array{Key: "object_poses", Shape: []int{400, 4, 18}, Data: make([]float32, 400*4*18)})
	check(npzFile, "syndacate: DIR/"+file+": object_poses is float32 (400, 4, 18), want float32 (400, 25, 18)")
	write(parts, npz.Array{Key: "object_poses", Shape: []int{400, 25, 18}, Data: make([]float32, 400*25*18)})
	check(ExportOptions{Format: "csv"}, `syndacate: no format "csv", want one of npz, hdf5, webdataset`)

	o := ExportOptions{Data: dir, Task: task, Format: "webdataset", Out: filepath.Join(dir, "shards")}
	if err := os.MkdirAll(filepath.Join(o.Out, "train"), 0o777); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(o.Out, "train", "000007.tar")
	if err := os.WriteFile(foreign, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	want := "syndacate: " + foreign + " is no shard of task PartsToCharsSmall, want a folder without others"
	if err := Export(t.Context(), o); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}

	features, err := TaskByName("PreTrainedPartsToClass")
	if err != nil {
		t.Fatal(err)
	}
	err = features.Read(t.Context(), "dir", "test", nil)
	if want := "syndacate: dir/PreTrainedPartsToClass.npz is not there, task PreTrainedPartsToClass is read from it; " +
		`"mereo train features" makes it with a trained ImToParts network`; err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}

	_, err = TaskByName("PartsToWords")
	if err == nil || !strings.HasPrefix(err.Error(), `syndacate: no task "PartsToWords", there are ImToParts, ImToParts1e, `) ||
		!strings.HasSuffix(err.Error(), "PreTrainedPartsToClass, and each with Small added") {
		t.Errorf("unknown task: %v", err)
	}
	if err := task.Read(t.Context(), dir, "val", nil); err == nil || err.Error() != `syndacate: no split "val", want test or train` {
		t.Errorf("unknown split: %v", err)
	}
}
