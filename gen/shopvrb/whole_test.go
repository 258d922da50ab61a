package shopvrb

import "testing"

// No thing is cut off by the border, standing or fallen; as published many are.
func TestThingsAreWhole(t *testing.T) {
	dropped := dropConfig()
	opened := DefaultSceneConfig()
	opened.Articulate = true
	for name, c := range map[string]struct {
		cfg    SceneConfig
		scenes int
	}{
		"default": {DefaultSceneConfig(), 60}, "opened": {opened, 20}, "dropped": {dropped, 5}, "as published": {scenesAsPublished(), 60},
		"long lens": {sized(640, 480, maxLensMM), 10},
	} {
		touch, attempts := 0, 0
		for index := range c.scenes {
			m, err := newSampler(c.cfg, 5, "train").Sample(index)
			if err != nil {
				t.Fatal(err)
			}
			attempts += 1 + m.rejects.Total()
			w, h := m.optics.width, m.optics.height
			on := 0
			for at, id := range m.seen.Object {
				if x, y := at%w, at/w; id != 0 && (x == 0 || y == 0 || x == w-1 || y == h-1) {
					on++
				}
			}
			if on > 0 {
				touch++
			}
		}
		t.Logf("%s: %d of %d scenes with a thing at the border, %.1f attempts a scene", name, touch, c.scenes, float64(attempts)/float64(c.scenes))
		if cut := c.cfg.Published.CutOff; touch > 0 != cut {
			t.Errorf("%s: in %d of %d scenes the border cuts something off", name, touch, c.scenes)
		}
	}
}
