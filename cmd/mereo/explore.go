package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen/explore"
	"mereo/gen/show"
	"mereo/internal/bound"
)

// exploring is "mereo explore DIR".
type exploring struct {
	dir      string
	listen   string
	readOnly bool
	gpu      string
	sets.Sources
}

func newExplore(c console) *cobra.Command {
	var e exploring
	cmd := &cobra.Command{
		Use:   "explore DIR",
		Short: "Look at a dataset in the browser",
		Long: `Show a dataset as pages for the browser: a gallery with filters, every sample with its labels,
scene graph, questions and physics, samples to change and draw again, and tests that people take.
Everything is in this program; nothing is loaded from elsewhere. Answers of tests are kept in
DIR/human_test. It ends with Ctrl-C.

Pages are for this computer only, unless --listen names another address: then everybody who can
reach it may look, and answer tests.`,
		Example: `  mereo explore out/ptr
  mereo explore out/trance --listen 127.0.0.1:9000
  mereo explore out/ptr --listen 0.0.0.0:8080 --read-only`,
		Args: exactArgs("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			e.dir = args[0]
			return e.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&e.listen, "listen", "127.0.0.1:8080", "address and port to listen on; port 0 takes a free one")
	f.BoolVar(&e.readOnly, "read-only", false, "store nothing: no answers of tests")
	f.StringVar(&e.gpu, "gpu", "", `device by number or UUID, or "software"`)
	e.Sources.Flags(cmd.Flags(), sets.FolderFlags...)
	f.Lookup(bound.Flag).Usage = fmt.Sprintf("what the page, and what reading a model takes, hold at most, about; the driver's memory counts (default %v)", bound.Size(explore.DefaultMemory))
	return cmd
}

func (e *exploring) run(ctx context.Context, c console) error {
	host, _, err := net.SplitHostPort(e.listen)
	if err != nil {
		return usagef("explore: --listen is %q, want an address and a port such as 127.0.0.1:8080", e.listen)
	}
	set, id, err := sets.Dataset(e.dir, e.Sources)
	if err != nil {
		return err
	}
	shown, ok := set.(show.Set)
	if !ok {
		return fmt.Errorf("explore: samples of %s cannot be shown", set.Name())
	}
	faults := log.New(c.err, "mereo: ", 0)
	maxMemory := cmp.Or(e.Sources.MaxMemory, explore.DefaultMemory)
	opt := explore.Options{Root: e.dir, Set: shown, Identity: id, ReadOnly: e.readOnly, GPU: e.gpu, MaxMemory: int64(maxMemory), Log: faults}
	if loopback(host) {
		opt.Hosts = []string{"localhost", "127.0.0.1", "::1"}
		if host = strings.ToLower(host); !slices.Contains(opt.Hosts, host) {
			opt.Hosts = append(opt.Hosts, host)
		}
	}
	explorer, err := explore.Open(opt)
	if err != nil {
		return err
	}
	defer explorer.Close()
	listener, err := net.Listen("tcp", e.listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("explore: %s is taken by another program; choose another port, or --listen %s for a free one",
			e.listen, net.JoinHostPort(host, "0"))
	} else if err != nil {
		return fmt.Errorf("explore: %w", err)
	}
	e.tell(c, listener.Addr().String(), host, explorer.StoresNot())
	go keepWithin(ctx, maxMemory)
	return explorer.Serve(ctx, listener, faults)
}

// tell says where the pages are, who else can see them, and why no answers are stored, if so.
func (e *exploring) tell(c console, address, host, storesNot string) {
	if _, port, err := net.SplitHostPort(address); err == nil && host != "" && !unspecified(host) {
		address = net.JoinHostPort(host, port)
	} else if err == nil {
		address = net.JoinHostPort("127.0.0.1", port)
	}
	fmt.Fprintf(c.out, "%s is at http://%s/ (Ctrl-C ends)\n", e.dir, address)
	if storesNot != "" && !e.readOnly {
		fmt.Fprintf(c.err, "mereo: warning: %s; answers of tests are not stored\n", storesNot)
	}
	if !loopback(host) {
		what := "look at this dataset and store answers of tests"
		if storesNot != "" {
			what = "look at this dataset"
		}
		fmt.Fprintf(c.err, "mereo: warning: listening on %s: everybody who can reach this computer may %s\n", e.listen, what)
	}
}

// loopback tells whether only this computer reaches a host name.
func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// unspecified tells whether an address stands for all of the computer's.
func unspecified(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsUnspecified()
}
