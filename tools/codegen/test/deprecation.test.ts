import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

/** Operations whose end is announced: by headers (RFC 9745, RFC 8594), and to those who read the generated client. */

const days = 'x-deprecated-since: 2027-02-01, x-sunset: 2028-02-29';
const ok = "responses: { '204': { description: Done. } }";
const PATHS = `
  /stays: { get: { operationId: stays, x-sunset: 2028-02-29, ${ok} } }
  /undated: { get: { operationId: undated, deprecated: true, ${ok} } }
  /odd: { get: { operationId: odd, deprecated: true, x-deprecated-since: soon, ${ok} } }
  /ends: { post: { operationId: ends, deprecated: true, ${days},
    parameters: [{ name: n, in: query, schema: { type: integer } }], ${ok} } }
`;

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf('deprecation', describeApi(`paths:${PATHS}`));
});
afterAll(() => pair?.remove());

test.each([
  ['GET /stays', 204, null, null],
  ['GET /undated', 204, null, null],
  ['GET /odd', 204, null, null],
  ['POST /ends', 204, '@1801440000', 'Tue, 29 Feb 2028 00:00:00 GMT'],
  ['POST /ends?n=word', 400, '@1801440000', 'Tue, 29 Feb 2028 00:00:00 GMT'],
  ['GET /ends', 405, null, null],
])('%s answers %i, Deprecation %s, Sunset %s', async (request, status, deprecation, sunset) => {
  const [method, path] = request.split(' ');
  const { headers, status: answered } = await pair.serve(new Request(`http://stub.test/base${path}`, { method }));
  expect([answered, headers.get('deprecation'), headers.get('sunset')]).toEqual([status, deprecation, sunset]);
});

test('another form of a day is noted', () => {
  expect(pair.notes.map(({ pointer }) => pointer)).toEqual(['#/paths/~1odd/get/x-deprecated-since']);
});

test('editors show the days beside the function', async () => {
  const client = await readFile(join(pair.folder, 'client/default.ts'), 'utf8');
  expect(client.match(/@deprecated.*/g)).toEqual([
    '@deprecated',
    '@deprecated',
    '@deprecated Since 2027-02-01; may be gone from 2028-02-29.',
  ]);
});
