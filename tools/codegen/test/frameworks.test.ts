import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Pair, pairOf } from './support/pair.ts';
import { generatedTypeErrors } from './support/type-errors.ts';

/** Descriptions that frameworks have made, or in the shapes of those without packages here: what their teams call must arrive. */

const FOLDER = path.join(import.meta.dirname, 'fixtures/frameworks');

/** Operations of each description: a generator that loses one of them fails. */
const OPERATIONS: Record<string, number> = {
  'django-rest-framework': 9,
  dotnet: 3,
  'drf-spectacular': 5,
  fastapi: 4,
  'fastapi-0.92': 9,
  springdoc: 4,
};

const UUID = '5f1c2b0e-8a4d-4c57-9a35-0c9d1f6e7b21';

/** Calls: the address that is asked, or nothing, and what the handler gets. */
const CALLS: Record<
  string,
  [operation: string, input: object, url: string | undefined, received: object, answer: unknown][]
> = {
  springdoc: [
    [
      'findAll',
      { pageable: { page: 2, sort: ['name,desc', 'id'] }, flag: 'NO' },
      '/api/ships?flag=NO&page=2&sort=name%2Cdesc&sort=id',
      { pageable: { page: 2, sort: ['name,desc', 'id'] }, flag: 'NO' },
      { totalPages: 1, content: [{ id: 1, name: 'Ida' }] },
    ],
    ['create', { body: { name: 'Ida' } }, undefined, { body: { name: 'Ida' } }, { id: 7, name: 'Ida' }],
    ['findAll_1', {}, '/api/cranes', {}, [{ kind: 'GantryCrane', span: 4.5 }]],
  ],
  'drf-spectacular': [
    [
      'boats_list',
      { state: ['afloat', 'docked'] },
      '/api/boats/?state=afloat,docked',
      { state: ['afloat', 'docked'] },
      { count: 0, results: [], next: null },
    ],
    [
      'boats_create',
      { body: { name: 'Ida', length: '12.50', pin: '1', rig: null } },
      undefined,
      { body: { name: 'Ida', length: '12.50', pin: '1', rig: null }, contentType: 'application/json' },
      { id: 1, name: 'Ida', length: '12.50', owner: { email: 'ida@example.com' }, rig: '' },
    ],
    [
      'boats_partial_update',
      { id: 3, body: { rig: 'ketch' } },
      '/api/boats/3/',
      { id: 3, body: { rig: 'ketch' } },
      { id: 3, name: 'Ida', length: '9', owner: { email: 'ida@example.com' }, rig: null },
    ],
    ['boats_destroy', { id: 3 }, '/api/boats/3/', { id: 3 }, undefined],
  ],
  'django-rest-framework': [
    [
      'listBoats',
      { page: 2 },
      '/api/boats/?page=2',
      { page: 2 },
      {
        count: 1,
        next: null,
        previous: null,
        results: [{ id: 1, name: 'Ida', length: '12.50', key: UUID, rig: null }],
      },
    ],
    [
      'createBoat',
      { body: { name: 'Ida', length: '12.555', key: UUID, pin: '1234', rig: '', site: 'https://ida.example/' } },
      '/api/boats/',
      {
        body: { name: 'Ida', length: '12.555', key: UUID, pin: '1234', rig: '', site: 'https://ida.example/' },
        contentType: 'application/json',
      },
      { id: 1, name: 'Ida', length: '12.56', key: UUID, seen: '2031-05-17T10:00:00+02:00', tags: [] },
    ],
    ['retrievePart', { id: '7' }, '/api/parts/7/', { id: '7' }, { id: 7, boat: 1, count: 2, ratio: 0.5 }],
    ['destroyBoat', { id: '7' }, '/api/boats/7/', { id: '7' }, undefined],
  ],
  'fastapi-0.92': [
    [
      'list_products_products_get',
      { min_price: 0.5, sort: 'name' },
      '/products?min_price=0.5&sort=name',
      { min_price: 0.5, sort: 'name' },
      [{ id: 1, name: 'Nail', price: 0.05 }],
    ],
    [
      'create_review_products__product_id__reviews_post',
      { product_id: 1, body: { author: 'Ann', rating: 5 } },
      '/products/1/reviews',
      { product_id: 1, body: { author: 'Ann', rating: 5 } },
      { id: 3, product_id: 1, author: 'Ann', rating: 5 },
    ],
    ['delete_product_products__product_id__delete', { product_id: 1 }, '/products/1', { product_id: 1 }, undefined],
  ],
  dotnet: [
    ['ListBerths', { take: 5 }, '/berths?take=5', { take: '5' }, [{ name: 'A', depth: 4.5, neighbour: null }]],
    [
      'AddBerth',
      { body: { name: 'B', depth: '7.25', kind: 'Buoy', since: null } },
      '/berths',
      { body: { name: 'B', depth: '7.25', kind: 'Buoy', since: null } },
      { name: 'B', depth: 7.25, neighbour: { name: 'A', depth: 1 } },
    ],
  ],
  fastapi: [
    [
      'login_token_post',
      { body: { username: 'ada', password: 'p&q' } },
      '/token',
      { body: { username: 'ada', password: 'p&q' } },
      { access_token: 'x' },
    ],
    [
      'read_items_items__get',
      { q: null, ids: [1, 2], after: '2031-05-17', 'x-token': null },
      '/items/?ids=1&ids=2&after=2031-05-17',
      { ids: [1, 2], after: '2031-05-17' },
      [{ name: 'Nail', price: '0.05', size: [1, 2] }],
    ],
    ['read_items_items__get', { ids: 7 }, '/items/?ids=7', { ids: 7 }, []],
    [
      'create_item_items__post',
      { body: { name: 'Saw', price: 9.5, cat: { kind: 'tool', volts: 12 } } },
      '/items/',
      { body: { name: 'Saw', price: 9.5, cat: { kind: 'tool', volts: 12 } } },
      { name: 'Saw', price: '9.5' },
    ],
  ],
};

const AUTH: Record<string, Record<string, string>> = {
  'drf-spectacular': { tokenAuth: 'Token x' },
  fastapi: { OAuth2PasswordBearer: 'x' },
};

test('each description is called', () => {
  const names = readdirSync(FOLDER)
    .map((file) => path.parse(file).name)
    .sort();
  expect([Object.keys(CALLS).sort(), Object.keys(OPERATIONS).sort()]).toEqual([names, names]);
});

describe.each(Object.entries(CALLS))('%s', (name, calls) => {
  let pair: Pair;
  let operations: string[];
  beforeAll(async () => {
    const description = parse(readFileSync(path.join(FOLDER, `${name}.yaml`), 'utf8'));
    for (const item of Object.values<Record<string, { operationId?: string; tags?: string[] }>>(description.paths))
      for (const operation of Object.values(item)) {
        delete operation.tags;
        operation.operationId ??= 'unnamed';
      }
    const skip = (problem: object) => expect(problem).toBeUndefined();
    pair = await pairOf(`framework-${name}`, description, { auth: AUTH[name] ?? {}, skip });
    operations = Object.keys(pair.client);
  });
  afterAll(() => pair?.remove());

  test('every operation is generated, and the code type-checks', async () => {
    expect(operations).toHaveLength(OPERATIONS[name]!);
    expect(await generatedTypeErrors(pair.folder, '')).toEqual([]);
  });

  test.each(calls)('%s of %j', async (operation, input, url, received, answer) => {
    pair.answer = answer;
    const result = await pair.client[operation]!(input);
    expect(result.error).toBeUndefined();
    expect(pair.received()).toEqual(received);
    expect(result.data).toEqual(answer);
    if (url !== undefined) expect(pair.last().url).toBe(`http://stub.test/base${url}`);
  });
});

test('a file of a form, and the JSON beside it', async () => {
  const description = parse(readFileSync(path.join(FOLDER, 'springdoc.yaml'), 'utf8'));
  for (const item of Object.values<Record<string, { tags?: string[] }>>(description.paths))
    for (const operation of Object.values(item)) delete operation.tags;
  const pair = await pairOf('framework-form', description);
  try {
    await pair.client.upload!({ id: 3, body: { meta: { caption: 'c' }, file: new Blob(['x']) } });
    expect(pair.received()).toMatchObject({ id: 3, body: { meta: { caption: 'c' }, file: expect.any(Blob) } });
  } finally {
    await pair.remove();
  }
});
