package serve

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/stream"
)

// message is a frame as a client sends it.
func message(head string) []byte {
	var b bytes.Buffer
	if err := writeFrame(&b, json.RawMessage(head), nil); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// talk sends bytes and then leaves, and returns what comes back.
func talk(t *testing.T, s *Server, sent ...[]byte) (heads []string, err error) {
	t.Helper()
	var out bytes.Buffer
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(t.Context(), bytes.NewReader(bytes.Join(sent, nil)), &out) }()
	select {
	case err = <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("the server does not end")
	}
	for {
		f, rerr := readFrame(&out, maxHead, maxBody)
		if rerr != nil {
			return heads, err
		}
		heads = append(heads, string(f.head))
	}
}

// Whatever a client sends, it is answered with a sentence, in the order of its requests, and the server ends when it leaves.
func TestClients(t *testing.T) {
	s := &Server{
		Token: "right",
		Dataset: func(dir string) (show.Set, gen.Identity, error) {
			return nil, gen.Identity{}, errors.New(dir + ": no dataset is there")
		},
		Stream: func(context.Context, *StreamOf) (stream.Options, error) {
			return stream.Options{}, errors.New("no set is there")
		},
	}
	hello := message(`{"mereo": 1, "token": "right"}`)
	claims := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(nil, 8), 2<<30)
	for _, c := range []struct {
		name  string
		sent  [][]byte
		heads []string // parts of the answers behind the greeting, or of the answer to it
		err   string
	}{
		{"leaves at once", nil, nil, "EOF"},
		{"other protocol", [][]byte{message(`{"mereo": 7}`)}, []string{"the client speaks version 7 of the protocol"}, "version 7"},
		{"other token", [][]byte{message(`{"mereo": 1, "token": "wrong"}`)}, []string{"the token is another one than"}, "token"},
		{"no token", [][]byte{message(`{"mereo": 1}`)}, []string{"a token is missing: give the one"}, "token"},
		{"long greeting", [][]byte{message(`{"mereo": 1, "token": "` + strings.Repeat("x", maxHello) + `"}`)}, nil, "a head of 4118 bytes"},
		{"no greeting", [][]byte{message(`{"do": "open"}`)}, []string{"is no greeting"}, "no greeting"},
		{"no JSON", [][]byte{message(`[1]`)}, []string{"is no greeting"}, "no greeting"},
		{"greets", [][]byte{hello}, []string{`"mereo":1`}, ""},
		{"cut off", [][]byte{hello, message(`{"do": "open"}`)[:20]}, []string{`"mereo":1`}, "cut off"},
		{"claims 2 GB", [][]byte{hello, claims}, []string{`"mereo":1`}, "a body of 2147483648"},
		{"claims 1 GB", [][]byte{hello, binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(nil, 2), 1<<30), []byte("{}")}, []string{`"mereo":1`}, "cut off"},
		{"asks", [][]byte{
			hello, message(`{"do": "open", "dir": "here"}`), message(`{"do": "stream", "set": "x"}`), message(`{"do": "next", "handle": 3}`),
			message(`{"do": "dance"}`), message(`{"do": "open", "folder": "x"}`), message(`"open"`),
		}, []string{
			`"mereo":1`, "here: no dataset is there", "no set is there", "next: nothing is open under handle 3", "dance: nothing is open under handle 0",
			"folder is an unknown key", "a request is no JSON",
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			heads, err := talk(t, s, c.sent...)
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("error is %v, want %q", err, c.err)
			}
			if len(heads) != len(c.heads) {
				t.Fatalf("%d answers, want %d: %q", len(heads), len(c.heads), heads)
			}
			for i, want := range c.heads {
				if !strings.Contains(heads[i], want) {
					t.Errorf("answer %d is %s, want %q in it", i, heads[i], want)
				}
			}
		})
	}
}

func FuzzFrames(f *testing.F) {
	f.Add(message(`{"mereo": 1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytes.NewReader(data)
		for {
			m, err := readFrame(r, maxHead, maxBody)
			if err != nil {
				if err == io.EOF && r.Len() > 0 {
					t.Error("an end in the middle")
				}
				return
			}
			var b bytes.Buffer
			if json.Valid(m.head) {
				if err := writeFrame(&b, m.head, [][]byte{m.body}); err != nil {
					t.Fatal(err)
				}
				again, err := readFrame(&b, maxHead, maxBody)
				if err != nil || !bytes.Equal(again.body, m.body) {
					t.Errorf("a message comes back as another one, %v", err)
				}
			}
		}
	})
}
