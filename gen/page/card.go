package page

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"mereo/gen"
	"mereo/gen/write"
)

// writeCard writes the dataset card: what the set is, what lies where, how much, and how to make it again.
func writeCard(root string, about gen.About, m *gen.Manifest) (write.File, error) {
	return write.Stream(root, gen.CardName, func(w io.Writer) error {
		var b strings.Builder
		license, _ := about.LicenseID()
		if license == "other" {
			license += fmt.Sprintf("\nlicense_name: %q", about.License)
		}
		fmt.Fprintf(&b, "---\npretty_name: %q\nlicense: %s\ntags: [synthetic, visual-reasoning, mereo]\n---\n\n", about.Title, license)
		fmt.Fprintf(&b, "# %s\n\n%s\n\n", plain(about.Title), strings.TrimSpace(about.Summary))
		if m.Pictures && len(about.Pictures) > 0 && len(m.Splits) > 0 {
			fmt.Fprintf(&b, "![the first samples](%s)\n\n", gen.SheetName)
		}

		b.WriteString("## Splits\n\n| split | samples | questions | files | MB | attempts | drawn by |\n|---|---|---|---|---|---|---|\n")
		for _, s := range m.Splits {
			var drawn []string
			for _, r := range slices.Sorted(maps.Keys(s.Renderers)) {
				drawn = append(drawn, fmt.Sprintf("%s (%d)", plain(r), s.Renderers[r]))
			}
			if len(drawn) == 0 {
				drawn = []string{"nothing: records only"}
			}
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %.1f | %d | %s |\n", plain(s.Split), s.Samples, s.Questions, s.Files, float64(s.Bytes)/1e6, s.Attempts, strings.Join(drawn, ", "))
		}

		b.WriteString("\n## Files\n\n| path | content |\n|---|---|\n")
		for _, row := range about.Layout {
			fmt.Fprintf(&b, "| `%s` | %s |\n", row.Path, row.Meaning)
		}
		fmt.Fprintf(&b, "| `<split>/blocks/NNNN.json` | the samples of a block of %d consecutive indices and what was asked about them, with size and SHA-256 of every file |\n", gen.BlockSize)
		fmt.Fprintf(&b, "\nBeside them `%s` (set, seed, configuration), `%s` (counts, rejections by reason, checksums) and `%s` (distributions).\n",
			gen.DatasetFile, gen.ManifestFile, gen.StatsName)

		fmt.Fprintf(&b, "\n## Making it again\n\nEvery sample follows from set, configuration, seed, split and index. With %s and the `%s` of this folder:\n\n", plain(m.Program), gen.DatasetFile)
		for _, s := range m.Splits {
			set := m.Set
			if about.Described {
				set = gen.DatasetFile
			}
			again := fmt.Sprintf("mereo generate %s --out DIR --config %s --seed %d --split %s --count %d", set, gen.DatasetFile, m.Seed, s.Split, s.Samples)
			if about.Again != "" {
				again = fmt.Sprintf(about.Again, s.Split, s.Samples)
			}
			if !m.Pictures {
				again += " --no-pictures"
			}
			fmt.Fprintf(&b, "    %s\n", oneLine(again))
		}
		fmt.Fprintf(&b, "\n## Naming it\n\nThe SHA-256 of identity, samples and questions names this dataset, whatever drew it, and is what to cite:\n\n    %s\n\n", m.Data)
		fmt.Fprintf(&b, "That of records and questions alone, which pictures of other drivers leave as it is:\n\n    %s\n", m.Records)
		b.WriteString("\n`mereo verify DIR` prints both. It checks every file and every promise the labels make.\n")

		if rejects := rejectsOf(m); len(rejects) > 0 {
			b.WriteString("\n## Rejections\n\nWhat was drawn and not kept, by reason:\n\n| reason | times |\n|---|---|\n")
			for _, r := range slices.Sorted(maps.Keys(rejects)) {
				fmt.Fprintf(&b, "| %s | %d |\n", plain(r), rejects[r])
			}
		}
		b.WriteString(about.Owed())
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// plain is text that Markdown and the HTML in it show as it is, in a table or a heading, too.
func plain(text string) string {
	return markdown.Replace(oneLine(text))
}

var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "://", "&#58;//", "@", "&#64;")

// oneLine is text whose control characters are spaces, so that it stays in its place.
func oneLine(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, text)
}

// rejectsOf adds up the reasons over all splits.
func rejectsOf(m *gen.Manifest) map[string]int {
	sum := map[string]int{}
	for _, s := range m.Splits {
		for r, n := range s.Rejects {
			sum[r] += n
		}
	}
	return sum
}
