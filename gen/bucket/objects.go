package bucket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"

	"mereo/gen/write"
)

// objects is a bucket of S3 or of what speaks its language.
type objects struct {
	minio.Core
	bucket, prefix string // prefix ends with a slash, or is empty
	encryption     encrypt.ServerSide
}

// parameters are what an address may say after its question mark, and whether it is true or false.
var parameters = map[string]bool{
	"region": false, "endpoint": false, // https://HOST or http://HOST:PORT
	"use_path_style": true,  // the bucket is named after the host instead of before it
	"profile":        false, // of the files of Amazon's programs
	"anonymous":      true,  // for buckets that anybody may read
	"ssetype":        false, // encryption at rest: AES256 or aws:kms
	"kmskeyid":       false,
}

// parse reads parameters. Those that are unknown are refused: what they ask for would not be done.
func parse(query string) (url.Values, error) {
	p, err := url.ParseQuery(query)
	for key := range p {
		isSwitch, known := parameters[key]
		switch value := p.Get(key); {
		case !known:
			return nil, fmt.Errorf("%q is no parameter; want %s", key, strings.Join(slices.Sorted(maps.Keys(parameters)), ", "))
		case isSwitch && value != "true" && value != "false":
			return nil, fmt.Errorf("%s is %q, want true or false", key, value)
		}
	}
	return p, err
}

// newObjects is the place of an address. If transport is nil, it is minio-go's.
func newObjects(at *url.URL, transport http.RoundTripper) (*objects, error) {
	p, err := parse(at.RawQuery)
	if err != nil {
		return nil, err
	}
	o := &objects{bucket: at.Host}
	if prefix := strings.Trim(at.Path, "/"); prefix != "" {
		o.prefix = prefix + "/"
	}
	switch sse := p.Get("ssetype"); sse {
	case "AES256":
		o.encryption = encrypt.NewSSE()
	case "aws:kms":
		o.encryption, err = encrypt.NewSSEKMS(p.Get("kmskeyid"), nil)
	case "":
	default:
		err = fmt.Errorf("ssetype is %q, want AES256 or aws:kms", sse)
	}
	if err != nil {
		return nil, err
	}
	endpoint := cmp.Or(p.Get("endpoint"), os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	region := cmp.Or(p.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")) // without one the store is asked for it
	keys := amazon
	if at.Scheme == "gs" { // Google's store takes any region
		endpoint, region, keys = cmp.Or(p.Get("endpoint"), "https://storage.googleapis.com"), cmp.Or(p.Get("region"), "auto"), google
	}
	u, err := url.Parse(cmp.Or(endpoint, "https://s3.amazonaws.com"))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.Trim(u.Path, "/") != "" {
		return nil, fmt.Errorf("endpoint is %q, want https://HOST or http://HOST:PORT", endpoint)
	}
	options := &minio.Options{Region: region, Secure: u.Scheme == "https", Transport: transport, Creds: anonymous}
	if p.Get("use_path_style") == "true" {
		options.BucketLookup = minio.BucketLookupPath
	} else if _, err := netip.ParseAddr(u.Hostname()); err != nil && endpoint != "" && at.Scheme == "s3" {
		options.BucketLookup = minio.BucketLookupDNS
	}
	if p.Get("anonymous") != "true" {
		if options.Creds, err = keys(p.Get("profile")); err != nil {
			return nil, err
		}
	}
	client, err := minio.New(u.Host, options)
	if err != nil {
		return nil, err
	}
	client.SetS3EnableDualstack(false) // private endpoints have no other names
	o.Core = minio.Core{Client: client}
	return o, nil
}

var anonymous = credentials.NewStatic("", "", "", credentials.SignatureAnonymous)

// google is an HMAC key of Google's store, which its side of S3's language wants.
func google(string) (*credentials.Credentials, error) {
	id, secret := os.Getenv("GS_ACCESS_KEY_ID"), os.Getenv("GS_SECRET_ACCESS_KEY")
	if id != "" && secret != "" {
		return credentials.NewStaticV4(id, secret, ""), nil
	}
	why := "there is no key"
	if os.Getenv("GOOGLE_APPLICATION_CREDENTIALS") != "" {
		why = "GOOGLE_APPLICATION_CREDENTIALS names a key that is not taken"
	}
	return nil, errors.New(why + "; set GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY to an HMAC key, " +
		`which "gcloud storage hmac create ACCOUNT" makes`)
}

// amazon is a key of where Amazon's programs look for one. Without any the store would only say that access is denied.
func amazon(profile string) (*credentials.Credentials, error) {
	files := &credentials.FileAWSCredentials{Profile: profile}
	role := &credentials.IAM{Client: &http.Client{Timeout: 5 * time.Second}} // most machines have none
	keys := credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, files, role})
	if profile != "" || os.Getenv("AWS_PROFILE") != "" && os.Getenv("AWS_ACCESS_KEY_ID") == "" {
		keys = credentials.New(files)
	}
	v, err := keys.GetWithContext(nil)
	if err == nil && v.AccessKeyID == "" {
		err = errors.New("it is neither there nor in the profile, and the machine has no role")
	}
	if err != nil {
		return nil, fmt.Errorf("there is no key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile that has one "+
			"or a credential_process, or say anonymous=true for a bucket that anybody may read: %w", err)
	}
	return keys, nil
}

// sumKey is the metadata that has a file's SHA-256, as HTTP writes it.
const sumKey = "Sha256"

func (o *objects) open(ctx context.Context, path string) (io.ReadCloser, error) {
	body, _, _, err := o.GetObject(ctx, o.bucket, o.prefix+path, minio.GetObjectOptions{})
	return body, told(err)
}

func (o *objects) stat(ctx context.Context, path string) (n int64, sum string, err error) {
	info, err := o.StatObject(ctx, o.bucket, o.prefix+path, minio.StatObjectOptions{})
	return info.Size, info.UserMetadata[sumKey], told(err)
}

// told is an error of the store, without minio-go's type where there is no such file.
func told(err error) error {
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return fs.ErrNotExist
	}
	return err
}

// put sends a file, which is there when all of it is. The store compares what comes with checksums; what fails for a moment is sent
// again.
func (o *objects) put(ctx context.Context, c content, _ []write.File) error {
	if err := c.copyTo(io.Discard); err != nil {
		return err
	}
	if _, err := c.in.(io.Seeker).Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := o.Client.PutObject(ctx, o.bucket, o.prefix+c.Path, c.in, c.Bytes, minio.PutObjectOptions{
		UserMetadata:         map[string]string{sumKey: c.SHA256},
		ContentType:          cmp.Or(contentTypes[path.Ext(c.Path)], "application/octet-stream"),
		ServerSideEncryption: o.encryption,
		SendContentMd5:       true,
	})
	return err
}

// contentTypes are what browsers need to show a file.
var contentTypes = map[string]string{
	".json": "application/json", ".html": "text/html; charset=utf-8", ".png": "image/png", ".md": "text/markdown; charset=utf-8",
}

// keep has nothing to do: what a store has taken stays.
func (o *objects) keep([]write.File) error { return nil }

// maxPages is how many pages of a list are asked for, of a thousand files each: a split has a thousand blocks at most.
const maxPages = 20

func (o *objects) list(ctx context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		asked := 0 // minio-go turns the pages, also empty ones
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GetConn: func(string) {
			if asked++; asked > maxPages {
				cancel(fmt.Errorf("the list of files does not end after %d pages; a dataset has fewer", maxPages))
			}
		}})
		prefix := o.prefix
		if dir != "" {
			prefix += dir + "/"
		}
		for info := range o.ListObjectsIter(ctx, o.bucket, minio.ListObjectsOptions{Prefix: prefix}) {
			err := info.Err
			if context.Cause(ctx) != nil {
				break
			}
			if !yield(strings.TrimPrefix(info.Key, o.prefix), err) || err != nil {
				return
			}
		}
		if err := context.Cause(ctx); err != nil {
			yield("", err)
		}
	}
}
