package syndacate

import (
	"slices"

	"mereo/assets/glyph"
)

// objectOfRow is the class, the first of the largest, and the pose of a row of object_poses.
func objectOfRow(row []float32) (class int, pose glyph.Pose) {
	split := len(row) - len(glyph.PoseNames)
	return int(bestClass(row[:split])), inspectPose(row[split:])
}

// rowsOfWidth are the rows of a width.
func rowsOfWidth(numbers []float32, width int) [][]float32 {
	rows := make([][]float32, len(numbers)/width)
	for r := range rows {
		rows[r] = tiled(numbers, r, width)
	}
	return rows
}

func zeroRow(row []float32) bool {
	return !slices.ContainsFunc(row, func(v float32) bool { return v != 0 })
}
