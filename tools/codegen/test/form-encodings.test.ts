import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { typeErrors } from './support/type-errors.ts';

const COLOR = '{ type: object, properties: { R: { type: integer }, G: { type: integer } } }';
const form = (content: string) =>
  `requestBody: { required: true, content: { ${content} } }, responses: { 200: { description: d } }`;

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf(
    'form-encodings',
    describeApi(`
paths:
  /styles:
    post: { operationId: styles, ${form(`application/x-www-form-urlencoded: { schema: { type: object, properties: { deep: { type: object, properties: { size: { type: integer }, tags: { type: array, items: { type: string } }, inner: ${COLOR} } }, spread: ${COLOR}, pairs: { type: object, properties: { X: { type: integer }, Y: { type: string } } }, pipes: { type: array, items: { type: string } }, spaces: { type: array, items: { type: integer } }, commas: { type: array, items: { type: string } } } }, encoding: { deep: { style: deepObject }, spread: { explode: true }, pairs: { explode: false }, pipes: { style: pipeDelimited }, spaces: { style: spaceDelimited }, commas: { style: form, explode: false } } }`)} }
  /charges:
    post: { operationId: charges, ${form(`application/x-www-form-urlencoded: { schema: { type: object, properties: { metadata: { type: object, additionalProperties: { type: string } }, expand: { type: array, items: { type: string } }, items: { type: array, items: { type: object, properties: { price: { type: integer }, on: { type: boolean } } } }, birth: { anyOf: [{ type: object, properties: { year: { type: integer } } }, { type: string, enum: [''] }] }, amount: { anyOf: [{ type: integer }, { type: string, enum: [''] }] }, raw: { type: string } } }, encoding: { raw: { contentType: application/json }, metadata: { style: deepObject }, expand: { style: deepObject }, items: { style: deepObject }, birth: { style: deepObject }, amount: { style: deepObject } } }`)} }
  /empty:
    post: { operationId: empty, ${form('application/x-www-form-urlencoded: { schema: { type: object, properties: {}, additionalProperties: false } }')} }
  /animals:
    post: { operationId: animals, ${form(`application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Animal' } }, multipart/form-data: { schema: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, required: [photo], properties: { photo: { type: string, format: binary } } }] } }`)} }
  /either:
    post: { operationId: either, ${form('application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: integer }, b: { type: integer }, c: { anyOf: [{ type: string }, { type: array, items: { type: string } }] } }, anyOf: [{ required: [a] }, { required: [b] }] } }')} }
  /map:
    post: { operationId: map, ${form('application/x-www-form-urlencoded: { schema: { type: object, additionalProperties: { type: integer } } }')} }
  /tree:
    post: { operationId: tree, ${form("application/x-www-form-urlencoded: { schema: { type: object, properties: { tree: { $ref: '#/components/schemas/Tree' } } } }")} }
  /parts:
    post: { operationId: parts, ${form(`multipart/form-data: { schema: { type: object, required: [photo], properties: { photo: { type: string, format: binary }, notes: { type: array, items: { type: string } }, deep: ${COLOR}, icon: { type: string, contentMediaType: image/png } } }, encoding: { photo: { contentType: 'image/png, image/*', headers: { X-Rate: { required: true, schema: { type: integer, maximum: 9 } }, X-Tags: { schema: { type: array, items: { type: string } } }, Content-Type: { schema: { type: string } } } }, notes: { headers: { X-Lang: { schema: { type: string } } } }, deep: { style: deepObject }, icon: { contentType: image/png } } }`)} }
components:
  schemas:
    Tree: { type: object, required: [n], properties: { n: { type: integer }, next: { $ref: '#/components/schemas/Tree' } } }
    Animal: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } } }
    Cat: { type: object, required: [kind, lives], properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string }, good: { type: boolean }, lives: { type: integer } } }`),
  );
});
afterAll(() => pair?.remove());

test('the generated code type-checks, and knows alternatives, files and headers', async () => {
  expect(pair.notes).toEqual([]);
  const names = (await readdir(pair.folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(pair.folder, name), 'utf8')] as const)),
  );
  const use = (body: string) =>
    `import { createClient } from './client/index.ts';\nconst api = createClient({ baseUrl: 'http://a' }).default;\nvoid api.${body};\n`;
  const errors = (body: string) => typeErrors(texts.set('use.ts', use(body)), pair.folder);
  expect(errors(`animals({ body: { kind: 'cat', lives: 9 } })`)).toEqual([]);
  expect(errors(`animals({ body: { kind: 'cat' } })`)).toHaveLength(1);
  expect(
    errors(`animals({ contentType: 'multipart/form-data', body: { kind: 'dog', good: true, photo: new Blob() } })`),
  ).toEqual([]);
  expect(errors(`parts({ body: { photo: { value: new Blob(), headers: { 'X-Rate': 5 } } } })`)).toEqual([]);
  expect(errors('parts({ body: { photo: { value: new Blob() } } })')).toHaveLength(1);
});

describe('a form', () => {
  test.each<[operation: string, body: object, sent: string]>([
    [
      'styles',
      { deep: { size: 1, tags: ['a', 'b'], inner: { R: 2 } } },
      'deep%5Bsize%5D=1&deep%5Btags%5D=a&deep%5Btags%5D=b&deep%5Binner%5D%5BR%5D=2',
    ],
    ['styles', { spread: { R: 1, G: 2 } }, 'R=1&G=2'],
    ['styles', { pairs: { X: 1, Y: 'a,b' } }, 'pairs=X,1,Y,a%2Cb'],
    [
      'styles',
      { pipes: ['a', 'b,c'], spaces: [1, 2], commas: ['a,b', 'c d'] },
      'pipes=a%7Cb%2Cc&spaces=1+2&commas=a%2Cb,c+d',
    ],
    [
      'charges',
      { metadata: { a: '1', 'b c': '2' }, expand: ['x', 'y'] },
      'metadata%5Ba%5D=1&metadata%5Bb+c%5D=2&expand%5B%5D=x&expand%5B%5D=y',
    ],
    [
      'charges',
      { items: [{ price: 5, on: true }, { price: 6 }] },
      'items%5B0%5D%5Bprice%5D=5&items%5B0%5D%5Bon%5D=true&items%5B1%5D%5Bprice%5D=6',
    ],
    ['charges', { birth: { year: 1990 }, amount: 5 }, 'birth%5Byear%5D=1990&amount=5'],
    ['charges', { birth: '', amount: '' }, 'birth=&amount='],
    ['charges', { raw: 'a' }, 'raw=%22a%22'],
    ['empty', {}, ''],
    ['animals', { kind: 'cat', lives: 9 }, 'kind=cat&lives=9'],
    ['animals', { kind: 'dog', good: true }, 'kind=dog&good=true'],
    ['either', { b: 1, c: 'x' }, 'b=1&c=x'],
    ['either', { a: 1, c: ['x', 'y'] }, 'a=1&c=x&c=y'],
    ['map', { a: 1, toString: 2 }, 'a=1&toString=2'],
    ['tree', { tree: { n: 1, next: { n: 2 } } }, 'tree=%7B%22n%22%3A1%2C%22next%22%3A%7B%22n%22%3A2%7D%7D'],
  ])('%s: %j', async (operation, body, sent) => {
    const result = await pair.client[operation]!({ body });
    expect(result.error).toBeUndefined();
    expect((pair.received() as { body: object }).body).toEqual(body);
    expect(await pair.last().text()).toBe(sent);
  });

  test.each([
    ['styles', 'deep%5Bsize%5D=x', /size.* must be an integer/],
    ['styles', 'deep%5B__proto__%5D=x', /__proto__/],
    ['styles', 'deep=1&deep%5Bsize%5D=1', /deep/],
    ['styles', 'R=x', /"?R"? must be an integer/],
    ['styles', 'pairs=X', /names and values/],
    ['styles', 'pairs=X,x', /pairs.X must be an integer/],
    ['charges', 'items%5B0%5D%5Bprice%5D=x', /items has a member .*price.* must be an integer|items .*price/],
    ['charges', 'items%5Bx%5D=1', /items must be a list, as name\[\]=item/],
    ['charges', 'birth=x', /birth/],
    ['charges', 'amount=x', /amount/],
    ['charges', 'metadata%5B__proto__%5D=x', /__proto__/],
    ['empty', 'a=1', /a/],
    ['animals', 'kind=cow', /kind must be/],
    ['animals', 'kind=cat', /lives is required/],
    ['either', 'c=x', /required/],
    ['map', 'a=x', /must be an integer/],
    ['tree', 'tree=%7B%22n%22%3A1%2C%22next%22%3A%7B%7D%7D', /tree.next.n is required/],
  ])('%s: %s is refused', async (operation, body, message) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await pair.ask(`POST /${operation}`, { body, headers });
    expect([answer.status, answer.received]).toEqual([400, undefined]);
    expect(answer.text).toMatch(message);
  });
});

describe('a form of parts', () => {
  const bytes = new Uint8Array([0, 255, 13, 10, 13, 10, 45, 45]);

  test('alternatives with a file', async () => {
    const body = { kind: 'dog', good: true, photo: new Blob([bytes]) };
    const result = await pair.client.animals!({ body, contentType: 'multipart/form-data' });
    expect(result.error).toBeUndefined();
    const { photo, ...rest } = (pair.received() as { body: { photo: Blob } }).body;
    expect([rest, await photo.bytes()]).toEqual([{ kind: 'dog', good: true }, bytes]);
  });

  test('headers of parts, members and types of files', async () => {
    const body = {
      photo: {
        value: new File([bytes], 'a "b".png', { type: 'image/png' }),
        headers: { 'X-Rate': 5, 'X-Tags': ['a', 'b'] },
      },
      notes: [{ value: 'ü' }, { value: '', headers: { 'X-Lang': 'de' } }],
      deep: { R: 1 },
      icon: new Blob([bytes]),
    };
    const result = await pair.client.parts!({ body });
    expect(result.error).toBeUndefined();
    const { photo, icon, ...rest } = (
      pair.received() as { body: { photo: { value: File; headers: object }; icon: Blob } }
    ).body;
    expect(rest).toEqual({ notes: body.notes, deep: { R: 1 } });
    expect([photo.value.name, photo.value.type, await photo.value.bytes()]).toEqual(['a "b".png', 'image/png', bytes]);
    expect(photo.headers).toEqual({ 'X-Rate': 5, 'X-Tags': ['a', 'b'] });
    expect([icon.type, await icon.bytes()]).toEqual(['image/png', bytes]);
  });

  const part = (name: string, head: string, value = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n${head}\r\n${value}\r\n`;
  const png = 'Content-Type: image/png\r\n';
  test.each([
    [part('photo', png), /photo.headers is required/],
    [part('photo', `${png}x-rate: 5x\r\n`), /photo.headers.X-Rate must be an integer/],
    [part('photo', `${png}x-rate: 10\r\n`), /X-Rate must .*9/],
    [part('photo', 'Content-Type: text/html\r\nX-Rate: 1\r\n'), /image\/png or image\/\* but was of type text\/html/],
  ])('%j is refused', async (body, message) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await pair.ask('POST /parts', { body: `${body}--b--\r\n`, headers });
    expect([answer.status, answer.received]).toEqual([400, undefined]);
    expect(answer.text).toMatch(message);
  });
});
