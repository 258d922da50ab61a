package worlds

import (
	"mereo/scenes/shoot"
)

// Document is a world as its file says it. The tags "doc" are the descriptions in the schema.
type Document struct {
	Name    string   `yaml:"name" doc:"names the set in files and on the command line: lower-case letters, digits, - and _"`
	Version int      `yaml:"version" doc:"of the document; part of the identity of datasets, as all of it is"`
	Title   string   `yaml:"title" doc:"heading of the dataset card; if left out, the name"`
	Summary string   `yaml:"summary" doc:"a few sentences for the card, Markdown"`
	License string   `yaml:"license" doc:"of the data"`
	Cite    []string `yaml:"cite" doc:"works to cite"`

	Attributes Attributes     `yaml:"attributes" doc:"axes on which things differ; each can be filtered, asked for and compared in questions"`
	Things     []Thing        `yaml:"things" doc:"what can stand in a scene"`
	Looks      Named[Look]    `yaml:"looks" doc:"surfaces by name"`
	Scene      Scene          `yaml:"scene" doc:"how many things there are, which, and where"`
	Motion     *Motion        `yaml:"motion" doc:"films in place of single pictures: things move, and a sample has many frames"`
	Ground     Ground         `yaml:"ground" doc:"what they stand on"`
	Lights     []Lamp         `yaml:"lights" doc:"lamps and suns; if left out, three lamps for a scene six wide, and a gray sky"`
	Sky        Color          `yaml:"sky" doc:"radiance that comes from everywhere beyond the ground; black if left out"`
	Cameras    []Camera       `yaml:"cameras" doc:"views of every scene; the first one is that of pictures in exports and of relations"`
	Relations  Relations      `yaml:"relations" doc:"how things lie to each other, as the first camera sees it"`
	Write      Write          `yaml:"write" doc:"which files a sample has"`
	Render     Render         `yaml:"render" doc:"how color pictures are drawn: quality, view, look, spp and realism as in docs/realism.md; flags of the command line are stronger"`
	Splits     Named[Split]   `yaml:"splits" doc:"parts of the dataset, and what is different in them; if left out train, val and test"`
	Questions  *QuestionRules `yaml:"questions" doc:"what is asked; without this key nothing is"`
}

// Thing is one sort of things. Keys that are names of attributes say which values it has: others are never drawn with it.
type Thing struct {
	Is      Named[Values] `yaml:"-"` // by attribute
	Model   Model         `yaml:"model" doc:"its shape"`
	Scale   Expression    `yaml:"scale" doc:"by which lengths of the model are multiplied: a number, or + - * / sqrt min max of numbers of attributes; if left out, 1"`
	Look    LookOf        `yaml:"look" doc:"its surface; models with surfaces of their own keep them without it"`
	Radius  Expression    `yaml:"radius" doc:"of the circle that it claims on the ground; if left out, that around its outline"`
	Weight  float64       `yaml:"weight" doc:"how often it is taken among things that fit the values drawn; if left out, 1"`
	Parts   Values        `yaml:"parts" doc:"attributes of the look that its parts have in place of the thing, parts of one label alike, such as [color]"`
	Static  bool          `yaml:"static" doc:"in films it stays where it is, such as a ramp"`
	Density Expression    `yaml:"density" doc:"kg/m3, for scenes in which things fall; if left out, 500"`
}

// Model is a shape: exactly one of primitive, furniture, kitchen and file says which.
type Model struct {
	Primitive string  `yaml:"primitive" doc:"a shape of half height or radius 1: box, sphere, cylinder, cone, pyramid, prism, torus, capsule, wedge, tetrahedron, octahedron, dodecahedron, icosahedron"`
	Bevel     float64 `yaml:"bevel" doc:"radius of rounded edges of boxes, cylinders and prisms, in the unit of the shape"`
	Sides     int     `yaml:"sides" doc:"of the outline of prisms and pyramids; if left out, 6 and 4"`
	Height    float64 `yaml:"height" doc:"of a cylinder, prism, cone, pyramid, capsule or wedge over its width; if left out, 1"`
	Tube      float64 `yaml:"tube" doc:"radius of the tube of a torus, whose outline has radius 1; if left out, 0.3"`

	Furniture string   `yaml:"furniture" doc:"a category of our furniture: Chair, Table, Bed, Refrigerator or Cart"`
	Families  []string `yaml:"families" doc:"of the furniture; if left out, all"`
	Kitchen   string   `yaml:"kitchen" doc:"a class of our kitchen things, such as mug, or \"all\""`
	Pool      string   `yaml:"pool" doc:"training or benchmark things of the kitchen; if left out, training"`
	Variants  int      `yaml:"variants" doc:"how many models of each furniture category there are; if left out, 20"`

	File       string `yaml:"file" doc:"glTF, GLB, OBJ, PLY or STL files beside the document, as a pattern such as models/*.glb; ** stands for folders in folders"`
	Up         string `yaml:"up" doc:"the axis of the files that points up, x, y or z, where NAME.json or index.csv beside them does not say; if left out, y for glTF and OBJ, z for PLY and STL"`
	SkipBroken bool   `yaml:"skip_broken" doc:"files that cannot be read are left out, and counted; otherwise the first one is an error"`
}

// String is the key that brings the model, and its value.
func (m *Model) String() string {
	switch {
	case m.Primitive != "":
		return "primitive: " + m.Primitive
	case m.Furniture != "":
		return "furniture: " + m.Furniture
	case m.Kitchen != "":
		return "kitchen: " + m.Kitchen
	}
	return "file: " + m.File
}

// Look is a surface.
type Look struct {
	Base         Base    `yaml:"base" doc:"its color: the name of an attribute with colors, or a color; white if left out"`
	Metallic     float64 `yaml:"metallic" doc:"0 to 1"`
	Roughness    float64 `yaml:"roughness" doc:"0, a mirror, to 1"`
	IOR          float64 `yaml:"ior" doc:"index of refraction, from 1, which has no highlight; if left out, 1.45"`
	Transmission float64 `yaml:"transmission" doc:"share of light that passes, 0 to 1"`
	Glow         float64 `yaml:"glow" doc:"radiance that leaves it, W/m2/sr, of the base color"`
}

// Scene is what is drawn by lot for every sample.
type Scene struct {
	Fixed    Fixed         `yaml:"fixed" doc:"a file of a scene that is there in every sample"`
	Count    Count         `yaml:"count" doc:"how many things: a number, or a range such as 3..10, uniform"`
	Draw     Named[Odds]   `yaml:"draw" doc:"by attribute: uniform, or weights of values"`
	Forbid   []Condition   `yaml:"forbid" doc:"values that no thing has together, by attribute"`
	Once     Named[Values] `yaml:"once" doc:"values that exactly one thing has, by attribute, such as {color: [red, yellow]}"`
	Distinct bool          `yaml:"distinct" doc:"no two things have the same values of all attributes"`
	Place    Placing       `yaml:"place" doc:"where things stand"`
	Accept   Accept        `yaml:"accept" doc:"which scenes are kept"`
	Attempts int           `yaml:"attempts" doc:"scenes that are drawn for a sample before it is an error; if left out, 10,000"`
}

// Fixed is a scene of a file: its objects are things that stay where they are, before those that are drawn by lot.
type Fixed struct {
	File         string   `yaml:"file" doc:"a glTF or GLB file beside the document; its lamps, sky, camera and surroundings are those of the world where the document has none"`
	Surroundings []string `yaml:"surroundings" doc:"names of nodes, or patterns such as wall*, that are no things; if left out, what has no id in a file with ids"`
}

// Placing is where things stand.
type Placing struct {
	Region  [][]float64   `yaml:"region" doc:"[[x0, x1], [y0, y1]], in which middles of things are; if left out, [[-3, 3], [-3, 3]]"`
	Gap     float64       `yaml:"gap" doc:"least distance between the circles that things claim"`
	Margin  Margin        `yaml:"margin" doc:"how far apart two things must be for a relation to hold surely"`
	Turn    Turn          `yaml:"turn" doc:"about the vertical: uniform, none, or a range of degrees such as -30..30; if left out, uniform"`
	Tries   int           `yaml:"tries" doc:"places that are tried for a thing before the scene is drawn again; if left out, 50"`
	On      Named[Values] `yaml:"on" doc:"by category, categories of what such things stand on: {mug: [table]}"`
	Inside  Named[Values] `yaml:"inside" doc:"by category, categories of what such things lie in: {ball: [bowl]}; they fall into it"`
	Against Values        `yaml:"against" doc:"categories of what stands with its back to a wall of the room"`
	Stack   float64       `yaml:"stack" doc:"share of things, 0 to 1, that stand on an earlier one with a flat top"`
	Drop    *Drop         `yaml:"drop" doc:"all things fall, and lie as they come to rest"`
}

// Margin bounds components of offsets.
type Margin struct {
	Along   string  `yaml:"along" doc:"relations: the four directions on the ground as the first camera sees it"`
	AtLeast float64 `yaml:"at_least" doc:"no component of the offset of two things along a direction is between 0 and this"`
}

// Drop lets things fall.
type Drop struct {
	Height   Span    `yaml:"height" doc:"from which they fall, a number or a range such as 1..3"`
	Tumble   bool    `yaml:"tumble" doc:"they are turned in any way at first; if left out, they fall upright"`
	Friction float64 `yaml:"friction" doc:"Coulomb's coefficient between any two surfaces; if left out, 0.5"`
}

// Motion is how things move in a film.
type Motion struct {
	Frames      int      `yaml:"frames" doc:"of a film; if left out, 24"`
	FPS         float64  `yaml:"fps" doc:"frames of a second; if left out, 12"`
	After       float64  `yaml:"after" doc:"seconds that are simulated beyond the last frame and written down, for what happens next; if left out, none"`
	Lead        float64  `yaml:"lead" doc:"up to so many seconds are simulated before the film, which begins so that two things are about to collide when it ends, if there are such; if left out, none"`
	Gravity     *float64 `yaml:"gravity" doc:"m/s2; if left out, 9.81"`
	Friction    *float64 `yaml:"friction" doc:"Coulomb's coefficient between any two surfaces; if left out, 0.5"`
	Restitution *float64 `yaml:"restitution" doc:"share of the speed with which things bounce off, 0 to 1; if left out, 0.4"`
	Rolling     float64  `yaml:"rolling" doc:"coefficient of rolling friction, meters, such as 0.002; if left out, what rolls does not slow down"`
	Shutter     float64  `yaml:"shutter" doc:"share of the time between two frames, 0 to 1, for which a color picture is exposed: what moves is blurred; if left out, 0"`
	Touch       *Touch   `yaml:"touch" doc:"films are about whether two things will touch, and end before they do"`
	Expect      *Expect  `yaml:"expect" doc:"films come in pairs, in one of which a thing behind a screen is gone, changed or elsewhere afterwards"`
	Start       Start    `yaml:"start" doc:"how things begin"`
	Collisions  Count    `yaml:"collisions" doc:"how often things collide with each other in the frames of a kept film: a number, or a range such as 1..9; if left out, any"`
}

// Touch is what films are about: whether two things will touch. In half of them they do.
type Touch struct {
	One    Condition `yaml:"one" doc:"values that the one has, such as {color: red}: the first such thing"`
	Other  Condition `yaml:"other" doc:"values that the other has"`
	Before float64   `yaml:"before" doc:"seconds from the last frame to the touch; if left out, 0.5"`
}

// Expect makes pairs of films with equal pictures until a screen hides a thing.
type Expect struct {
	Screen  Condition `yaml:"screen" doc:"values of the thing that is the screen, such as {shape: screen}: a flat one that lies before another thing, rises, stands and falls again"`
	Changes []string  `yaml:"changes" doc:"what may become of the other thing: gone, changed (another color), elsewhere; if left out, all three"`
	Rise    Span      `yaml:"rise" doc:"seconds at which the screen begins to rise, a number or a range such as 0.4..0.8"`
	Turn    float64   `yaml:"turn" doc:"seconds that it rises, and falls; if left out, 0.5"`
	Stay    float64   `yaml:"stay" doc:"seconds that it stands; if left out, 0.6"`
}

// Start is how things begin to move.
type Start struct {
	AtRest  float64    `yaml:"at_rest" doc:"share of things, 0 to 1, that stand still; if left out, none"`
	Outside float64    `yaml:"outside" doc:"share of the others, 0 to 1, that begin away from the region, on the ground, and come in; if left out, none"`
	From    Span       `yaml:"from" doc:"how far from the middle of the region these begin, a number or a range such as 4..9"`
	Times   Span       `yaml:"times" doc:"seconds after which these come in, a number or a range such as 0..3; if left out, all begin with the film"`
	Height  Span       `yaml:"height" doc:"above the ground, at which the others begin, a number or a range such as 0.5..2; if left out, they begin on it"`
	Speed   Span       `yaml:"speed" doc:"level, m/s, a number or a range such as 1..4"`
	Towards string     `yaml:"towards" doc:"middle, which is that of the region, to within 30 degrees, things, which is one that stands still, to within 5 where there is one, or any; if left out, middle"`
	Movers  *Condition `yaml:"movers" doc:"values of things that move, such as {color: red}; the others stand still. If left out, any move"`
	Aim     *Condition `yaml:"aim" doc:"values of things towards one of which others move, in place of towards"`
	Spread  float64    `yaml:"spread" doc:"degrees by which they may miss it to either side; if left out, 5"`
	Spin    Span       `yaml:"spin" doc:"rad/s about any axis, a number or a range"`
}

// Accept says which scenes are kept.
type Accept struct {
	VisiblePixels int     `yaml:"visible_pixels" doc:"that every thing shows in the first camera's picture"`
	VisibleShare  float64 `yaml:"visible_share" doc:"of its pixels that every thing shows, if nothing stood before it"`
	Whole         bool    `yaml:"whole" doc:"no thing is cut off by the rim of the first camera's picture"`
}

// Ground is what things stand on, z = 0.
type Ground struct {
	Kind    string    `yaml:"kind" doc:"plane, room, table or none; if left out, plane"`
	Surface string    `yaml:"surface" doc:"a picture by name: floorboards, herringbone parquet, stone tiles, checkered tiles, terrazzo, carpet or poured concrete"`
	Color   *Color    `yaml:"color" doc:"of a ground without a picture; if left out, a light gray"`
	Size    []float64 `yaml:"size" doc:"of a table or room, [x, y] or [x, y, z]"`
	Rough   float64   `yaml:"roughness" doc:"as that of looks; if left out, 1, which has no highlight"`
}

// Lamp is a lamp or a sun.
type Lamp struct {
	Area   float64   `yaml:"area" doc:"side of a square lamp"`
	Energy float64   `yaml:"energy" doc:"of a lamp, W"`
	Sun    float64   `yaml:"sun" doc:"of a sun, in place of area and energy: W/m2 on what faces it"`
	Color  Color     `yaml:"color" doc:"white if left out"`
	At     []float64 `yaml:"at" doc:"[x, y, z]; of a sun, the way from which it shines"`
	LookAt []float64 `yaml:"look_at" doc:"[x, y, z]; if left out, the origin"`
	Jitter float64   `yaml:"jitter" doc:"each coordinate of at is drawn from plus and minus this"`
}

// Camera is one view, two of a stereo pair, or many on a dome.
type Camera struct {
	Name   string    `yaml:"name" doc:"in names of files, of all cameras but a single one; if left out, its number"`
	At     []float64 `yaml:"at" doc:"[x, y, z]"`
	LookAt []float64 `yaml:"look_at" doc:"[x, y, z]; if left out, the origin"`
	Jitter float64   `yaml:"jitter" doc:"each coordinate of at is drawn from plus and minus this, for every sample"`
	Lens   float64   `yaml:"lens" doc:"focal length in mm, of a picture 32 mm wide"`
	FOV    float64   `yaml:"fov" doc:"in place of lens: how wide the picture is, degrees"`
	Size   []int     `yaml:"size" doc:"[width, height] in pixels; if left out, [480, 320]"`
	Travel Span      `yaml:"travel" doc:"m/s at which it moves straight on in a film, in a direction that is drawn, looking at look_at; a number or a range such as 0..2; if left out, it stands still"`
	Orbit  Span      `yaml:"orbit" doc:"degrees a second by which it goes round look_at in a film, to either side; a number or a range such as 10..30; if left out, not at all"`
	Stereo float64   `yaml:"stereo" doc:"distance to a second camera on the right, which looks the same way"`
	Dome   *Dome     `yaml:"dome" doc:"in place of at: views from all around"`
}

// Dome is a dome of cameras that look at one place.
type Dome struct {
	Views     int     `yaml:"views" doc:"how many"`
	Radius    float64 `yaml:"radius" doc:"from look_at"`
	Elevation Span    `yaml:"elevation" doc:"degrees above the ground, a number or a range such as 10..80; if left out, 10..80"`
}

// Relations are relations that records and questions have.
type Relations struct {
	Kinds  []string `yaml:"kinds" doc:"left, right, front, behind, above, below, on, under, inside, touching; if left out, the first four"`
	Eps    float64  `yaml:"eps" doc:"a thing is left of another when it is farther than this along that direction; if left out, 0.2"`
	Unsure float64  `yaml:"unsure" doc:"nothing is asked whose answer changes where eps is so much more or less, or left and right are taken by the picture; if left out, that is not looked at"`
}

// Write says which files a sample has.
type Write struct {
	Folder  string `yaml:"folder" doc:"below the dataset's folder, in which everything is; if left out, there is none"`
	Prefix  string `yaml:"prefix" doc:"with which names of files begin; if left out, the name"`
	Record  string `yaml:"record" doc:"brief: attributes, places, relations; full: boxes, poses, cameras and parts, too, which is so if left out"`
	Depth   string `yaml:"depth" doc:"npy, exr or none; if left out, none"`
	IDs     bool   `yaml:"ids" doc:"pictures of the ids of things"`
	Parts   bool   `yaml:"parts" doc:"pictures of the ids of parts"`
	Normals bool   `yaml:"normals" doc:"arrays of normals"`
	Flow    bool   `yaml:"flow" doc:"arrays of optical flow from each camera's picture to that of the next, from the last to the first, in films from each frame to the next: pixels right and down, and 1 where the place is not seen there"`
	Back    bool   `yaml:"backward_flow" doc:"as flow, to the camera or frame before"`
	Coords  bool   `yaml:"coordinates" doc:"arrays of object coordinates: where in the box of its thing each pixel lies, 0 to 1 along its axes"`
}

// Render is how color pictures are drawn.
type Render struct {
	shoot.Look      `yaml:",inline"`
	SubFrames       int `yaml:"sub_frames" doc:"jittered draws of a standard picture; if left out, 8: 16 are smoother and take longer"`
	TracedSubFrames int `yaml:"traced_sub_frames" doc:"in how many of them rays are followed through metal and glass; if left out, in half of them"`
	BounceRays      int `yaml:"bounce_rays" doc:"that look for bounced light from places all over the picture; if left out, 8"`
}

// Split is a part of the dataset. What it does not say is that of the scene.
type Split struct {
	Count   int         `yaml:"count" doc:"samples that are made without --count; if left out, 1000"`
	Things  Count       `yaml:"things" doc:"as scene.count"`
	Draw    Named[Odds] `yaml:"draw" doc:"as scene.draw, by attribute"`
	Forbid  []Condition `yaml:"forbid" doc:"in place of scene.forbid"`
	Answers *bool       `yaml:"answers" doc:"false leaves programs and answers out of the file of questions"`
}

// QuestionRules say what is asked.
type QuestionRules struct {
	PerScene  int             `yaml:"per_scene" doc:"questions of a scene, each of another family; if left out, 10"`
	Most      Named[int]      `yaml:"most" doc:"how many questions of a scene may be of a file of families, such as film_explanatory: 2; if left out, any number; such files are tried first"`
	Families  []string        `yaml:"families" doc:"files of built-in families: zero_hop, one_hop, two_hop, three_hop, same, single_and, single_or, compare_integer, comparison, parts, and with motion film_descriptive, film_explanatory, film_predictive, film_counterfactual; if left out, the latter of films, of pictures the others, or none beside templates"`
	Templates string          `yaml:"templates" doc:"a folder beside the document with templates of your own; see docs/questions.md"`
	Noun      string          `yaml:"noun" doc:"the attribute that names things; if left out, category or shape"`
	Phrase    []string        `yaml:"phrase" doc:"attributes in the order in which a phrase names them; if left out, as they are declared, and the noun last"`
	Parts     Named[Values]   `yaml:"parts" doc:"kinds of parts that questions are about, with the labels of such parts, such as {leg: leg, top: tabletop}; if left out, none"`
	Words     Named[[]string] `yaml:"words" doc:"synonyms by value, such as cube: [cube, block]; plurals behind a slash: [box/boxes]"`
}
