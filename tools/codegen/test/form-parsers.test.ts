import { spawnSync } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

/** What parsers of other projects find in the forms of a generated client: multer of express, and Python's. */

const FORM =
  '{ type: object, properties: { photo: { type: string, format: binary }, meta: { type: object, properties: { x: { type: integer } } }, page: { type: string }, tags: { type: array, items: { type: string } } } }';

let pair: Pair;
let sent: Request;
beforeAll(async () => {
  pair = await pairOf(
    'form-parsers',
    describeApi(`
paths:
  /parts:
    post:
      operationId: parts
      requestBody: { content: { multipart/form-data: { schema: ${FORM}, encoding: { page: { contentType: text/html } } } } }
      responses: { 204: { description: d } }`),
  );
  const photo = new File([new Uint8Array([0, 255])], 'ü "a".png', { type: 'image/png' });
  await pair.client.parts!({ body: { photo, meta: { x: 1 }, page: '<p>', tags: ['a', 'b'] } });
  sent = pair.last();
});
afterAll(() => pair?.remove());

const TEXTS = { meta: '{"x":1}', page: '<p>', tags: ['a', 'b'] };

type Upload = (request: IncomingMessage, response: object, next: (error?: Error) => void) => void;

test('multer finds a file, and all else as fields', async () => {
  const multer = createRequire(import.meta.url)('multer') as () => { single(name: string): Upload };
  const bytes = Buffer.from(await sent.clone().bytes());
  const headers = { ...Object.fromEntries(sent.headers), 'content-length': String(bytes.length) };
  const request = Object.assign(Readable.from([bytes]), { headers, method: 'POST' }) as unknown as IncomingMessage;
  await new Promise<void>((resolve, reject) =>
    multer().single('photo')(request, {}, (error) => (error ? reject(error) : resolve())),
  );
  const { body, file } = request as unknown as { body: object; file: { mimetype: string; buffer: Buffer } };
  expect({ ...body }).toEqual(TEXTS);
  expect([file.mimetype, [...file.buffer]]).toEqual(['image/png', [0, 255]]);
});

const PYTHON = `
import sys, json
from email.parser import BytesParser
message = BytesParser().parsebytes(b'Content-Type: ' + sys.argv[1].encode() + b'\\r\\n\\r\\n' + sys.stdin.buffer.read())
print(json.dumps([[part.get_param('name', header='content-disposition'), part.get_filename(), part.get_content_type(), list(part.get_payload(decode=True))] for part in message.get_payload()]))
`;

test.skipIf(spawnSync('python3', ['-c', '']).status !== 0)(
  'Python finds a file, and all else without a name',
  async () => {
    const { stdout } = spawnSync('python3', ['-c', PYTHON, sent.headers.get('content-type')!], {
      input: Buffer.from(await sent.clone().bytes()),
    });
    const bytes = (text: string) => [...new TextEncoder().encode(text)];
    expect(JSON.parse(String(stdout))).toEqual([
      ['photo', expect.stringContaining('a'), 'image/png', [0, 255]],
      ['meta', null, 'application/json', bytes('{"x":1}')],
      ['page', null, 'text/html', bytes('<p>')],
      ['tags', null, 'text/plain', bytes('a')],
      ['tags', null, 'text/plain', bytes('b')],
    ]);
  },
);
