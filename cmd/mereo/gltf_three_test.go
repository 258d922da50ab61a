package main

import (
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/gltf"
	"mereo/internal/bound"
	"mereo/internal/glbs"
	"mereo/internal/gltest"
	"mereo/internal/imgdiff"
)

// sampleInThree draws samples of glTF with three.js at 128 x 96, through the first camera of the scene: once with the light and the shadows of
// the file's lamps, and once with each mesh in the color of its node's number, from 1, where its material is there.
const sampleInThree = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/"}}</script>
<script type="module">
import * as THREE from "three";
import {GLTFLoader} from "three/addons/loaders/GLTFLoader.js";
const width = 128, height = 96;
const renderers = [true, false].map(antialias => {
  const r = new THREE.WebGLRenderer({preserveDrawingBuffer: true, antialias});
  r.setPixelRatio(1);
  r.setSize(width, height);
  r.setClearColor(0, 1);
  return r;
});
renderers[0].shadowMap.enabled = true;
renderers[1].outputColorSpace = THREE.LinearSRGBColorSpace;
function flat(node, old) {
  const m = new THREE.MeshBasicMaterial({
    map: old.map, vertexColors: old.vertexColors, opacity: old.opacity, side: old.side, alphaTest: old.transparent ? 0.5 : old.alphaTest,
  });
  m.onBeforeCompile = shader => {
    shader.uniforms.node = {value: new THREE.Vector4((node & 255) / 255, (node >> 8) / 255, 0, 1)};
    shader.fragmentShader = "uniform vec4 node;" + shader.fragmentShader.replace("#include <opaque_fragment>", "gl_FragColor = node;");
  };
  m.customProgramCacheKey = () => "node";
  return m;
}
window.draw = async (name, time) => {
  const loader = new GLTFLoader();
  // Nodes are numbered before scenes are made of them, in which there may be copies.
  loader.register(parser => ({name: "numbers", beforeRoot: async () => {
    (await parser.getDependencies("node")).forEach((o, i) => { o.userData.node = i + 1; });
  }}));
  const gltf = await loader.loadAsync("/" + name + ".glb");
  const scene = gltf.scene;
  if (time > 0) {
    const mixer = new THREE.AnimationMixer(scene);
    const action = mixer.clipAction(gltf.animations[0]);
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  let camera;
  scene.traverse(o => {
    if (o.isCamera) camera ??= o;
    if (o.isPoints || o.isLine) o.visible = false;
    if (o.isMesh) {
      o.castShadow = o.receiveShadow = true;
      o.frustumCulled = false; // skins move meshes out of their boxes
      o.material.shadowSide = THREE.DoubleSide;
    }
    if (o.isLight) {
      o.castShadow = true;
      o.shadow.mapSize.set(1024, 1024);
      o.shadow.camera.near = 0.05;
      o.shadow.normalBias = 0.02;
      o.shadow.bias = -0.003; // where there are no normals
    }
  });
  const picture = r => {
    r.render(scene, camera);
    return r.domElement.toDataURL("image/png");
  };
  const lit = picture(renderers[0]);
  scene.traverse(o => {
    if (!o.isMesh) return;
    let node = 0;
    for (let up = o; up; up = up.parent) {
      if (up.userData.node) { node = up.userData.node; break; }
    }
    o.material = flat(node, o.material);
  });
  return {lit, ids: picture(renderers[1])};
};
window.ready = true;
</script><body></body>`

// How far three.js may be from us. It has no light but that of lamps, so what they do not light is black there, and what metal mirrors.
const (
	sameNodes  = 0.998 // the least share of equal pixels; rasterizers differ by what rounding does to silhouettes
	sampleFLIP = 0.3
	meanFLIP   = 0.2
)

// otherNodes are samples of which three.js shows other nodes, with the share of equal pixels.
var otherNodes = map[string]float64{
	"sides": 0.94, // it leaves surfaces out that face away; all of ours have two sides
}

// ourSample is a sample drawn by us.
type ourSample struct {
	*frame.Images
	nodes []uint16 // of the file, from 1, for each pixel
	frame *frame.Frame
}

// picture is its color.
func picture(im *frame.Images) *imgdiff.Picture {
	return &imgdiff.Picture{Width: im.Width, Height: im.Height, RGB: im.RGB}
}

func drawSample(t *testing.T, s glbs.Sample, path string) ourSample {
	t.Helper()
	var at *gltf.Moment
	if s.Time > 0 {
		at = &gltf.Moment{Time: s.Time}
	}
	scene, err := gltf.LoadAt(path, bound.New(0), at)
	if err != nil {
		t.Fatal(err)
	}
	f := scene.Frame
	if f.Camera, err = (renderView{size: [2]int{128, 96}, number: -1}).of(f, scene.Cameras); err != nil {
		t.Fatal(err)
	}
	im, err := gltest.Renderer(t).Render(f)
	if err != nil {
		t.Fatal(err)
	}
	node := map[uint16]uint16{} // by part
	for i, in := range f.Instances {
		node[in.Part] = uint16(scene.Nodes[i].Index) + 1
	}
	out := ourSample{Images: im, frame: f}
	for _, part := range im.Part {
		out.nodes = append(out.nodes, node[part])
	}
	return out
}

// Samples of glTF show the same nodes in three.js as in our renderer, in about the same light. With MEREO_SHEETS set to a folder all samples are drawn
// side by side there: gltf.jpg as we draw them, gltf-compared.jpg beside path tracing and three.js.
func TestSamplesInThree(t *testing.T) {
	t.Parallel()
	gltest.Renderer(t)
	all, dir := glbs.All(), t.TempDir()
	p := openThree(t, sampleInThree, func(mux *http.ServeMux) { mux.Handle("/", http.FileServer(http.Dir(dir))) })
	p.allow("Ignoring primitive type .extras")
	p.waitFor("window.ready")
	drawn := &sampleSheets{}
	sum, n := 0.0, 0
	for _, s := range all {
		path := filepath.Join(dir, s.Name+".glb")
		if err := os.WriteFile(path, s.GLB, 0o666); err != nil {
			t.Fatal(err)
		}
		if !s.ThreeJS && os.Getenv("MEREO_SHEETS") == "" {
			continue
		}
		ours := drawSample(t, s, path)
		var got struct{ Lit, IDs string }
		p.evalAsync(fmt.Sprintf("draw(%q, %g)", s.Name, s.Time), &got)
		lit, ids := pictureIn(t, got.Lit), pictureIn(t, got.IDs)
		drawn.add(t, s.Name, ours, lit)
		if !s.ThreeJS {
			continue
		}
		same := 0
		for i, node := range ours.nodes {
			if node == uint16(ids.RGB[3*i])|uint16(ids.RGB[3*i+1])<<8 {
				same++
			}
		}
		_, mean, err := imgdiff.FLIP(picture(ours.Images), lit)
		if err != nil {
			t.Fatal(err)
		}
		sum, n = sum+mean, n+1
		share := float64(same) / float64(len(ours.nodes))
		t.Logf("%-28s nodes %.4f, mean FLIP %.3f", s.Name, share, mean)
		least, other := otherNodes[s.Name]
		if !other {
			least = sameNodes
		}
		if share < least {
			t.Errorf("%s: three.js shows our nodes in %.4f of all pixels, want %g", s.Name, share, least)
		}
		if mean > sampleFLIP {
			t.Errorf("%s: mean FLIP %.3f to three.js, want at most %g", s.Name, mean, sampleFLIP)
		}
	}
	t.Logf("%d samples, mean FLIP %.3f", n, sum/float64(n))
	if n < 50 || sum/float64(n) > meanFLIP {
		t.Errorf("the mean FLIP of %d samples to three.js is %.3f, want at most %g of at least 50", n, sum/float64(n), meanFLIP)
	}
	drawn.write(t)
}

// sampleSheets are the sheets of all samples, if they are wanted.
type sampleSheets struct{ ours, compared sheet }

func (d *sampleSheets) add(t *testing.T, name string, ours ourSample, three *imgdiff.Picture) {
	t.Helper()
	if os.Getenv("MEREO_SHEETS") == "" {
		return
	}
	if d.ours.sections == nil {
		d.ours = sheet{tile: 128, high: 96, perFamily: 1, widest: 1240}
		d.compared = sheet{tile: 128, high: 96, perFamily: 3}
		d.ours.heading("glTF", nil)
		d.compared.heading("glTF: standard, path tracing, three.js", nil)
	}
	f := *ours.frame
	f.Quality, f.SPP = frame.Reference, 64
	traced, err := gltest.Renderer(t).Render(&f)
	if err != nil {
		t.Fatal(err)
	}
	tile := func(p *imgdiff.Picture) image.Image { return rgbImage(p.Width, p.Height, p.RGB) }
	d.ours.family(name, []image.Image{tile(picture(ours.Images))})
	d.compared.family(name, []image.Image{tile(picture(ours.Images)), tile(picture(traced)), tile(three)})
}

func (d *sampleSheets) write(t *testing.T) {
	t.Helper()
	dir := os.Getenv("MEREO_SHEETS")
	if dir == "" {
		return
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*sheet{"gltf.jpg": &d.ours, "gltf-compared.jpg": &d.compared} {
		im, err := s.draw()
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := jpeg.Encode(f, im, &jpeg.Options{Quality: 82}); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
