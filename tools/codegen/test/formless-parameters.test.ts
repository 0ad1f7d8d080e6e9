import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

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
}, 120_000);
afterAll(() => pair?.remove());

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

describe('is sent and read', () => {
  test.each<[operation: string, input: object, query: string]>([
    ['objects', { q: { x: { a: 1 } } }, `?q=${json({ x: { a: 1 } })}`],
    ['things', { q: [{ a: 1 }, { a: 2 }] }, `?q=${json([{ a: 1 }, { a: 2 }])}`],
    ['rows', { q: [[1, 2], [3]] }, `?q=${json([[1, 2], [3]])}`],
    ['oneOrMore', { q: 5 }, '?q=5'],
    ['oneOrMore', { q: [5, 6] }, `?q=${json([5, 6])}`],
    ['free', { q: { x: 'y' } }, `?q=${json({ x: 'y' })}`],
    ['member', { n: 1, o: { a: 2 } }, `?n=1&o=${json({ a: 2 })}`],
    ['list', { l: [1, 2] }, '?l=1&l=2'],
    ['joined', { q: { o: { a: 1 } } }, `?q=${json({ o: { a: 1 } })}`],
    [
      'tree',
      { q: { n: 1, below: { n: 2, below: { n: 3 } } } },
      `?q=${json({ n: 1, below: { n: 2, below: { n: 3 } } })}`,
    ],
    ['map', { q: { x: 1, y: 2 }, n: 'z' }, '?x=1&y=2&n=z'],
    ['shared', { q: { a: 1 }, a: 'x' }, `?q=${json({ a: 1 })}&a=x`],
    ['twice', { a: 1, r: { a: 2 } }, `?a=1&r=${json({ a: 2 })}`],
    ['deep', { q: [{ a: 1 }, { a: 2 }] }, '?q%5B0%5D%5Ba%5D=1&q%5B1%5D%5Ba%5D=2'],
    ['expand', { q: ['a', 'b'] }, '?q%5B%5D=a&q%5B%5D=b'],
    ['created', { q: 5 }, '?q=5'],
    ['created', { q: { gt: 5 } }, '?q%5Bgt%5D=5'],
    ['created', { q: '' }, '?q='],
    ['metadata', { q: { a: 1, 'b c': 2 } }, '?q%5Ba%5D=1&q%5Bb%20c%5D=2'],
    ['metadata', { q: {} }, ''],
    ['filter', { q: { a: { b: 'x' }, c: ['y', 'z'] } }, '?q%5Ba%5D%5Bb%5D=x&q%5Bc%5D%5B%5D=y&q%5Bc%5D%5B%5D=z'],
    ['where', { q: { n: { eq: 5 }, m: { in: [true] } } }, '?q%5Bn%5D%5Beq%5D=5&q%5Bm%5D%5Bin%5D%5B%5D=true'],
    ['nested', { 'q[at]': { gt: 1 } }, '?q%5Bat%5D%5Bgt%5D=1'],
    ['nested', { 'q[at]': 1 }, '?q%5Bat%5D=1'],
    ['nested', { 'q[more]': { x: 1.5 } }, '?q%5Bmore%5D%5Bx%5D=1.5'],
  ])('%s %j', async (operation, input, query) => {
    expect((await pair.client[operation]!(input)).error).toBeUndefined();
    expect(new URL(pair.last().url).search).toBe(query);
    expect(pair.received()).toEqual(query === '' ? {} : input);
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
    `~1oneOrMore: ${isJson}`,
    `~1free: ${isJson}`,
    `~1member: ${isJson}`,
    `~1joined: ${isJson}`,
    `~1tree: ${isJson}`,
    '~1map: its members are the parameters of the query that no other one describes',
    `~1objects: ${isJson}`,
    `~1shared: ${isJson}`,
    `~1twice: ${isJson}`,
    '~1body: is "body_query" in code, where the request body has its name',
    '~1type: is "contentType_header" in code, where the request body has its name',
  ]);
});
