package qlevr

import "fmt"

// The files of a split, below the dataset's folder.
type splitFiles struct{ scenes2D, scenes3D, questions, storage, labels string }

// filesOfSplit are those of a split. Questions lie beside the pictures that they are asked about.
func (c Config) filesOfSplit(split string) splitFiles {
	f := splitFiles{
		scenes2D: fmt.Sprintf("2d_scene/%[1]s/scenes_2d_%[1]s.json", split),
		scenes3D: fmt.Sprintf("3d_scene/%[1]s/scenes_3d_%[1]s.json", split),
	}
	folder := fmt.Sprintf("%dd_scene/%s/", c.Dimension, split)
	f.questions = folder + "questions_" + split + ".json"
	f.storage = folder + "storage_" + split + ".json"
	f.labels = folder + labelsFile
	return f
}

// sampleFiles are the files of a sample, below the dataset's folder.
type sampleFiles struct {
	texture, materials, drawing, record2D string
	picture, ids, planes, depth, normals  string
	record3D, questions                   string
}

// filesOf are those of an index.
func (c Config) filesOf(split string, index int) sampleFiles {
	return c.filesNamed(split, fmt.Sprintf("%06d", index))
}

// filesNamed are those of what stands for a split and an index.
func (c Config) filesNamed(split, index string) sampleFiles {
	at := func(pattern string) string { return fmt.Sprintf(pattern, split, index) }
	return sampleFiles{
		texture:   at("2d_scene/%[1]s/images/2d_%[1]s_%[2]s.png"),
		materials: at("2d_scene/%[1]s/images_materials/blender_%[1]s_%[2]s.png"),
		drawing:   at("2d_scene/%[1]s/full_images/2d_full_%[1]s_%[2]s.png"),
		record2D:  at("2d_scene/%[1]s/scenes/2d_%[1]s_%[2]s.json"),
		picture:   at("3d_scene/%[1]s/images/3d_%[1]s_%[2]s.png"),
		ids:       at("3d_scene/%[1]s/ids/3d_%[1]s_%[2]s.png"),
		planes:    at("3d_scene/%[1]s/planes/3d_%[1]s_%[2]s.png"),
		depth:     at("3d_scene/%[1]s/depths/3d_%[1]s_%[2]s.npy"),
		normals:   at("3d_scene/%[1]s/normals/3d_%[1]s_%[2]s.npy"),
		record3D:  at("3d_scene/%[1]s/scenes/3d_%[1]s_%[2]s.json"),
		questions: fmt.Sprintf("%dd_scene/%[2]s/questions/%[1]dd_%[2]s_%[3]s.json", c.Dimension, split, index),
	}
}
