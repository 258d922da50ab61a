package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mereo/engine/gltf"
	"mereo/engine/meshfile"
	"mereo/internal/bound"
	"mereo/internal/hostile"
)

// disturbances are hostile files, kills, processes at once and faults, in this order until the time is over. They have tests of their own, which
// try more.
func (a *attack) disturbances(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	of := func(promise string, tries func(t *testing.T) int) {
		if time.Now().After(a.ends) {
			return
		}
		n := 0
		ok := t.Run(promise, func(t *testing.T) { n = tries(t) })
		missed := 0
		if !ok {
			missed = 1 // at least
		}
		a.add(promise, max(n, missed), missed, 0)
	}
	n := func(tries int) int { return max(1, int(float64(tries)*a.share)) }
	of(hostileHeld, func(t *testing.T) int { return hostileDatasets(t, true) })
	of(hostileHeld, hostileInput)
	a.models(t)
	all := makers(t, t.TempDir())[:5] // records of all sets
	for _, m := range all {
		of(killHeld, func(t *testing.T) int { return killed(t, m, random, n(10)) })
	}
	for _, m := range makers(t, t.TempDir())[:5] {
		m.args = append(m.args, "--isolate")
		of(workerHeld, func(t *testing.T) int { n, _ := workersKilled(t, m, random, n(5)); return n })
	}
	of(onceHeld, func(t *testing.T) int { TestIndexAtOnce(t); return 2 * races(t) })
	of(onceHeld, func(t *testing.T) int { TestPackingAtOnce(t); return 2 * races(t) })
	for i, m := range all {
		for _, fault := range []func(t *testing.T) int{
			func(t *testing.T) int { return diskFull(t, m, random) },
			func(t *testing.T) int { return readOnly(t, m, random) },
			func(t *testing.T) int { return damagedJournal(t, m, random) },
			func(t *testing.T) int { return damagedFile(t, m, i) },
			func(t *testing.T) int { return secondProcess(t, m, i) },
			func(t *testing.T) int { return clockSetBack(t, m, i) },
		} {
			of(faultHeld, fault)
		}
	}
}

// models are hostile models, which are read by this test again in a process with little memory.
func (a *attack) models(t *testing.T) {
	files := hostile.GLTF()
	for _, more := range []hostile.Files{hostile.OBJ(), hostile.STL()} {
		for name, data := range more {
			files[name] = data
		}
	}
	ok := t.Run("models", func(t *testing.T) {
		hostile.Read(t, files, func(path string) error {
			memory := bound.New(0)
			if filepath.Ext(path) == ".gltf" {
				_, err := gltf.LoadScene(path, memory)
				return err
			}
			data, err := memory.Given(path)
			if err == nil && filepath.Ext(path) == ".stl" {
				_, err = meshfile.STL(data, memory)
			} else if err == nil {
				_, err = meshfile.OBJ(data, memory)
			}
			return err
		})
	})
	missed := 0
	if !ok {
		missed = 1
	}
	a.add(hostileHeld, len(files), missed, 0)
}

// again tells whether this is the process that hostile.Read starts.
func again() bool { return os.Getenv("MEREO_HOSTILE_FILES") != "" }
