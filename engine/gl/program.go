//go:build cgo && linux

package gl

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/go-gl/gl/v4.5-core/gl"
)

// Program is a linked pair of vertex and fragment shader.
type Program struct {
	id        uint32
	locations map[string]int32
}

// NewProgram compiles and links two shaders, both with the given definitions. Errors carry the compiler's log with our
// file names.
func NewProgram(files fs.FS, vertex, fragment string, defines ...string) (*Program, error) {
	p := &Program{id: gl.CreateProgram(), locations: map[string]int32{}}
	for _, stage := range []struct {
		kind uint32
		name string
	}{{gl.VERTEX_SHADER, vertex}, {gl.FRAGMENT_SHADER, fragment}} {
		src, err := Load(files, stage.name, defines...)
		if err != nil {
			return nil, err
		}
		shader := gl.CreateShader(stage.kind)
		text, free := gl.Strs(src.Text + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		var ok int32
		if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok == 0 {
			var n int32
			gl.GetShaderiv(shader, gl.INFO_LOG_LENGTH, &n)
			log := strings.Repeat("\x00", int(n)+1)
			gl.GetShaderInfoLog(shader, n, nil, gl.Str(log))
			return nil, fmt.Errorf("gl: %s does not compile: %s", stage.name, src.explain(strings.TrimRight(log, "\x00\n")))
		}
		gl.AttachShader(p.id, shader)
		gl.DeleteShader(shader)
	}
	gl.LinkProgram(p.id)
	var ok int32
	if gl.GetProgramiv(p.id, gl.LINK_STATUS, &ok); ok == 0 {
		var n int32
		gl.GetProgramiv(p.id, gl.INFO_LOG_LENGTH, &n)
		log := strings.Repeat("\x00", int(n)+1)
		gl.GetProgramInfoLog(p.id, n, nil, gl.Str(log))
		return nil, fmt.Errorf("gl: %s and %s do not link: %s", vertex, fragment, strings.TrimRight(log, "\x00\n"))
	}
	return p, nil
}

func (p *Program) Use() { gl.UseProgram(p.id) }

// location of a uniform; -1, which GL ignores, when the compiler removed it.
func (p *Program) location(name string) int32 {
	l, ok := p.locations[name]
	if !ok {
		l = gl.GetUniformLocation(p.id, gl.Str(name+"\x00"))
		p.locations[name] = l
	}
	return l
}

func (p *Program) Int(name string, v int)     { gl.ProgramUniform1i(p.id, p.location(name), int32(v)) }
func (p *Program) Uint(name string, v uint32) { gl.ProgramUniform1ui(p.id, p.location(name), v) }
func (p *Program) Float(name string, v float64) {
	gl.ProgramUniform1f(p.id, p.location(name), float32(v))
}
func (p *Program) Vec2(name string, x, y float64) {
	gl.ProgramUniform2f(p.id, p.location(name), float32(x), float32(y))
}
func (p *Program) Vec3(name string, v [3]float32) {
	gl.ProgramUniform3f(p.id, p.location(name), v[0], v[1], v[2])
}

func (p *Program) Vec4(name string, v [4]float32) {
	gl.ProgramUniform4f(p.id, p.location(name), v[0], v[1], v[2], v[3])
}

// Mat3 sets a column-major matrix.
func (p *Program) Mat3(name string, m *[9]float32) {
	gl.ProgramUniformMatrix3fv(p.id, p.location(name), 1, false, &m[0])
}

// Mat4 sets a column-major matrix.
func (p *Program) Mat4(name string, m *[16]float32) {
	gl.ProgramUniformMatrix4fv(p.id, p.location(name), 1, false, &m[0])
}
