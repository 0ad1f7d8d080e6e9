import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { generatedTypeErrors } from './support/type-errors.ts';

/** Values of parameters to which OpenAPI gives no form, and parameters whose names are taken in code. */

const ok = 'responses: { 204: { description: d } }';
const query = (schema: string, more = '') => `parameters: [{ name: q, in: query, schema: ${schema}${more} }], ${ok}`;
const thing = '{ type: object, required: [a], properties: { a: { type: integer } } }';
const deep = (schema: string) => query(schema, ', style: deepObject, explode: true');
const body = (type: string) =>
  `requestBody: { required: true, content: { ${type}: { schema: { type: string } } } }, ${ok}`;

const PATHS = `
  /things: { get: { operationId: things, ${query(`{ type: array, items: ${thing} }`)} } }
  /rows: { get: { operationId: rows, ${query('{ type: array, items: { type: array, items: { type: integer } } }')} } }
  /oneOrMore: { get: { operationId: oneOrMore, ${query('{ oneOf: [{ type: integer }, { type: array, items: { type: integer } }] }')} } }
  /free: { get: { operationId: free, ${query('{ type: object }')} } }
  /member: { get: { operationId: member, ${query(`{ type: object, properties: { n: { type: integer }, o: ${thing} } }`)} } }
  /list: { get: { operationId: list, ${query('{ type: object, properties: { l: { type: array, items: { type: integer } } } }')} } }
  /joined: { get: { operationId: joined, ${query(`{ type: object, properties: { o: ${thing} } }`, ', explode: false')} } }
  /tree: { get: { operationId: tree, ${query("{ $ref: '#/components/schemas/Tree' }")} } }
  /map: { get: { operationId: map, parameters: [{ name: q, in: query, schema: { type: object, additionalProperties: { type: integer } } }, { name: n, in: query, schema: { type: string } }], ${ok} } }
  /anyOfAll: { get: { operationId: anyOfAll, ${query('{ type: object, additionalProperties: true }')} } }
  /further: { get: { operationId: further, parameters: [{ name: q, in: query, schema: { type: object, properties: { n: { type: integer } }, additionalProperties: { type: integer } } }, { name: other, in: query, schema: { type: string } }], ${ok} } }
  /place: { get: { operationId: place, ${deep('{ type: object, required: [lat, lng], properties: { lat: { type: number }, lng: { type: number }, near: { type: object, properties: { km: { type: number }, tags: { type: array, items: { type: string } } } } }, additionalProperties: { type: string } }')} } }
  /spot: { get: { operationId: spot, ${query('{ type: object, required: [lat, lng], properties: { lat: { type: number }, lng: { type: number } } }')} } }
  /paged: { get: { operationId: paged, ${query('{ type: object, properties: { page: { type: integer, default: 0 }, size: { type: integer, default: 20 } } }')} } }
  /closed: { get: { operationId: closed, ${deep('{ type: object, properties: { n: { type: integer } }, additionalProperties: false }')} } }
  /objects: { get: { operationId: objects, ${query(`{ type: object, additionalProperties: ${thing} }`)} } }
  /shared: { get: { operationId: shared, parameters: [{ name: q, in: query, schema: ${thing} }, { name: a, in: query, schema: { type: string } }], ${ok} } }
  /twice: { get: { operationId: twice, parameters: [{ name: q, in: query, schema: ${thing} }, { name: r, in: query, schema: ${thing} }], ${ok} } }
  /deep: { get: { operationId: deep, ${query(`{ type: array, items: ${thing} }`, ', style: deepObject')} } }
  /metadata: { get: { operationId: metadata, ${deep('{ type: object, additionalProperties: { type: integer } }')} } }
  /filter: { get: { operationId: filter, ${deep('{ type: object }')} } }
  /where: { get: { operationId: where, ${deep(`{ type: object, additionalProperties: { type: object, properties: { eq: { type: integer }, in: { type: array, items: { type: boolean } } } } }`)} } }
  /expand: { get: { operationId: expand, ${deep('{ type: array, items: { type: string } }')} } }
  /created: { get: { operationId: created, ${deep("{ anyOf: [{ type: object, properties: { gt: { type: integer } } }, { type: integer }, { type: string, enum: [''] }] }")} } }
  /nested: { get: { operationId: nested, ${deep('{ type: object, properties: { more: { type: object, additionalProperties: { type: number } }, at: { anyOf: [{ type: object, properties: { gt: { type: integer } } }, { type: integer }] } } }')} } }
  /body: { post: { operationId: bodyTaken, parameters: [{ name: body, in: query, schema: { type: integer } }], ${body('text/plain')} } }
  /type: { post: { operationId: typeTaken, parameters: [{ name: contentType, in: header, schema: { type: string } }], ${body("'text/*'")} } }
`;

let pair: Pair;
beforeAll(async () => {
  const tree = '{ type: object, properties: { n: { type: integer }, below: { $ref: "#/components/schemas/Tree" } } }';
  pair = await pairOf('formless', describeApi(`paths:${PATHS}\ncomponents: { schemas: { Tree: ${tree} } }`));
});
afterAll(() => pair?.remove());

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

describe('is sent and read', () => {
  test.each<[operation: string, input: object, query: string]>([
    ['objects', { q: { x: { a: 1 } } }, `?q=${json({ x: { a: 1 } })}`],
    ['things', { q: [{ a: 1 }, { a: 2 }] }, `?q=${json([{ a: 1 }, { a: 2 }])}`],
    ['rows', { q: [[1, 2], [3]] }, `?q=${json([[1, 2], [3]])}`],
    ['oneOrMore', { q: 5 }, '?q=5'],
    ['oneOrMore', { q: [5, 6] }, '?q=5&q=6'],
    ['free', { q: { x: 'y', z: ['v', 'w'] } }, '?x=y&z=v&z=w'],
    ['anyOfAll', { q: { x: 'y' } }, '?x=y'],
    ['member', { q: { n: 1, o: { a: 2 } } }, `?n=1&o=${json({ a: 2 })}`],
    ['list', { q: { l: [1, 2] } }, '?l=1&l=2'],
    ['further', { q: { n: 1, more: 2 }, other: 'x' }, '?n=1&more=2&other=x'],
    ['joined', { q: { o: { a: 1 } } }, `?q=${json({ o: { a: 1 } })}`],
    [
      'tree',
      { q: { n: 1, below: { n: 2, below: { n: 3 } } } },
      `?q=${json({ n: 1, below: { n: 2, below: { n: 3 } } })}`,
    ],
    ['map', { q: { x: 1, y: 2 }, n: 'z' }, '?x=1&y=2&n=z'],
    ['shared', { q: { a: 1 }, a: 'x' }, `?q=${json({ a: 1 })}&a=x`],
    ['twice', { q: { a: 1 }, r: { a: 2 } }, `?a=1&r=${json({ a: 2 })}`],
    ['deep', { q: [{ a: 1 }, { a: 2 }] }, '?q%5B0%5D%5Ba%5D=1&q%5B1%5D%5Ba%5D=2'],
    ['expand', { q: ['a', 'b'] }, '?q%5B%5D=a&q%5B%5D=b'],
    ['created', { q: 5 }, '?q=5'],
    ['created', { q: { gt: 5 } }, '?q%5Bgt%5D=5'],
    ['created', { q: '' }, '?q='],
    ['metadata', { q: { a: 1, 'b c': 2 } }, '?q%5Ba%5D=1&q%5Bb%20c%5D=2'],
    ['metadata', { q: {} }, ''],
    ['filter', { q: { a: { b: 'x' }, c: ['y', 'z'] } }, '?q%5Ba%5D%5Bb%5D=x&q%5Bc%5D%5B%5D=y&q%5Bc%5D%5B%5D=z'],
    ['where', { q: { n: { eq: 5 }, m: { in: [true] } } }, '?q%5Bn%5D%5Beq%5D=5&q%5Bm%5D%5Bin%5D%5B%5D=true'],
    ['nested', { q: { at: { gt: 1 } } }, '?q%5Bat%5D%5Bgt%5D=1'],
    ['nested', { q: { at: 1 } }, '?q%5Bat%5D=1'],
    ['nested', { q: { more: { x: 1.5 } } }, '?q%5Bmore%5D%5Bx%5D=1.5'],
    [
      'place',
      { q: { lat: 1, lng: 2, near: { km: 3, tags: ['a', 'b'] }, country: 'x' } },
      '?q%5Blat%5D=1&q%5Blng%5D=2&q%5Bnear%5D%5Bkm%5D=3&q%5Bnear%5D%5Btags%5D=a&q%5Bnear%5D%5Btags%5D=b&q%5Bcountry%5D=x',
    ],
  ])('%s %j', async (operation, input, query) => {
    expect((await pair.client[operation]!(input)).error).toBeUndefined();
    expect(new URL(pair.last().url).search).toBe(query);
    expect(pair.received()).toEqual(query === '' ? {} : input);
  });

  test.each<[operation: string, flat: object, input: object]>([
    ['member', { n: 1, o: { a: 2 } }, { q: { n: 1, o: { a: 2 } } }],
    ['list', { l: [1, 2] }, { q: { l: [1, 2] } }],
    ['nested', { 'q[at]': { gt: 1 }, 'q[more]': { x: 1.5 } }, { q: { at: { gt: 1 }, more: { x: 1.5 } } }],
    ['place', { 'q[lat]': 1, 'q[lng]': 2, 'q[near][tags]': ['a'] }, { q: { lat: 1, lng: 2, near: { tags: ['a'] } } }],
  ])('%s %j by the names of the request', async (operation, flat, input) => {
    expect((await pair.client[operation]!(flat)).error).toBeUndefined();
    expect(pair.received()).toEqual(input);
  });

  test.each<[request: string, received: object]>([
    ['paged', { q: { page: 0, size: 20 } }],
    ['paged?size=5', { q: { page: 0, size: 5 } }],
    ['paged?page=&size=5', { q: { page: 0, size: 5 } }],
    ['free', { q: {} }],
    ['member?n=', {}],
  ])('%s with defaults', async (request, received) => {
    expect(await pair.ask(`GET /${request}`)).toMatchObject({ status: 204, received });
  });

  test.each<[operation: string, input: object]>([
    ['bodyTaken', { body_query: 1, body: 'x' }],
    ['typeTaken', { contentType_header: 'x', contentType: 'text/plain', body: 'y' }],
  ])('%s %j', async (operation, input) => {
    expect((await pair.client[operation]!(input)).error).toBeUndefined();
    expect(pair.received()).toEqual(input);
  });
});

test.each([
  ['GET /things?q=[{"a":"x"}]', 400, /q/],
  ['GET /things?q=[', 400, /q/],
  ['GET /rows?q=[[1],["x"]]', 400, /q/],
  ['GET /tree?q={"n":"x"}', 400, /q/],
  ['GET /metadata?q[a]=x', 400, /has a member .+a.+ that must be an integer but was x/],
  ['GET /metadata?q[a]=1&q[a]=2', 400, /has a member .+a.+ that must be given once but was given 2 times/],
  ['GET /metadata?q[a][b]=1', 400, /has a member .+a.+ that must not have members/],
  ['GET /metadata?q[__proto__]=1', 400, /must not have a member __proto__/],
  ['GET /where?q[n]=1', 400, /has a member .+n.+ that must be given by its members/],
  ['GET /filter?q[a]=1&q[a][b]=2', 400, /as an object or as a value/],
  [`GET /filter?q${'[a]'.repeat(30)}=1`, 400, /deeper than 20 levels/],
  ['GET /place?q[lat]=1', 400, /lng/],
  ['GET /spot?lat=1', 400, /lng/],
  ['GET /spot', 204, /^$/],
  ['GET /spot?lat=x&lng=2', 400, /lat.+must be a number/],
  ['GET /closed?q[n]=1&q[m]=2', 400, /m/],
  ['GET /further?n=1&more=x', 400, /more/],
  ['GET /expand?q=a&q=b', 204, /^$/],
  ['GET /expand?q[0]=a&q[1]=b', 204, /^$/],
  ['GET /expand?q[x]=a', 400, /must be a list, as name\[\]=item, but has a member .+x/],
  ['GET /created?q=x', 400, /q/],
  ['GET /where?q[n][in][]=true&q[n][in][]=false', 204, /^$/],
])('%s is refused', async (request, status, message) => {
  const answer = await pair.ask(request.replaceAll('"', '%22').replaceAll('{', '%7B').replaceAll('}', '%7D'));
  expect(answer.status).toBe(status);
  expect(answer.text).toMatch(message);
});

test('each is told', () => {
  const told = pair.notes.map(({ pointer, message }) => `${pointer.split('/')[2]}: ${message}`);
  const isJson = 'OpenAPI gives such a value no form here: it is sent as JSON';
  expect(told).toEqual([
    `~1things: ${isJson}`,
    `~1rows: ${isJson}`,
    '~1free: its members are the parameters of the query that no other one describes',
    `~1member: the member "o": ${isJson}`,
    `~1joined: ${isJson}`,
    `~1tree: ${isJson}`,
    '~1map: its members are the parameters of the query that no other one describes',
    '~1anyOfAll: its members are the parameters of the query that no other one describes',
    '~1further: its members without names are the parameters of the query that no other one describes',
    `~1objects: ${isJson}`,
    `~1shared: ${isJson}`,
    `~1twice: ${isJson}`,
    '~1body: is "body_query" in code, where the request body has its name',
    '~1type: is "contentType_header" in code, where the request body has its name',
  ]);
});

test('objects have the types of their schemas, and their members by the names of the request are deprecated', async () => {
  const use = `import { createClient } from './client/index.ts';
import type { PlaceInput, SpotInput, FreeInput, PagedInput } from './server/index.ts';
const api = createClient({ baseUrl: 'http://a' }).default;
void api.place({ q: { lat: 1, lng: 2 } });
void api.place({ 'q[lat]': 1, 'q[lng]': 2 });
void api.member({ q: { n: 1, o: { a: 2 } } });
void api.free({ q: { any: ['a', 1] } });
// @ts-expect-error lng is required
void api.place({ q: { lat: 1 } });
// @ts-expect-error n is a number
void api.member({ q: { n: 'x' } });
export const lat = ({ q }: SpotInput): number | undefined => q?.lat;
export const near = ({ q }: PlaceInput): number | undefined => q?.near?.km;
export const any = ({ q }: FreeInput): unknown => q.any;
export const page = ({ q }: PagedInput): number | undefined => q.page;
`;
  expect(await generatedTypeErrors(pair.folder, use)).toEqual([]);
});
