import { createHash, randomUUID } from 'node:crypto';
import { ApiError, type RawRequest, reply } from '@mailwright/server-runtime';

/** A store of objects behind the handlers of the stub, as small as it can be. */

interface Stored {
  bytes: Uint8Array;
  type: string | undefined;
  metadata: Record<string, string>;
  tags: { Key: string; Value: string }[];
  at: string;
}

interface Bucket {
  objects: Map<string, Stored>;
  policy: boolean;
  grants: object[] | undefined;
}

interface Upload {
  key: string;
  parts: Map<number, Uint8Array>;
  request: RawRequest;
}

// biome-ignore lint/suspicious/noExplicitAny: inputs are typed where stubs are generated, which is when the test runs
type Input = any;

const owner = { ID: 'owner', DisplayName: 'owner' };
const etag = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const now = () => new Date().toISOString();
const failure = (status: number, code: string) => new ApiError(status, `It is ${code}.`, { code });

export function s3Handlers(): Record<string, (input: Input, request: RawRequest) => unknown> {
  const buckets = new Map<string, Bucket>();
  const uploads = new Map<string, Upload>();

  const bucketOf = (name: string): Bucket => {
    const bucket = buckets.get(name);
    if (bucket) return bucket;
    throw failure(404, 'NoSuchBucket');
  };
  const objectOf = ({ Bucket, Key }: Input): Stored => {
    const stored = bucketOf(Bucket).objects.get(Key);
    if (stored) return stored;
    throw failure(404, 'NoSuchKey');
  };
  const store = ({ Bucket, Key }: Input, bytes: Uint8Array, { headers }: RawRequest): Stored => {
    const metadata = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')) as [string, string][];
    const type = headers['content-type'] as string | undefined;
    const stored = { bytes, type, metadata: Object.fromEntries(metadata), tags: [], at: now() };
    bucketOf(Bucket).objects.set(Key, stored);
    return stored;
  };
  const headersOf = ({ bytes, type, metadata, at }: Stored) => ({
    etag: etag(bytes),
    'last-modified': new Date(at).toUTCString(),
    ...metadata,
    ...(type === undefined ? {} : { 'content-type': type }),
  });

  return {
    ListBuckets: () => ({ Owner: owner, Buckets: [...buckets.keys()].map((Name) => ({ Name, CreationDate: now() })) }),
    CreateBucket: ({ Bucket }) => {
      if (buckets.has(Bucket)) throw failure(409, 'BucketAlreadyOwnedByYou');
      buckets.set(Bucket, { objects: new Map(), policy: false, grants: undefined });
      return reply(200, undefined, { location: `/${Bucket}` });
    },
    HeadBucket: ({ Bucket }) => void bucketOf(Bucket),
    DeleteBucket: ({ Bucket }) => {
      if (bucketOf(Bucket).objects.size > 0) throw failure(409, 'BucketNotEmpty');
      buckets.delete(Bucket);
    },
    DeleteBucketPolicy: ({ Bucket }) => {
      bucketOf(Bucket).policy = false;
    },
    GetBucketLocation: ({ Bucket }) => bucketOf(Bucket) && 'eu-west-1',
    GetBucketAcl: ({ Bucket }) => ({ Owner: owner, Grants: bucketOf(Bucket).grants ?? [] }),
    PutBucketAcl: ({ Bucket, body }) => {
      bucketOf(Bucket).grants = body?.Grants;
    },
    PutObject: (input, request) => {
      const { bytes } = store(input, input.body ?? new Uint8Array(), request);
      return reply(200, undefined, { etag: etag(bytes) });
    },
    GetObject: (input) => {
      const stored = objectOf(input);
      return reply(200, stored.bytes, headersOf(stored));
    },
    HeadObject: (input) => {
      const stored = objectOf(input);
      return reply(200, undefined, { ...headersOf(stored), 'content-length': String(stored.bytes.length) });
    },
    DeleteObject: ({ Bucket, Key }) => {
      bucketOf(Bucket).objects.delete(Key);
      return reply(204);
    },
    DeleteObjects: ({ Bucket, body }) => {
      for (const { Key } of body.Objects) bucketOf(Bucket).objects.delete(Key);
      return { Deleted: body.Objects.map(({ Key }: Input) => ({ Key })) };
    },
    CopyObject: (input, request) => {
      const [, Bucket, Key] = /^\/?([^/]+)\/(.*)$/.exec(decodeURIComponent(input['x-amz-copy-source'])) ?? [];
      const { bytes, at } = store(input, objectOf({ Bucket, Key }).bytes, request);
      return { ETag: etag(bytes), LastModified: at };
    },
    ListObjectsV2: (input) => {
      const { Bucket, prefix = '', delimiter } = input;
      const keys = [...bucketOf(Bucket).objects.keys()].filter((key) => key.startsWith(prefix)).sort();
      const folder = (key: string) => {
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
        return end < 0 ? undefined : key.slice(0, end + 1);
      };
      const from = input['continuation-token'] ? keys.indexOf(input['continuation-token']) : 0;
      const listed = keys.filter((key) => folder(key) === undefined);
      const page = listed.slice(from, from + (input['max-keys'] ?? 1000));
      const next = listed[from + page.length];
      return {
        Name: Bucket,
        Prefix: prefix,
        IsTruncated: next !== undefined,
        KeyCount: page.length,
        ...(next === undefined ? {} : { NextContinuationToken: next }),
        Contents: page.map((Key) => {
          const { bytes, at } = objectOf({ Bucket, Key });
          return { Key, Size: bytes.length, ETag: etag(bytes), LastModified: at, StorageClass: 'STANDARD' };
        }),
        CommonPrefixes: [...new Set(keys.flatMap((key) => folder(key) ?? []))].map((Prefix) => ({ Prefix })),
      };
    },
    CreateMultipartUpload: ({ Bucket, Key }, request) => {
      const UploadId = randomUUID();
      uploads.set(UploadId, { key: Key, parts: new Map(), request });
      return { Bucket, Key, UploadId };
    },
    UploadPart: ({ partNumber, uploadId, body }) => {
      const upload = uploads.get(uploadId);
      if (!upload) throw failure(404, 'NoSuchUpload');
      upload.parts.set(partNumber, body);
      return reply(200, undefined, { etag: etag(body) });
    },
    ListParts: ({ Bucket, Key, uploadId }) => ({
      Bucket,
      Key,
      UploadId: uploadId,
      IsTruncated: false,
      Parts: [...(uploads.get(uploadId)?.parts ?? [])].map(([PartNumber, bytes]) => ({
        PartNumber,
        Size: bytes.length,
        ETag: etag(bytes),
      })),
    }),
    CompleteMultipartUpload: (input) => {
      const upload = uploads.get(input.uploadId);
      if (!upload) throw failure(404, 'NoSuchUpload');
      const parts = input.body.Parts.map(({ PartNumber }: Input) => upload.parts.get(PartNumber));
      const { bytes } = store(input, Buffer.concat(parts), upload.request);
      uploads.delete(input.uploadId);
      return { Location: `/${input.Bucket}/${input.Key}`, Bucket: input.Bucket, Key: input.Key, ETag: etag(bytes) };
    },
    AbortMultipartUpload: ({ uploadId }) => {
      if (!uploads.delete(uploadId)) throw failure(404, 'NoSuchUpload');
      return reply(204);
    },
    PutObjectTagging: (input) => {
      objectOf(input).tags = input.body.TagSet;
    },
    GetObjectTagging: (input) => ({ TagSet: objectOf(input).tags }),
    DeleteObjectTagging: (input) => {
      objectOf(input).tags = [];
      return reply(204);
    },
    GetObjectAcl: (input) =>
      objectOf(input) && {
        Owner: owner,
        Grants: [{ Grantee: { Type: 'CanonicalUser', ...owner }, Permission: 'FULL_CONTROL' }],
      },
  };
}
