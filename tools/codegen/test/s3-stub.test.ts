import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as S3 from '@aws-sdk/client-s3';
import { createDispatcher, nodeListener, type RawRequest } from '@mailwright/server-runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../src/generate.ts';
import { s3Handlers } from './support/s3.ts';
import { isSigned } from './support/sigv4.ts';
import { typeErrors } from './support/type-errors.ts';

/** The client that others wrote for a service, against the stub of that service's public description. */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DESCRIPTION = path.resolve(ROOT, '../shared/foreign-specs/aws-s3.json');
const OUTPUT = path.join(import.meta.dirname, '../generated/s3-stub');
const there = existsSync(DESCRIPTION);
if (!there) console.log(`No ${path.relative(ROOT, DESCRIPTION)}: the AWS SDK is not tried against its stub.`);

const keys = { id: 'AKIATEST', secret: 'the-secret-of-the-test' };
const faults: unknown[] = [];
let server: Server;
let client: S3.S3Client;

const clientWith = (secretAccessKey: string) =>
  new S3.S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: keys.id, secretAccessKey },
  });

describe.runIf(there)('the AWS SDK against the stub of the public description of S3', () => {
  beforeAll(async () => {
    const overlays = [path.join(import.meta.dirname, '../examples/s3.overlay.yaml')];
    await generate({
      input: DESCRIPTION,
      overlays,
      output: OUTPUT,
      parts: ['types', 'codecs', 'server'],
      skip: () => {},
    });
    const { implementPartial } = await import(/* @vite-ignore */ pathToFileURL(`${OUTPUT}/server/index.ts`).href);
    const dispatch = createDispatcher<RawRequest, { rights: undefined }>(implementPartial(s3Handlers()), {
      authenticate: ({ credentials, request }) =>
        'key' in credentials && isSigned(request, credentials.key, keys) ? { rights: undefined } : undefined,
      formatError: (error, { operation }) => {
        if (error.status === 500) faults.push(error.cause, operation?.id);
        return undefined;
      },
      intercept: (call, next) => next(call.request),
      requireHttps: false,
      validateResponses: true,
    });
    server = createServer(nodeListener(dispatch)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = clientWith(keys.secret);
  });
  afterAll(async () => {
    client.destroy();
    server.close();
    await rm(OUTPUT, { recursive: true, force: true });
  });

  test('what is generated with the corrections of the example type-checks in the strictest way', async () => {
    const names = (await readdir(OUTPUT, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const texts = names.map(async (name) => [name, await readFile(path.join(OUTPUT, name), 'utf8')] as const);
    expect(typeErrors(new Map(await Promise.all(texts)), OUTPUT)).toEqual([]);
  });

  const Bucket = 'photos';
  const send = async <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error) => {
      throw faults.length > 0 ? new Error(`${error}: ${faults}`) : error;
    });
  const text = async (Key: string) => {
    const { Body } = await send(client.send(new S3.GetObjectCommand({ Bucket, Key })));
    return Body?.transformToString();
  };

  test('buckets are made, found and listed', async () => {
    await send(client.send(new S3.CreateBucketCommand({ Bucket })));
    await send(
      client.send(
        new S3.CreateBucketCommand({
          Bucket: 'other',
          CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
        }),
      ),
    );
    await send(client.send(new S3.HeadBucketCommand({ Bucket })));
    const { Buckets, Owner } = await send(client.send(new S3.ListBucketsCommand({})));
    expect(Buckets?.map(({ Name }) => Name)).toEqual(['photos', 'other']);
    expect(Buckets?.[0]?.CreationDate).toBeInstanceOf(Date);
    expect(Owner).toMatchObject({ ID: 'owner' });
    const location = await send(client.send(new S3.GetBucketLocationCommand({ Bucket })));
    expect(location.LocationConstraint).toBe('eu-west-1');
  });

  test.each([
    ['a plain one', 'a.txt', 'hello'],
    ['one in folders', '2026/03/a b+c&d.txt', 'grüße'],
    ['an empty one', 'empty', ''],
    ['one with a slash at its end', 'folder/', 'x'],
    ['one with two slashes', 'a//b', 'x'],
    ['one with characters of XML', '<&>"\'.txt', '<&>'],
  ])('an object comes back as it went: %s', async (_, Key, Body) => {
    const Metadata = { colour: 'red' };
    const put = await send(
      client.send(new S3.PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/plain', Metadata })),
    );
    expect(put.ETag).toMatch(/^"\w{32}"$/);
    expect(await text(Key)).toBe(Body);
    const head = await send(client.send(new S3.HeadObjectCommand({ Bucket, Key })));
    expect(head).toMatchObject({
      ContentLength: Buffer.byteLength(Body),
      ContentType: 'text/plain',
      ETag: put.ETag,
      Metadata,
    });
    expect(head.LastModified).toBeInstanceOf(Date);
  });

  test('objects are listed with folders, page by page', async () => {
    const { Contents, CommonPrefixes, KeyCount, IsTruncated } = await send(
      client.send(new S3.ListObjectsV2Command({ Bucket, Delimiter: '/' })),
    );
    expect(Contents?.map(({ Key }) => Key)).toEqual(['<&>"\'.txt', 'a.txt', 'empty']);
    expect(Contents?.[1]).toMatchObject({ Size: 5, StorageClass: 'STANDARD', LastModified: expect.any(Date) });
    expect(CommonPrefixes).toEqual([{ Prefix: '2026/' }, { Prefix: 'a/' }, { Prefix: 'folder/' }]);
    expect([KeyCount, IsTruncated]).toEqual([3, false]);
    const found: (string | undefined)[] = [];
    for await (const page of S3.paginateListObjectsV2({ client, pageSize: 2 }, { Bucket }))
      found.push(...(page.Contents ?? []).map(({ Key }) => Key));
    expect(found).toHaveLength(6);
    const none = await send(client.send(new S3.ListObjectsV2Command({ Bucket, Prefix: 'none' })));
    expect([none.Contents, none.KeyCount]).toEqual([undefined, 0]);
  });

  test('an object is uploaded in parts', async () => {
    const Key = 'large.bin';
    const { UploadId } = await send(client.send(new S3.CreateMultipartUploadCommand({ Bucket, Key })));
    const Parts = [];
    for (const PartNumber of [1, 2, 3]) {
      const Body = String(PartNumber).repeat(1000);
      const { ETag } = await send(client.send(new S3.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })));
      Parts.push({ PartNumber, ETag });
    }
    const listed = await send(client.send(new S3.ListPartsCommand({ Bucket, Key, UploadId })));
    expect(listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 1000],
      [2, 1000],
      [3, 1000],
    ]);
    const done = await send(
      client.send(new S3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } })),
    );
    expect(done).toMatchObject({ Key, Location: '/photos/large.bin' });
    expect(await text(Key)).toBe('1'.repeat(1000) + '2'.repeat(1000) + '3'.repeat(1000));
  });

  test('an upload is given up', async () => {
    const Key = 'never';
    const { UploadId } = await send(client.send(new S3.CreateMultipartUploadCommand({ Bucket, Key })));
    await send(client.send(new S3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    const again = client.send(new S3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    await expect(again).rejects.toMatchObject({ name: 'NoSuchUpload', $metadata: { httpStatusCode: 404 } });
  });

  test('an object is copied', async () => {
    const CopySource = `${Bucket}/${encodeURIComponent('2026/03/a b+c&d.txt')}`;
    const copied = await send(client.send(new S3.CopyObjectCommand({ Bucket, Key: 'copy', CopySource })));
    expect(copied.CopyObjectResult).toMatchObject({ ETag: expect.any(String), LastModified: expect.any(Date) });
    expect(await text('copy')).toBe('grüße');
  });

  test('an object is tagged', async () => {
    const TagSet = [
      { Key: 'a', Value: '1' },
      { Key: 'b', Value: '<2>' },
    ];
    const Key = 'a.txt';
    await send(client.send(new S3.PutObjectTaggingCommand({ Bucket, Key, Tagging: { TagSet } })));
    expect((await send(client.send(new S3.GetObjectTaggingCommand({ Bucket, Key })))).TagSet).toEqual(TagSet);
    await send(client.send(new S3.DeleteObjectTaggingCommand({ Bucket, Key })));
    expect((await send(client.send(new S3.GetObjectTaggingCommand({ Bucket, Key })))).TagSet).toEqual([]);
    expect(await text(Key)).toBe('hello');
  });

  test('rights are told and changed', async () => {
    const Grant = { Grantee: { Type: 'CanonicalUser' as const, ID: 'ada' }, Permission: 'READ' as const };
    const AccessControlPolicy = { Owner: { ID: 'owner' }, Grants: [Grant] };
    await send(client.send(new S3.PutBucketAclCommand({ Bucket, AccessControlPolicy })));
    expect(await send(client.send(new S3.GetBucketAclCommand({ Bucket })))).toMatchObject({
      Owner: { ID: 'owner' },
      Grants: [Grant],
    });
    const { Grants } = await send(client.send(new S3.GetObjectAclCommand({ Bucket, Key: 'a.txt' })));
    expect(Grants).toMatchObject([{ Grantee: { Type: 'CanonicalUser', ID: 'owner' }, Permission: 'FULL_CONTROL' }]);
  });

  test('what means a part of a bucket never reaches the bucket', async () => {
    await send(client.send(new S3.DeleteBucketPolicyCommand({ Bucket: 'other' })));
    await send(client.send(new S3.HeadBucketCommand({ Bucket: 'other' })));
  });

  test('many objects are deleted at once, and one by one', async () => {
    const Objects = ['empty', 'a//b', '<&>"\'.txt'].map((Key) => ({ Key }));
    const { Deleted } = await send(client.send(new S3.DeleteObjectsCommand({ Bucket, Delete: { Objects } })));
    expect(Deleted).toEqual(Objects);
    await send(client.send(new S3.DeleteObjectCommand({ Bucket, Key: 'folder/' })));
    const { KeyCount } = await send(client.send(new S3.ListObjectsV2Command({ Bucket })));
    expect(KeyCount).toBe(4);
    await send(client.send(new S3.DeleteBucketCommand({ Bucket: 'other' })));
  });

  test.each<[string, () => Promise<unknown>, string, number]>([
    ['no such key', () => client.send(new S3.GetObjectCommand({ Bucket, Key: 'none' })), 'NoSuchKey', 404],
    ['no such bucket', () => client.send(new S3.ListObjectsV2Command({ Bucket: 'none' })), 'NoSuchBucket', 404],
    [
      'a bucket that is there',
      () => client.send(new S3.CreateBucketCommand({ Bucket })),
      'BucketAlreadyOwnedByYou',
      409,
    ],
    ['a bucket with objects', () => client.send(new S3.DeleteBucketCommand({ Bucket })), 'BucketNotEmpty', 409],
    [
      'no such key, which has no body to say so',
      () => client.send(new S3.HeadObjectCommand({ Bucket, Key: 'none' })),
      'NotFound',
      404,
    ],
    ['a wrong secret', () => clientWith('wrong').send(new S3.ListBucketsCommand({})), 'Unauthorized', 401],
  ])('an error by its code: %s', async (_, call, name, httpStatusCode) => {
    await expect(call()).rejects.toMatchObject({ name, $metadata: { httpStatusCode } });
  });
});
