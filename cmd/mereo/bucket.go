package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"mereo/gen/bucket"
)

// bucketHelp is what the helps of push and pull share.
const bucketHelp = `

Addresses are s3://BUCKET/PREFIX, gs://BUCKET/PREFIX and file:///FOLDER. Keys come from the environment:
for s3:// as for Amazon's programs (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, the role of
the machine), for gs:// an HMAC key (GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY). What speaks the language
of S3 is named by parameters:
"s3://BUCKET/PREFIX?endpoint=https://host:9000&region=us-east-1&use_path_style=true".

Files that are there already with the right checksum stay, so a copy that was stopped goes on when the
command is given again.`

func newPush(c console) *cobra.Command {
	return copyCommand(c, &cobra.Command{
		Use:   "push DIR ADDRESS",
		Short: "Copy a dataset into object storage",
		Long: `Copy what is finished of a dataset into object storage: whole blocks, and, when a split is complete,
what describes the whole. A block's file comes after those of its samples and the manifest last, so
what is there can be used at any moment. Several machines may push blocks of one dataset; "mereo
generate --push" does it as they are made.` + bucketHelp,
		Example: "  mereo push out/ptr s3://my-bucket/ptr\n  mereo push out/ptr file:///mnt/archive/ptr",
		Args:    exactArgs("DIR", "ADDRESS"),
	}, 0, (*bucket.Bucket).Push)
}

func newPull(c console) *cobra.Command {
	return copyCommand(c, &cobra.Command{
		Use:   "pull ADDRESS DIR",
		Short: "Copy a dataset out of object storage",
		Long: `Copy what is finished of a dataset in object storage into a folder, which is empty or holds the same
dataset. When all blocks of a split are there and nothing describes the whole yet, the command that
made them, given once more with --out DIR, does it.` + bucketHelp,
		Example: "  mereo pull s3://my-bucket/ptr out/ptr",
		Args:    exactArgs("ADDRESS", "DIR"),
	}, 1, (*bucket.Bucket).Pull)
}

// copyCommand is a command that copies, with a bar, and says what was done. The folder is argument number dir, the address the other one.
func copyCommand(c console, cmd *cobra.Command, dir int,
	copy func(b *bucket.Bucket, ctx context.Context, dir string, o bucket.Options) (bucket.Result, error)) *cobra.Command {
	var o bucket.Options
	cmd.Flags().IntVar(&o.Workers, "workers", 16, "files copied at once")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.Workers < 1 {
			return usagef("%s: --workers is %d, want at least 1", cmd.Name(), o.Workers)
		}
		b, err := bucket.Open(args[1-dir])
		if err != nil {
			return err
		}
		p := newProgress(c, cmd.Name())
		o.Progress = p.update
		r, err := copy(b, cmd.Context(), args[dir], o)
		p.end()
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%d blocks, %d files copied, %d were there\n", r.Blocks, r.Copied, r.Kept)
		return nil
	}
	return cmd
}
