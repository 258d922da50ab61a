package explore

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// storeDir is the folder of the answers, in that of the dataset.
const storeDir = "human_test"

// line is an answer of a person.
type line struct {
	User     string          `json:"user"`
	Problem  string          `json:"problem"`
	Split    string          `json:"split"`
	Index    int             `json:"index"`
	Question *int            `json:"question,omitempty"` // of the page of the sample; nil for tasks
	Answer   json.RawMessage `json:"answer"`
	Started  time.Time       `json:"started"` // by the clock of the person's computer
	Seconds  float64         `json:"seconds"`
	Mode     string          `json:"mode"`
	Stored   time.Time       `json:"stored"` // by the server's clock
	// Judgement is of the moment of the answer, whether the person saw it then or not.
	Judgement show.Judgement `json:"judgement"`
}

// about tells whether two lines are of the same question.
func (l *line) about(split string, index int, question *int) bool {
	return l.Split == split && l.Index == index && (l.Question == nil) == (question == nil) &&
		(question == nil || *l.Question == *question)
}

// store keeps the answers: for each user and problem a file, human_test/USER.PROBLEM.jsonl, to which lines are added and never
// changed. An answer counts as stored when it is on the disk: a crash at any moment loses none of those, and leaves at most a
// last line that is not complete, which readers skip and the next answer replaces.
type store struct {
	folder *os.Root
	mu     sync.Mutex
}

// maxStore is how many bytes of answers a user has to a problem at most: some ten thousand answers.
const maxStore = 16 << 20

// maxUser is the longest name of a user, characters.
const maxUser = 64

// checkUser tells what a name may be.
func checkUser(user string) error {
	switch {
	case strings.TrimSpace(user) == "":
		return badRequest("the user has no name")
	case !utf8.ValidString(user) || strings.ContainsFunc(user, unicode.IsControl):
		return badRequest("the user's name is %q, want text without control characters", show.Cut(user))
	case utf8.RuneCountInString(user) > maxUser:
		return badRequest("the user's name has %d characters, want at most %d", utf8.RuneCountInString(user), maxUser)
	}
	return nil
}

// safeName makes a file name of any text: letters, digits, - and _ of ASCII stay, other bytes become %XX. What gets long is cut,
// and the end of its SHA-256 keeps it apart from others.
func safeName(text string) string {
	const longest = 100
	var b strings.Builder
	for _, char := range text {
		escaped := ""
		for _, c := range []byte(string(char)) {
			if c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
				escaped += string(c)
			} else {
				escaped += fmt.Sprintf("%%%02X", c)
			}
		}
		if b.Len()+len(escaped) > longest {
			sum := sha256.Sum256([]byte(text))
			return b.String() + "-" + hex.EncodeToString(sum[:4])
		}
		b.WriteString(escaped)
	}
	return b.String()
}

func storeName(user, problem string) string {
	return path.Join(storeDir, safeName(user)+"."+safeName(problem)+".jsonl")
}

// lines reads the answers of a user to a problem, oldest first. A line that is not complete is none.
func (s *store) lines(user, problem string) ([]line, error) {
	f, err := folder.In(s.folder, storeName(user, problem))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("explore: answers: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("explore: answers: %w", err)
	}
	return readLines(f, info.Size(), user)
}

// readLines reads the answers of a user in the first bytes of a file.
func readLines(f *os.File, end int64, user string) ([]line, error) {
	if end > maxStore {
		return nil, fmt.Errorf("explore: answers: the file has %d bytes, want at most %d", end, int64(maxStore))
	}
	data := make([]byte, end)
	if _, err := f.ReadAt(data, 0); err != nil {
		return nil, fmt.Errorf("explore: answers: %w", err)
	}
	var out []line
	for text := range bytes.Lines(data) {
		var l line
		if json.Unmarshal(text, &l) == nil && l.User == user {
			out = append(out, l)
		}
	}
	return out, nil
}

// add stores an answer and returns what is stored then: of the same answer sent again, as after a lost connection, the first
// one. Another answer to a question that has one is refused. When add returns without an error, the answer is on the disk.
func (s *store) add(l *line) (*line, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.open(storeName(l.User, l.Problem))
	if err != nil {
		return nil, notStored(err)
	}
	defer f.Close()
	end, err := completeLines(f)
	if err != nil {
		return nil, notStored(err)
	}
	before, err := readLines(f, end, l.User)
	if err != nil {
		return nil, notStored(err)
	}
	for i := range before {
		switch b := &before[i]; {
		case !b.about(l.Split, l.Index, l.Question):
		case b.Started.Equal(l.Started) && sameJSON(b.Answer, l.Answer):
			return b, nil
		default:
			return nil, statusError{http.StatusConflict, fmt.Errorf("%s has answered this before", l.User)}
		}
	}
	if err := s.append(f, end, l); err != nil {
		return nil, notStored(err)
	}
	return l, nil
}

// sameJSON tells whether two values are written alike, but for spaces.
func sameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

func notStored(err error) error { return fmt.Errorf("the answer was not stored: %w", err) }

// writable tells what keeps answers from being stored in a dataset's folder, as far as that can be known without writing.
func writable(root string) error {
	const write, search = 2, 1 // W_OK, X_OK of access(2)
	err := syscall.Access(filepath.Join(root, storeDir), write|search)
	if errors.Is(err, fs.ErrNotExist) {
		err = syscall.Access(root, write|search)
	}
	return err
}

// open opens a file of answers, and keeps other programs away from it until it is closed.
func (s *store) open(name string) (*os.File, error) {
	if err := s.folder.Mkdir(storeDir, 0o777); err == nil {
		if err := s.sync("."); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	f, err := s.folder.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND|syscall.O_NONBLOCK, 0o666) // a pipe is not waited for
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file", name)
	}
	if err == nil {
		err = write.Lock(f, true)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// append puts a line after those that are complete, onto the disk.
func (s *store) append(f *os.File, end int64, l *line) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := f.Truncate(end); err != nil {
		return err
	}
	if _, err = f.Write(append(text, '\n')); err == nil {
		err = f.Sync()
	}
	if err != nil {
		f.Truncate(end) // half a line would be skipped anyway
		return err
	}
	if end == 0 {
		return s.sync(storeDir) // the name of a new file
	}
	return nil
}

// completeLines is where the last line ends that is complete.
func completeLines(f *os.File) (end int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	const step = 4096
	buf := make([]byte, step)
	for end = info.Size(); end > 0; {
		from := max(0, end-step)
		n, err := f.ReadAt(buf[:end-from], from)
		if err != nil && err != io.EOF {
			return 0, err
		}
		if i := bytes.LastIndexByte(buf[:n], '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		end = from
	}
	return 0, nil
}

// sync makes the names in a folder safe from a crash.
func (s *store) sync(dir string) error {
	d, err := s.folder.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
