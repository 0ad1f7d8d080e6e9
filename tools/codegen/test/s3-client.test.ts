import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../src/generate.ts';
import { signer } from './support/sigv4.ts';

/** The client of a service's public description against a server that others wrote. */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DESCRIPTION = path.resolve(ROOT, '../shared/foreign-specs/aws-s3.json');
const OUTPUT = path.join(import.meta.dirname, '../generated/s3-client');
const there = existsSync(DESCRIPTION);
if (!there) console.log(`No ${path.relative(ROOT, DESCRIPTION)}: its client is not tried against s3rver.`);

// biome-ignore lint/suspicious/noExplicitAny: what is generated when the test runs has no types before
type Any = any;

const keys = { id: 'S3RVER', secret: 'S3RVER' };

describe.runIf(there)('the client of the public description of S3 against s3rver', () => {
  let folder: string;
  let server: Any;
  let connectWith: (id: string) => Any;
  let s3: Any;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 's3rver-'));
    const overlays = [path.join(import.meta.dirname, '../examples/s3.overlay.yaml')];
    await generate({
      input: DESCRIPTION,
      overlays,
      output: OUTPUT,
      parts: ['types', 'codecs', 'client'],
      skip: () => {},
    });
    const { createClient } = await import(/* @vite-ignore */ pathToFileURL(`${OUTPUT}/client/index.ts`).href);
    const { default: S3rver } = (await import('s3rver' as string)) as Any;
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder });
    const { port } = await server.run();
    connectWith = (id) =>
      createClient({
        baseUrl: `http://127.0.0.1:${port}`,
        retries: 0,
        xml: { namespaces: 'ignore' },
        sign: signer({ ...keys, id }, 'us-east-1'),
      }).default;
    s3 = connectWith(keys.id);
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
    await rm(OUTPUT, { recursive: true, force: true });
  });

  const Bucket = 'photos';
  const textOf = async (Key: string) => new TextDecoder().decode(await s3.GetObject({ Bucket, Key }).orThrow());

  test('buckets are made, found and listed', async () => {
    await s3.CreateBucket({ Bucket }).orThrow();
    expect((await s3.HeadBucket({ Bucket })).status).toBe(200);
    expect((await s3.ListBuckets({}).orThrow()).Buckets).toMatchObject([{ Name: Bucket }]);
    const location = await s3.GetBucketLocation({ Bucket, location: true });
    expect([location.status, location.data ?? '']).toEqual([200, '']);
  });

  test.each([
    ['a plain one', 'a.txt', 'hello'],
    ['one in folders', '2026/a b+c&d.txt', 'grüße'],
    ['an empty one', 'empty', ''],
    ['one with a slash at its end', 'folder/', 'x'],
  ])('an object comes back as it went: %s', async (_, Key, text) => {
    const body = new TextEncoder().encode(text);
    const put = await s3.PutObject({ Bucket, Key, body, contentType: 'text/plain' });
    expect([put.status, put.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"\w{32}"$/)]);
    expect(await textOf(Key)).toBe(text);
    const head = await s3.HeadObject({ Bucket, Key });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(body.length)]);
  });

  test('objects are listed with folders', async () => {
    const list = { Bucket, 'list-type': '2', prefix: '' };
    const { Contents, CommonPrefixes } = await s3.ListObjectsV2({ ...list, delimiter: '/' }).orThrow();
    expect(Contents.map(({ Key }: Any) => Key)).toEqual(['a.txt', 'empty']);
    expect(Contents[0]).toMatchObject({ Size: 5, LastModified: expect.any(String) });
    expect(CommonPrefixes).toEqual([{ Prefix: '2026/' }, { Prefix: 'folder/' }]);
    // Of pages s3rver makes none: Node has no createCipher any more.
    const { Contents: all, IsTruncated } = await s3.ListObjectsV2(list).orThrow();
    expect([all.length, IsTruncated]).toEqual([4, false]);
  });

  test('an object is uploaded in parts', async () => {
    const Key = 'large.bin';
    const { UploadId: uploadId } = await s3.CreateMultipartUpload({ Bucket, Key, uploads: true }).orThrow();
    const Parts: object[] = [];
    for (const partNumber of [1, 2]) {
      const body = new TextEncoder().encode(String(partNumber).repeat(1000));
      const { headers } = await s3.UploadPart({ Bucket, Key, partNumber, uploadId, body });
      Parts.push({ PartNumber: partNumber, ETag: headers.get('etag') });
    }
    const done = await s3.CompleteMultipartUpload({ Bucket, Key, uploadId, body: { Parts } }).orThrow();
    expect(done).toMatchObject({ Bucket, Key });
    expect(await textOf(Key)).toBe('1'.repeat(1000) + '2'.repeat(1000));
  });

  test('an object is copied', async () => {
    const source = `/${Bucket}/a.txt`;
    const copied = await s3.CopyObject({ Bucket, Key: 'copy', 'x-amz-copy-source': source }).orThrow();
    expect(copied).toMatchObject({ ETag: expect.any(String), LastModified: expect.any(String) });
    expect(await textOf('copy')).toBe('hello');
  });

  test('an object is tagged', async () => {
    const TagSet = [{ Key: 'a', Value: 'one' }];
    const it = { Bucket, Key: 'a.txt', tagging: true };
    await s3.PutObjectTagging({ ...it, body: { TagSet } }).orThrow();
    expect(await s3.GetObjectTagging(it).orThrow()).toEqual({ TagSet });
  });

  test('rights are told', async () => {
    const { Owner, Grants } = await s3.GetObjectAcl({ Bucket, Key: 'a.txt', acl: true }).orThrow();
    expect(Owner.DisplayName).toBe('S3rver');
    expect(Grants).toMatchObject([{ Grantee: { Type: 'CanonicalUser', DisplayName: 'You' } }]);
  });

  test('many objects are deleted at once, and one by one', async () => {
    const Objects = ['empty', 'folder/'].map((Key) => ({ Key }));
    const { Deleted } = await s3.DeleteObjects({ Bucket, delete: true, body: { Objects } }).orThrow();
    expect(Deleted.map(({ Key }: Any) => Key)).toEqual(['empty', 'folder/']);
    expect((await s3.DeleteObject({ Bucket, Key: 'copy' })).status).toBe(204);
    expect((await s3.ListObjectsV2({ Bucket, 'list-type': '2' }).orThrow()).KeyCount).toBe(3);
  });

  test.each<[string, () => Promise<Any>, number, string]>([
    ['no such key', () => s3.GetObject({ Bucket, Key: 'none' }), 404, 'NoSuchKey'],
    ['no such bucket', () => s3.ListObjectsV2({ Bucket: 'none', 'list-type': '2' }), 404, 'NoSuchBucket'],
    ['a bucket with objects', () => s3.DeleteBucket({ Bucket }), 409, 'BucketNotEmpty'],
    ['an unknown key', () => connectWith('wrong').GetObject({ Bucket, Key: 'a.txt' }), 403, 'InvalidAccessKeyId'],
  ])('an error by its code: %s', async (_, call, status, code) => {
    const { ok, error } = await call();
    expect([ok, error.status, error.document?.Code]).toEqual([false, status, code]);
  });
});
