import { describe, expect, test } from 'vitest';
import { type Api, createDispatcher, implementApi, type OperationTable, type RawRequest } from '../src/index.ts';

const maxItems = 5000;
/** Values that were validated; each must be an object with a `name`. */
let validated = 0;
const validate = Object.assign(
  (value: unknown) => {
    const bad = (value as unknown[]).findIndex((item) => {
      validated++;
      return typeof item !== 'object' || !(item && 'name' in item);
    });
    validate.errors =
      bad < 0 ? null : [{ instancePath: `/${bad}`, keyword: 'required', params: { missingProperty: 'name' } }];
    return bad < 0;
  },
  { errors: null as null | { instancePath: string; keyword: string; params: Record<string, unknown> }[] },
);
const body = { mediaType: 'application/json', kind: 'json' as const, validate, list: { maxItems }, shape: 'People' };
const operation: OperationTable = {
  id: 'store',
  group: 'people',
  method: 'POST',
  path: '/people',
  right: 'post',
  parameters: [],
  bodies: [body],
  bodyRequired: true,
  responses: [{ status: 200, contents: [{ mediaType: 'application/json', kind: 'json' }] }],
  errors: [400, 503],
};
const api: Api = {
  title: 'People',
  operations: { store: operation },
  maxBody: 10_000_000,
  maxBodies: { all: 20_000_000, client: 10_000_000 },
  errorTypes: { json: 'application/json' },
  headers: { ignoredInput: 'Ignored-Input' },
  shapes: [['People', { items: [{ members: [['name', []]] }] }]],
};
const dispatch = createDispatcher(
  implementApi<undefined>(api, { store: ({ body }: { body?: unknown }) => (body as unknown[]).length }),
  { requireHttps: false, validateResponses: false },
);

const request = (text: string, headers: RawRequest['headers'] = {}): RawRequest => ({
  method: 'POST',
  path: '/people',
  query: '',
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(text),
  secure: true,
  url: 'https://localhost/people',
});

async function post(text: string, headers?: RawRequest['headers']) {
  validated = 0;
  const { status, body, headers: own } = await dispatch(request(text, headers));
  return { status, text: String(body), ignored: own.find(([name]) => name.toLowerCase() === 'ignored-input')?.[1] };
}

const list = (n: number, more = '') => `[${Array.from({ length: n }, () => `{"name":"${'x'.repeat(20)}"${more}}`)}]`;

describe('a long list', () => {
  test('is handed over whole', async () => {
    expect(await post(list(maxItems))).toMatchObject({ status: 200, text: String(maxItems) });
    expect(validated).toBe(maxItems);
  });

  test('is refused by its count before anything is validated', async () => {
    const { status, text } = await post(`[${'{},'.repeat(500_000)}{}]`);
    expect({ status, text, validated }).toEqual({
      status: 400,
      text: '{"message":"body must have at most 5000 items but has 500001"}',
      validated: 0,
    });
  });

  test('with a fault names the item, and is validated no further', async () => {
    const { text } = await post(list(3000).replace(/\]$/, `,{"nam":1},${list(1000).slice(1)}`));
    expect(text).toBe('{"message":"body[3000].name is required"}');
    expect(validated).toBe(3001);
  });

  test('with unknown members tells of them with the index in the whole', async () => {
    const text = list(3000).replace(/\]$/, `,{"name":"x","nmae":1},${list(1000).slice(1)}`);
    expect((await post(text)).ignored).toBe('"nmae";in=body;path="/3000/nmae";did-you-mean="name"');
    expect((await post(text, { prefer: 'handling=strict' })).status).toBe(400);
  });

  test('lets others be answered', async () => {
    let turns = 0;
    let done = false;
    const look = () => {
      turns++;
      if (!done) setImmediate(look);
    };
    setImmediate(look);
    await post(`[${'1,'.repeat(2_000_000)}1]`);
    done = true;
    expect(turns).toBeGreaterThan(3);
  });
});

test('a short list is answered at once', () => {
  expect(dispatch(request(list(10)))).not.toHaveProperty('then');
});
