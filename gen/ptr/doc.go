// Package ptr makes the PTR set: furniture built of named, colored parts in a room, for questions about parts. It follows
// Hong, Yi, Tenenbaum, Torralba and Gan 2021, "PTR: A Benchmark for Part-based Conceptual, Relational, and Physical
// Reasoning" (NeurIPS), in what is sampled, how it is labeled and in which files it is written, and mends the known
// slips of the published generator; Config.Published brings each of them back.
//
// A scene's way: Sampler.Sample draws room, camera, lamps and objects and accepts them by what engine/ref sees of each
// object alone; of physical scenes a simulation says what stays where it is (physical.go puts objects, physical_judge.go
// judges them); scenes/shoot takes the picture; Sampler.Record writes down the labels; Set (ptr.go, the file to begin with)
// puts it on disk. What people look at, ask, let go and change of it is in show.go and its neighbors. Words: a raw label is a
// part's name in PartNet ("chair_seat"), a final name the one of the scene files ("seat"); "other" is what has no color of its
// own in the labels.
//
// # Files
//
// For each index, below <split>/ (names as in the published set; <name> is PTR_<split>_<index, six digits>):
//
//	images/<name>.png            color, 8-bit RGBA, sRGB
//	depths/<name>.png0001.exr    distance from the camera's center along the ray of the pixel's center, meters; three
//	                             equal float channels B, G, R
//	depths/<name>.npy            distance along the camera's axis, meters; float32 (height, width)
//	normals/<name>.npy           unit normals, world, towards the camera; float32 (height, width, 3); with Config.Write
//	ids/<name>.png               part ids, 16 bit; 0 is the room
//	scenes/<name>.json           the scene file
//
// and ptr_scenes.json with all scene files of the split. Config.Write leaves out one kind of depth. Ids, depth and normals are
// one sample at each pixel's center, without anti-aliasing.
//
// # Annotations of a scene file
//
// World frame: right-handed, +Z up, meters; the floor is at z = 0.02. Pixels count from the top left; boxes are half-open.
//
//	image_index          int                   index in the file name
//	image_filename       string
//	split                string                train, val or test; they share no model
//	objects              [n]                   see below
//	directions           6 x [3]               unit vectors on the ground and the vertical, from the camera's view
//	relationships        4 x [n][...]          for each object the ascending indices of the objects that are left of it,
//	                                           right of it, in front of it, behind it: more than 0.2 m further along the
//	                                           direction, origin to origin
//	projection_matrix    [4][4]                inverse of intrinsics times world-to-camera: takes (column*d, row*d, d, 1), d
//	                                           in meters along the axis, to the world
//	cam_location         [3]                   camera's center, world
//	cam_rotation         [4]                   w, x, y, z; world from camera (looks along -z, +y up, +x right)
//	physics              bool                  true in physical scenes, which have three objects; absent elsewhere
//	camera               object                the same as the three above in OpenCV's words: K, R and t, with pixel = K (R X + t)
//	                                           (x right, y down, z ahead), width, height, near, far, depth (kind z: along the
//	                                           axis; unit_m) and distortion, if there is one: k1, k2, k3, p1, p2 (extension)
//	mereo                object                what else makes the scene again: seed, attempt, number of objects asked for,
//	                                           textures, lamps, sun, categories drawn, rejections; with Config.Randomize
//	                                           floor_paint, wall_paint and the kelvins of lamps and sun (extension)
//	motion               object                physical scenes with Config.Film: fps, frames, states by frame and object (location of the
//	                                           model's origin, rotation w, x, y, z, world from model) and collisions: which two
//	                                           objects begin to touch, at what time in seconds, after which frame, where, and the
//	                                           normal from the first to the second (extension)
//
// An object has:
//
//	category             string                Chair, Table, Bed, Refrigerator, Cart
//	partnet_id           string                id of the model
//	3d_coords            [3]                   the model's origin (middle of its bounding box), world
//	rotation             float                 radians about the world's z; 0 faces -y, towards the camera
//	                     or [3]                physical scenes: a, b, c, radians; world from the published model frame (+y up, +z
//	                                           to the front) is RotZ(c) RotY(b) RotX(a)
//	scale                float                 the model's lengths were divided by it
//	pixel_coords         [3]                   image point of 3d_coords, rounded, and its distance along the axis, meters
//	part_color           {name: [color, rgb]} askable parts
//	part_count           {name: int}           numbers of part meshes
//	part_color_occluded  as part_color         what is visible of it: a part mesh with fewer than 5 pixels is hidden, with
//	part_count_occluded  as part_count         only its own object in the picture; in physical scenes one without pixels,
//	                                           with all objects in the picture
//	part_color_all       {raw: [color, rgb]}  every colored raw label, and "other" with rgb as four fractions
//	line_geo             {name: [3]}           unit direction of straight parts, world; where parts that might have one have
//	                                           none in common, a vector 17320.5 long
//	plane_geo            {name: [3]}           unit normal of flat parts, world, or such a vector
//	obj_mask             RLE                   pixels of the object in the picture
//	part_mask            {name: [RLE]}         one for each visible part mesh; all of them partition obj_mask, for which the
//	                                           last one under "other" holds the pixels of hidden part meshes, if any
//	original_objs        {raw: [string]}       part meshes of each label
//	question_type        [string]              perception; geometry too where the lines of all labels have a direction
//	stability            string                physical scenes: yes or no
//	possible_change      [[string], [3]]       of what is not stable: in which of the directions left (-x), right (+x), front
//	                                           (-y), behind (+y) it is stable after a move of 0.25, 0.5, 0.75 or 1 m, and the
//	                                           last place that was tried
//	bbox                 [x0, y0, x1, y1]      tight box of obj_mask (extension)
//	parts                [m]                   for each part mesh its id in the picture of ids, name, raw label, mesh, color,
//	                                           pixels in the picture and alone, box; with Config.Randomize its finish (extension)
//	line_spread_deg      {name: float}         degrees by which parts that have one direction in line_geo are from parallel, where
//	                                           they are (extension)
//	simulation           object                physical scenes (extension): mode (how the object is put: normal, ground, side
//	                                           wall, support), supporter (index of the object it is stacked on), change (the
//	                                           number that is compared with 0.1), margin (share of 8 perturbed repeats with the
//	                                           same verdict), end_coords and end_rotation (where the object ends, in the form of
//	                                           3d_coords and rotation), moves (for what is not stable: direction, distance in
//	                                           meters, outcome stable, unstable or blocked; of what is stacked also unsure,
//	                                           where it is another one halfway to the next distance)
//
// # Stability
//
// An object is stable if, 499/240 seconds after everything is let go, no coordinate of its origin has changed by more than
// 0.1 m and no component of its orientation as a unit quaternion, which begins as 1, by more than 0.1. Every object has a
// mass of 25 kg, its center of mass at the model's origin and the inertia of its bounding box along the world's axes;
// friction is 0.5 against floor and walls and 0.25 between objects; gravity is 10 m/s2; velocities fall by 0.04 of
// themselves in a second. What collides are the convex pieces of the models' parts. Everything is one rigid body: the
// wheels of carts and chairs are braked. Moving an unstable object keeps its height and puts everything else back where it
// was.
//
// RLE is {"counts": [...], "size": [height, width]}: runs of 0 and 1 in turn, down the columns.
package ptr
