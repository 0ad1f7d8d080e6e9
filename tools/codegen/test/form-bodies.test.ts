import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { typeErrors } from './support/type-errors.ts';

const FIELDS = `{ type: object, required: [name], properties: { name: { type: string, maxLength: 9 }, age: { type: integer }, tags: { type: array, items: { type: string } }, codes: { type: array, items: { type: integer } }, place: { type: object, properties: { x: { type: number } } }, raw: { type: array, items: { type: integer } } } }`;
const PARTS = `{ type: object, required: [photo], properties: { photo: { type: string, format: binary }, more: { type: array, items: { type: string, format: binary } }, page: { type: string }, name: { type: string }, age: { type: integer }, tags: { type: array, items: { type: string } }, place: { $ref: '#/components/schemas/Place' }, places: { type: array, items: { $ref: '#/components/schemas/Place' } } } }`;

const NULLS = `{ type: object, required: [a, b, c], properties: { a: { type: [string, 'null'] }, b: { anyOf: [{ type: integer }, { type: 'null' }] }, c: { type: string } } }`;

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf(
    'form-bodies',
    describeApi(`
paths:
  /form:
    post:
      operationId: form
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: ${FIELDS}, encoding: { codes: { explode: false }, raw: { contentType: application/json } } } } }
      responses: { 200: { description: d } }
  /parts:
    post:
      operationId: parts
      requestBody: { content: { multipart/form-data: { schema: ${PARTS}, encoding: { page: { contentType: text/html } } } } }
      responses: { 200: { description: d } }
  /bytes:
    post:
      operationId: bytes
      requestBody: { content: { multipart/form-data: { schema: { oneOf: [{ type: object, properties: { a: { type: integer } } }, { type: array }] } } } }
      responses: { 200: { description: d } }
  /alternatives:
    post:
      operationId: alternatives
      requestBody: { content: { multipart/form-data: { schema: { $ref: '#/components/schemas/Upload' } } } }
      responses: { 200: { description: d } }
  /encoded:
    post:
      operationId: encoded
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Choices' } } } }
      responses: { 200: { description: d } }
  /nulls:
    post:
      operationId: nulls
      requestBody: { content: { application/x-www-form-urlencoded: { schema: ${NULLS} }, multipart/form-data: { schema: ${NULLS} } } }
      responses: { 200: { description: d } }
components:
  schemas:
    Place: { type: object, required: [x], properties: { x: { type: number } } }
    Choices: { type: object, properties: { cut: { anyOf: [{ type: string, enum: [auto] }, { $ref: '#/components/schemas/Place' }, { type: 'null' }] }, flag: { oneOf: [{ type: integer }, { type: boolean }] }, words: { anyOf: [{ type: string }, { type: array, items: { $ref: '#/components/schemas/Place' } }] } } }
    Upload: { allOf: [{ $ref: '#/components/schemas/Choices' }, { type: object, properties: { film: { oneOf: [{ type: string, format: binary }, { $ref: '#/components/schemas/Place' }] } } }] }`),
  );
});
afterAll(() => pair?.remove());

test('the generated code type-checks, and forms have types of their own', async () => {
  const names = (await readdir(pair.folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(pair.folder, name), 'utf8')] as const)),
  );
  const use = (body: string) =>
    `import { createClient } from './client/index.ts';\nvoid createClient({ baseUrl: 'http://a' }).default.parts({ body: ${body} });\n`;
  const right = texts.set('use.ts', use('{ photo: new Blob(), more: [new Blob()], age: 5, places: [{ x: 1 }] }'));
  expect(typeErrors(right, pair.folder)).toEqual([]);
  const other =
    use('{ photo: new Blob() }') +
    use('')
      .replace(/.*\n/, '')
      .replace(
        /parts.*/,
        `alternatives({ body: { film: new Blob(), cut: 'auto', flag: true, words: [{ x: 1 }] } });\n`,
      );
  expect(typeErrors(texts.set('use.ts', other), pair.folder)).toEqual([]);
  const wrong = texts.set('use.ts', use('{ photo: "text" }'));
  expect(typeErrors(wrong, pair.folder)).toHaveLength(1);
});

describe('a form', () => {
  test.each<[body: object, sent: string]>([
    [{ name: 'a b+c&d=ü' }, 'name=a+b%2Bc%26d%3D%C3%BC'],
    [{ name: '', age: -5 }, 'name=&age=-5'],
    [{ name: 'a', tags: ['x,y', '', 'z'] }, 'name=a&tags=x%2Cy&tags=&tags=z'],
    [{ name: 'a', codes: [1, 2] }, 'name=a&codes=1,2'],
    [{ name: 'a', place: { x: 1.5 }, raw: [1] }, 'name=a&place=%7B%22x%22%3A1.5%7D&raw=%5B1%5D'],
    [{ name: 'a', other: 'b' }, 'name=a&other=b'],
  ])('%j is sent and received', async (body, sent) => {
    const result = await pair.client.form!({ body });
    expect(result.error).toBeUndefined();
    expect(pair.received()).toEqual({ body });
    expect(await pair.last().text()).toBe(sent);
    expect(pair.last().headers.get('content-type')).toBe('application/x-www-form-urlencoded');
  });

  test.each([
    ['age=x', /age must be an integer/],
    ['age=1', /name is required/],
    ['name=0123456789', /at most 9/],
    ['name=a&name=b', /given once/],
    ['name=a&place={', /JSON/],
    ['name=a&place=%7B%22x%22%3A%22y%22%7D', /number/],
    ['name=a&codes=1,x', /integer/],
    ['name=a&__proto__=1', /__proto__/],
    ['name=%zz', /percent/],
  ])('%s is refused', async (body, message) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await pair.ask('POST /form', { body, headers });
    expect([answer.status, answer.received]).toEqual([400, undefined]);
    expect(answer.text).toMatch(message);
  });
});

describe('a form of parts', () => {
  test('files, texts, lists and objects are sent and received', async () => {
    const bytes = new Uint8Array([0, 255, 13, 10]);
    const rest = { page: '<p>', name: 'ü', age: 3, tags: ['a,b', ''], place: { x: 1 }, places: [{ x: 2 }, { x: 3 }] };
    const body = { ...rest, photo: new File([bytes], 'a.png', { type: 'image/png' }), more: [new Blob(['x'])] };
    const result = await pair.client.parts!({ body });
    expect(result.error).toBeUndefined();
    const { photo, more, ...others } = (pair.received() as { body: { photo: File; more: Blob[] } }).body;
    expect(others).toEqual(rest);
    expect([photo.name, photo.type, new Uint8Array(await photo.arrayBuffer())]).toEqual(['a.png', 'image/png', bytes]);
    expect(await Promise.all(more.map((each) => each.text()))).toEqual(['x']);
    const sent = await pair.last().text();
    expect(sent).toContain('name="page"\r\nContent-Type: text/html\r\n\r\n<p>');
    expect(sent).toContain('name="place"\r\nContent-Type: application/json\r\n\r\n{"x":1}');
    expect(sent.match(/filename="[^"]*"/g)).toEqual(['filename="a.png"', 'filename="blob"']);
  });

  test('a file without a name keeps its bytes', async () => {
    const head = '--b\r\nContent-Disposition: form-data; name="photo"\r\nContent-Type: image/png\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), Buffer.from([0, 255, 128]), Buffer.from('\r\n--b--\r\n')]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const { received } = await pair.ask('POST /parts', { body, headers });
    const { photo } = (received as { body: { photo: Blob } }).body;
    expect([photo.type, [...(await photo.bytes())]]).toEqual(['image/png', [0, 255, 128]]);
  });

  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  test.each([
    [`${part('age', '1')}--b--\r\n`, /photo is required/],
    [`${part('photo', '')}${part('age', 'x')}--b--\r\n`, /age must be an integer/],
    [`${part('photo', '')}${part('place', '{}')}--b--\r\n`, /place.x is required/],
    ['nonsense', /multipart/],
  ])('%j is refused', async (body, message) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await pair.ask('POST /parts', { body, headers });
    expect([answer.status, answer.received]).toEqual([400, undefined]);
    expect(answer.text).toMatch(message);
  });
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
  'a required field that is null is left out: %s',
  async (contentType) => {
    const result = await pair.client.nulls!({ body: { a: null, b: null, c: 'x' }, contentType });
    expect(result.error).toBeUndefined();
    expect(pair.received()).toMatchObject({ body: { c: 'x' } });
    const refused = await pair.client.nulls!({ body: { a: 'y', b: 1 }, contentType });
    expect(refused.error).toMatchObject({ status: 400, rawBody: expect.stringMatching(/c is required/) });
  },
);

describe('fields of several kinds go by their values', () => {
  const film = new File(['film'], 'a.mp4', { type: 'video/mp4' });
  test.each<[body: object, sent: RegExp]>([
    [{ cut: 'auto', flag: true, words: 'a' }, /name="cut"\r\n\r\nauto/],
    [{ cut: { x: 1 }, flag: 5 }, /name="cut"\r\nContent-Type: application\/json\r\n\r\n\{"x":1\}/],
    [{ words: [{ x: 1 }] }, /name="words"\r\nContent-Type: application\/json/],
    [{ words: [{ x: 1 }, { x: 2 }] }, /name="words"\r\nContent-Type: application\/json/],
    [{ film: { x: 3 } }, /name="film"\r\nContent-Type: application\/json\r\n/],
  ])('%j', async (body, sent) => {
    expect((await pair.client.alternatives!({ body })).error).toBeUndefined();
    expect(pair.received()).toEqual({ body });
    expect(await pair.last().text()).toMatch(sent);
  });

  test.each([{ cut: { x: 1 }, flag: false }, { cut: 'auto', words: ['{'].join() }, { words: [{ x: 1 }] }])(
    '%j, encoded',
    async (body) => {
      expect((await pair.client.encoded!({ body })).error).toBeUndefined();
      expect(pair.received()).toEqual({ body });
    },
  );

  test('a file', async () => {
    expect((await pair.client.alternatives!({ body: { film } })).error).toBeUndefined();
    const { body } = pair.received() as { body: { film: File } };
    expect([body.film.name, await body.film.text()]).toEqual(['a.mp4', 'film']);
  });

  test.each([{ cut: { x: 'y' } }, { cut: 'other' }, { flag: 'x' }])('%j is refused', async (body) => {
    expect((await pair.client.alternatives!({ body })).status).toBe(400);
  });
});

describe('what is no object of fields', () => {
  const search = new URLSearchParams({ name: 'a b' });
  const data = new FormData();
  data.set('photo', new Blob(['x']));

  test('is sent if the platform has it for forms', async () => {
    expect((await pair.client.form!({ body: search })).error).toBeUndefined();
    expect(pair.received()).toEqual({ body: { name: 'a b' } });
    expect((await pair.client.parts!({ body: data })).error).toBeUndefined();
    expect(pair.received()).toMatchObject({ body: { photo: expect.any(Blob) } });
  });

  test.each<[operation: string, body: unknown, message: RegExp]>([
    ['form', 'name=a', /object with the fields of the form, or URLSearchParams, not String/],
    ['form', data, /URLSearchParams, not FormData/],
    ['form', new Map([['name', 'a']]), /not Map/],
    ['form', [1], /not Array/],
    ['form', null, /not Null/],
    ['parts', search, /or FormData, not URLSearchParams/],
    ['parts', new Blob(['x']), /not Blob/],
    ['bytes', { a: 1 }, /text, bytes, a Blob or a stream/],
    ['bytes', [1], /text, bytes, a Blob or a stream/],
  ])('is refused before anything is sent: %s', async (operation, body, message) => {
    const { error } = await pair.client[operation]!({ body }, { headers: { 'content-type': 'x/y' } });
    expect(error).toMatchObject({ name: 'InputError', message: expect.stringMatching(message) });
  });
});

test('a form without one encoding stays bytes', async () => {
  await pair.client.bytes!(
    { body: new Uint8Array([1, 2]) },
    { headers: { 'content-type': 'multipart/form-data; boundary=b' } },
  );
  expect((pair.received() as { body: Uint8Array }).body).toHaveLength(2);
});
