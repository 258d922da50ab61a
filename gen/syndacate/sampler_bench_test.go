package syndacate

import "testing"

// samplerBenchmarks are what the samplers are timed with: one character, three characters, words and squares.
func samplerBenchmarks() map[string]samplerConfig {
	one, three := newSamplerConfig(syndacateSampler), newSamplerConfig(syndacateSampler)
	one.seed, three.seed, three.maxObjects = 1, 3, 3
	return map[string]samplerConfig{"character": one, "characters": three, "words": newSamplerConfig(wordsSampler),
		"squares": newSamplerConfig(squaresSampler)}
}

func BenchmarkNext(b *testing.B) {
	for name, c := range samplerBenchmarks() {
		b.Run(name, func(b *testing.B) {
			s, err := newSampler(c)
			if err != nil {
				b.Fatal(err)
			}
			var e element
			b.ReportAllocs()
			for b.Loop() {
				s.next(&e)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "elements/s")
		})
	}
}

func BenchmarkSkip(b *testing.B) {
	for name, c := range samplerBenchmarks() {
		b.Run(name, func(b *testing.B) {
			s, err := newSampler(c)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				s.skip(1)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "elements/s")
		})
	}
}

// The rows of an element on top of what BenchmarkNext takes.
func BenchmarkRows(b *testing.B) {
	for name, c := range samplerBenchmarks() {
		b.Run(name, func(b *testing.B) {
			s, err := newSampler(c)
			if err != nil {
				b.Fatal(err)
			}
			var e element
			s.next(&e)
			parts, objects := rowsOf(c, &e)
			b.ReportAllocs()
			for b.Loop() {
				clear(parts)
				clear(objects)
				e.putParts(c, parts)
				e.putObjects(c, objects)
			}
		})
	}
}
