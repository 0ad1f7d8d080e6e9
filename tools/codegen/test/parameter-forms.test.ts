import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { typeErrors } from './support/type-errors.ts';

const LIST = '{ type: array, items: { type: string } }';
const COLOR = '{ type: object, required: [R], properties: { R: { type: integer }, s: { type: string } } }';
const JSON_OBJECT =
  'content: { application/json: { schema: { type: object, properties: { a: { type: array, items: { type: integer } } } } } }';

/** Operation, place, and the rest of the parameter `p`. */
const PARAMETERS: [id: string, place: string, rest: string][] = [
  ...['label', 'matrix', 'simple'].flatMap((style) =>
    [false, true].flatMap((explode): [string, string, string][] =>
      (
        [
          ['Text', '{ type: string }'],
          ['List', LIST],
          ['Object', COLOR],
        ] as const
      ).map(([kind, schema]) => [
        `${style}${kind}${explode ? 'Exploded' : ''}`,
        'path',
        `style: ${style}, explode: ${explode}, schema: ${schema}`,
      ]),
    ),
  ),
  ['formObject', 'query', `explode: false, schema: ${COLOR}`],
  ['spaceList', 'query', `style: spaceDelimited, explode: false, schema: ${LIST}`],
  ['pipeList', 'query', `style: pipeDelimited, explode: false, schema: ${LIST}`],
  ['pipeObject', 'query', `style: pipeDelimited, explode: false, schema: ${COLOR}`],
  ['jsonQuery', 'query', JSON_OBJECT],
  ['headerObject', 'header', `schema: ${COLOR}`],
  ['headerObjectExploded', 'header', `explode: true, schema: ${COLOR}`],
  ['jsonHeader', 'header', JSON_OBJECT],
  ['cookieText', 'cookie', 'schema: { type: string }'],
  ['cookieNumber', 'cookie', 'schema: { type: integer }'],
  ['cookieList', 'cookie', `schema: ${LIST}`],
  ['cookieJoined', 'cookie', `explode: false, schema: ${LIST}`],
  ['cookieObject', 'cookie', `explode: false, schema: ${COLOR}`],
];

const PATHS = PARAMETERS.map(
  ([id, place, rest]) => `  '/${id}${place === 'path' ? '/{p}' : ''}':
    get: { operationId: ${id}, parameters: [{ name: p, in: ${place}, ${place === 'path' ? 'required: true, ' : ''}${rest} }], responses: { 200: { description: d } } }`,
).join('\n');

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf(
    'forms',
    describeApi(`paths:
${PATHS}
  /mixed: { get: { operationId: mixed, parameters: [{ name: p, in: query, schema: { oneOf: [{ type: string, enum: [now] }, { type: integer }, { type: boolean }] } }], responses: { 200: { description: d } } } }
  /parts/{p}.{o}: { get: { operationId: parts, parameters: [{ name: p, in: path, required: true, schema: { type: string } }, { name: o, in: path, required: true, schema: ${COLOR} }], responses: { 200: { description: d } } } }
  /empty: { get: { operationId: empty, parameters: [{ name: p, in: query, explode: false, schema: { type: object, properties: { a: { type: integer } } } }], responses: { 200: { description: d } } } }
  /deep: { get: { operationId: deep, parameters: [{ name: f, in: query, style: deepObject, schema: { type: object, properties: { a: { type: object, properties: { b: { type: integer } } }, l: ${LIST} } } }], responses: { 200: { description: d } } } }`),
  );
});
afterAll(() => pair?.remove());

test('the generated code type-checks', async () => {
  const names = (await readdir(pair.folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(pair.folder, name), 'utf8')] as const),
  );
  expect(typeErrors(new Map(texts), pair.folder)).toEqual([]);
});

/** OpenAPI 3.1.1, "Style Examples", and RFC 6570. */
describe('how a value is sent, and received again', () => {
  const list = ['blue', 'black', 'br.o,w;n=|'];
  const object = { R: 100, s: 'a,b=c.d' };
  test.each<[id: string, value: unknown, sent: string]>([
    ['labelText', 'blue', '/.blue'],
    ['labelList', list, '/.blue,black,br.o%2Cw%3Bn%3D%7C'],
    ['labelListExploded', list, '/.blue.black.br%2Eo%2Cw%3Bn%3D%7C'],
    ['labelObject', object, '/.R,100,s,a%2Cb%3Dc.d'],
    ['labelObjectExploded', object, '/.R=100.s=a%2Cb%3Dc%2Ed'],
    ['matrixText', 'blue', '/;p=blue'],
    ['matrixList', list, '/;p=blue,black,br.o%2Cw%3Bn%3D%7C'],
    ['matrixListExploded', list, '/;p=blue;p=black;p=br.o%2Cw%3Bn%3D%7C'],
    ['matrixObject', object, '/;p=R,100,s,a%2Cb%3Dc.d'],
    ['matrixObjectExploded', object, '/;R=100;s=a%2Cb%3Dc.d'],
    ['simpleText', 'blue', '/blue'],
    ['simpleList', list, '/blue,black,br.o%2Cw%3Bn%3D%7C'],
    ['simpleObject', object, '/R,100,s,a%2Cb%3Dc.d'],
    ['simpleObjectExploded', object, '/R=100,s=a%2Cb%3Dc.d'],
    ['formObject', object, '?p=R,100,s,a%2Cb%3Dc.d'],
    ['spaceList', ['a', 'b,c'], '?p=a%20b%2Cc'],
    ['pipeList', ['a b', 'c'], '?p=a%20b%7Cc'],
    ['pipeObject', { R: 1, s: 'x' }, '?p=R%7C1%7Cs%7Cx'],
    ['jsonQuery', { a: [1, 2] }, '?p=%7B%22a%22%3A%5B1%2C2%5D%7D'],
    ['headerObject', { R: 1, s: 'x y' }, 'R,1,s,x y'],
    ['headerObjectExploded', { R: 1, s: 'x y' }, 'R=1,s=x y'],
    ['jsonHeader', { a: [1] }, '{"a":[1]}'],
    ['cookieText', 'a; b=c', 'p=a%3B%20b%3Dc'],
    ['cookieNumber', 5, 'p=5'],
    ['cookieList', ['a', 'b'], 'p=a; p=b'],
    ['cookieJoined', ['a,', 'b'], 'p=a%2C,b'],
    ['cookieObject', { R: 1 }, 'p=R,1'],
  ])('%s %j', async (id, value, sent) => {
    const result = await pair.client[id]!({ p: value });
    expect(result.error).toBeUndefined();
    const { url, headers } = pair.last();
    const texts = [url.slice(`http://stub.test/base/${id}`.length), headers.get('p'), headers.get('cookie')];
    expect(texts).toContain(sent);
    expect(pair.received()).toEqual({ p: value });
  });

  test.each<[operation: string, input: object, received: object]>([
    ['mixed', { p: 'now' }, { p: 'now' }],
    ['mixed', { p: -5 }, { p: '-5' }],
    ['mixed', { p: true }, { p: 'true' }],
    ['parts', { p: 'a', o: { R: 1 } }, { p: 'a', o: { R: 1 } }],
    ['empty', { p: {} }, { p: {} }],
  ])('%s %j', async (operation, input, received) => {
    expect((await pair.client[operation]!(input)).error).toBeUndefined();
    expect(pair.received()).toEqual(received);
  });

  test('a text that is none of several types', async () => {
    expect(await pair.ask('GET /mixed?p=later')).toMatchObject({ status: 400 });
  });

  test('nested objects and lists in the query', async () => {
    const input = { f: { a: { b: 1 }, l: ['x', 'y'] } };
    await pair.client.deep!(input);
    expect(pair.received()).toEqual(input);
  });
});

test.each<[request: string, headers: Record<string, string>, message: RegExp]>([
  ['GET /labelList/blue', {}, /style label/],
  ['GET /matrixText/;q=1', {}, /style matrix/],
  ['GET /matrixList/;p=1;p=2', {}, /style matrix/],
  ['GET /formObject?p=R,x', {}, /integer/],
  ['GET /formObject?p=R', {}, /names and values/],
  ['GET /formObject?p=s,x', {}, /R is required/],
  ['GET /formObject?p=__proto__,1', {}, /names and values/],
  ['GET /formObject?p=R,1&p=R,2', {}, /once/],
  ['GET /jsonQuery?p={', {}, /JSON/],
  ['GET /jsonQuery?p=%7B%22a%22%3A%5B%22x%22%5D%7D', {}, /integer/],
  ['GET /jsonQuery?p=[9007199254740993]', {}, /9007199254740993/],
  ['GET /cookieNumber', { cookie: 'a=b; p=x' }, /integer/],
  ['GET /cookieText', { cookie: 'p=%zz' }, /percent/],
])('%s %j is refused', async (request, headers, message) => {
  const answer = await pair.ask(request, { headers });
  expect([answer.status, answer.received]).toEqual([400, undefined]);
  expect(answer.text).toMatch(message);
});

test.each([
  ['GET /cookieNumber', 'p=5; p=6', 5],
  ['GET /cookieList', 'p=a; p=b', ['a', 'b']],
])('%s takes the cookies %s', async (request, cookie, p) => {
  expect(await pair.ask(request, { headers: { cookie } })).toMatchObject({ received: { p } });
});

test.each([
  ['spaceList', ['a b']],
  ['pipeList', ['a|b']],
  ['headerObject', { R: 1, s: 'a,b' }],
])('%s cannot carry %j', async (id, p) => {
  expect((await pair.client[id]!({ p })).error.message).toMatch(/must not contain/);
});
