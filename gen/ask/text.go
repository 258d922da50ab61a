package ask

import (
	"strings"

	"mereo/scenes/rng"
)

// Voice says values in a set's language.
type Voice[S any] interface {
	// Anchor tells for a name that is no slot whether it is a phrase of several slots, and a slot that a template with this
	// phrase must have: "G2" is the phrase of the group that slot "S2" belongs to.
	Anchor(phrase string) (slot string, ok bool)
	// Say is the words of a slot or phrase in a form, without article.
	Say(s *Saying[S], name string, form Form) string
	// Many tells whether a slot or phrase is plural where the text does not ask for a form.
	Many(s *Saying[S], name string) bool
}

// Saying is a question while it is put into words.
type Saying[S any] struct {
	*Instance[S]
	words  Words
	stream *rng.Stream
	chosen map[string]Word
	voice  Voice[S]
	// Mentioned are the objects that the text has named so far, for a Voice that says "the same chair" of them. It is the
	// Voice that fills it.
	Mentioned []Mention
}

// Mention is an object and the noun that it was named by.
type Mention struct {
	Object Object
	Noun   string
}

// Word chooses one of a key's words, the same one whenever a question uses the key again. A key without words stands for
// itself, in lower case.
func (s *Saying[S]) Word(key string) Word {
	w, ok := s.chosen[key]
	if !ok {
		if list := s.words[key]; len(list) > 0 {
			w = rng.Choose(s.stream, list)
		} else {
			w = Word{One: strings.ToLower(key)}
		}
		s.chosen[key] = w
	}
	return w
}

// Text says an instance in one of its template's phrasings. Everything is lower case as in the template; articles agree with
// the word behind them, spaces are single, and none stands before a mark.
func (g *Grammar[S]) Text(in *Instance[S], voice Voice[S], stream *rng.Stream) string {
	s := &Saying[S]{Instance: in, words: g.Words, stream: stream, chosen: map[string]Word{}, voice: voice}
	var b strings.Builder
	s.write(&b, rng.Choose(stream, in.Template.phrasings))
	return Tidy(b.String())
}

func (s *Saying[S]) write(b *strings.Builder, seq sequence) {
	for _, it := range seq {
		switch it := it.(type) {
		case literal:
			b.WriteString(string(it))
		case mention:
			b.WriteString(s.voice.Say(s, it.name, it.form))
		case choice:
			s.write(b, rng.Choose(s.stream, it))
		case agreement:
			if s.voice.Many(s, it.name) {
				s.write(b, it.many)
			} else {
				s.write(b, it.one)
			}
		case optional:
			if s.stream.Bool(0.5) {
				s.write(b, sequence(it))
			}
		}
	}
}

// marks are those without a space before them.
const marks = "?.,;:!"

// Tidy makes spaces single, takes those before marks away, and lets the articles a and an agree with the word behind them,
// by its first letter.
func Tidy(text string) string {
	words := strings.Fields(text)
	var b strings.Builder
	for i, w := range words {
		if (w == "a" || w == "an") && i+1 < len(words) {
			w = Article(words[i+1])
		}
		if i > 0 && !strings.ContainsAny(w[:1], marks) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// Article is "a" or "an", as the word behind it begins with a vowel or not.
func Article(word string) string {
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) && strings.TrimRight(word, marks) != "one" {
		return "an"
	}
	return "a"
}
