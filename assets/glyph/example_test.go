package glyph_test

import (
	"fmt"
	"strings"

	"mereo/assets/glyph"
)

// A word in points along its lines, seen as a canvas sees it: y downwards.
func Example() {
	lines, err := glyph.Word("Lime", glyph.Pose{Wideness: 1, Italic: 0.3, Scale: 1, Thickness: 3, Brightness: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	const width, height = 57, 13
	var picture [height][width]byte
	for i := range picture {
		copy(picture[i][:], fmt.Sprintf("%*s", width, ""))
	}
	for _, l := range lines {
		for i := range 101 {
			s := float64(i) / 100
			x, y := l.X1+s*(l.X2-l.X1), l.Y1+s*(l.Y2-l.Y1)
			picture[int(height/2.-y*28)][int(width/2.+x*28)] = '#'
		}
	}
	for _, row := range picture {
		fmt.Println("|" + strings.TrimRight(string(row[:]), " "))
	}
	// Output:
	// |
	// |   #                  #           #    #     ############
	// |   #                  #          ##   ##     #
	// |   #                  #          ##  ###     #
	// |  ##                 ##         ###  # #     #
	// |  #                  #          # # ## #    ##
	// |  #                  #         ## # #  #    ###########
	// | ##                  #        ##  ###  #    #
	// | #                  #         #   ##   #   ##
	// | #                  #        ##        #   #
	// | #                  #        #         #   #
	// |###########        ##        #         #   ###########
	// |
}
