package shopvrb

import "fmt"

// The files of a split, below the dataset's folder.
type splitFiles struct{ scenes, visual, textual string }

func filesOfSplit(split string) splitFiles {
	return splitFiles{
		scenes:  fmt.Sprintf("scenes/SHOP_VRB_%s_scenes.json", split),
		visual:  fmt.Sprintf("questions/SHOP_VRB_%s_questions.json", split),
		textual: fmt.Sprintf("questions/SHOP_VRB_%s_questions_text.json", split),
	}
}

// The files that all splits share.
const (
	classesFile      = "SHOP_VRB_obj_name_to_num.json"
	descriptionsFile = "SHOP_VRB_descriptions.json"
)

// sampleFiles are the files of a sample, below the dataset's folder.
type sampleFiles struct{ picture, ids, parts, depth, normals, record, visual, textual string }

// filesOf are those of an index.
func filesOf(split string, index int) sampleFiles {
	at := func(pattern string) string { return fmt.Sprintf(pattern, split, index) }
	return sampleFiles{
		picture: at(picturePattern),
		ids:     at("ids/%[1]s/SHOP_VRB_%[1]s_%06[2]d.png"),
		parts:   at("parts/%[1]s/SHOP_VRB_%[1]s_%06[2]d.png"),
		depth:   at("depths/%[1]s/SHOP_VRB_%[1]s_%06[2]d.npy"),
		normals: at("normals/%[1]s/SHOP_VRB_%[1]s_%06[2]d.npy"),
		record:  at("scenes/%[1]s/SHOP_VRB_%[1]s_%06[2]d.json"),
		visual:  at("questions/%[1]s/SHOP_VRB_%[1]s_%06[2]d.json"),
		textual: at("questions/%[1]s/SHOP_VRB_%[1]s_%06[2]d_text.json"),
	}
}

const picturePattern = "images/%[1]s/SHOP_VRB_%[1]s_%06[2]d.png"
