import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../src/generate.ts';
import { COMPILERS, compile } from './support/compilers.ts';

const FOLDER = path.join(import.meta.dirname, '../generated/examples');
const ROOT = path.resolve(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);
const petstore = require.resolve('@readme/oas-examples/3.0/json/petstore.json');

// biome-ignore lint/suspicious/noExplicitAny: modules that are generated while the test runs
const load = (file: string): Promise<any> => import(pathToFileURL(path.join(FOLDER, file)).href);

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  await generate({ input: petstore, output: path.join(FOLDER, 'petstore'), parts: ['msw', 'client'] });
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

/** Schemas that no value fits: both alternatives of a oneOf take every object, or the parts of an allOf are of two types. */
const IMPOSSIBLE = new Set([
  'examplePostAnythingOneOfObjectRefRequest',
  'examplePostAnythingOneOfObjectRequest',
  'examplePatchEmbeddedDiscriminatorRequest',
  'exampleQuirksEntirelyIncompatibleAllOfRequest',
  'exampleQuirksPartiallyUsableIncompatibleAllOfRequest',
]);

describe('example factories', () => {
  test.each([
    ['Mailwright', path.join(ROOT, 'spec/openapi.yaml')],
    ...['star-trek', 'polymorphism', 'discriminators', 'schema-circular', 'schema-types'].map((name) => [
      name,
      require.resolve(`@readme/oas-examples/3.0/json/${name}.json`),
    ]),
  ])('make valid values of every schema of %s, the same ones for a seed', async (name, input) => {
    await generate({ input: input!, output: path.join(FOLDER, name!), parts: ['examples'], skip: () => {} });
    const factories: Record<string, (seed: number) => unknown> = await load(`${name}/examples/index.ts`);
    const schemas = Object.values(await load(`${name}/schemas/index.ts`));
    expect(Object.keys(factories)).toHaveLength(schemas.length);
    let distinct = 0;
    for (const [factory, make] of Object.entries(factories)) {
      if (IMPOSSIBLE.has(factory)) {
        expect(() => make(0)).toThrow('No valid example of');
        continue;
      }
      // Each throws if its value is not valid.
      const texts = [0, 1, 2, 3, 4, 5].map((seed) => JSON.stringify(make(seed)));
      expect([0, 1, 2, 3, 4, 5].map((seed) => JSON.stringify(make(seed)))).toEqual(texts);
      if (new Set(texts).size > 1) distinct++;
    }
    expect(distinct).toBeGreaterThan(schemas.length / 2);
  });

  test('take members of the test', async () => {
    const { examplePet } = await load('petstore/examples/index.ts');
    expect(examplePet(1, { name: 'Ada' })).toEqual({ ...examplePet(1), name: 'Ada' });
  });

  test('make the values of formats', async () => {
    const output = path.join(FOLDER, 'values');
    const values = ['date-time=Date', 'int64=bigint', 'byte=Uint8Array'] as const;
    const members = {
      at: { type: 'string', format: 'date-time' },
      id: { type: 'integer', format: 'int64' },
      data: { type: 'string', format: 'byte' },
    };
    const schemas = { Sale: { type: 'object', required: Object.keys(members), properties: members } };
    const description = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {}, components: { schemas } };
    await writeFile(path.join(FOLDER, 'values.json'), JSON.stringify(description));
    await generate({ input: path.join(FOLDER, 'values.json'), output, parts: ['examples'], values });
    const { exampleSale } = await load('values/examples/index.ts');
    const sale = exampleSale(1);
    expect([sale.at instanceof Date, typeof sale.id, sale.data instanceof Uint8Array]).toEqual([true, 'bigint', true]);
  });
});

describe('handlers for Mock Service Worker', () => {
  const server = setupServer();
  const baseUrl = 'https://pets.test/v2';
  // biome-ignore lint/suspicious/noExplicitAny: modules that are generated while the test runs
  let mockService: (options: object) => any[];
  // biome-ignore lint/suspicious/noExplicitAny: modules that are generated while the test runs
  let client: any;
  beforeAll(async () => {
    ({ mockService } = await load('petstore/msw/index.ts'));
    client = (await load('petstore/client/index.ts')).createClient({ baseUrl, retries: 0 });
    server.listen();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  test.each(['application/xml', 'application/json'])('answer examples as %s', async (accept) => {
    server.use(...mockService({ baseUrl, seed: 3 }));
    const { examplePet } = await load('petstore/examples/index.ts');
    const result = await client.pet.getPetById({ petId: 7 }, { headers: { accept } });
    expect(result).toMatchObject({ ok: true, status: 200, data: examplePet(3) });
    expect(result.headers.get('content-type')).toContain(accept);
  });

  test('answer every operation of the description', async () => {
    server.use(...mockService({ baseUrl }));
    const { api } = await load('petstore/server/index.ts');
    for (const { method, path: template } of Object.values<{ method: string; path: string }>(api.operations)) {
      if (method !== 'GET') continue;
      const query = template.startsWith('/pet/findBy') ? '?status=sold&tags=a' : '?username=ada&password=secret';
      const url = `${baseUrl}${template.replaceAll(/\{\w+\}/g, '7')}${template.includes('{') ? '' : query}`;
      expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    }
  });

  test('check what they are sent', async () => {
    server.use(...mockService({ baseUrl }));
    const post = (body: string) =>
      fetch(`${baseUrl}/pet`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect((await post('{"name": "Ada", "photoUrls": []}')).ok).toBe(true);
    expect((await post('{"name": "Ada"}')).status).toBe(405);
  });

  test('use the handlers of a test, and with `only` leave the other operations to those before', async () => {
    server.use(...mockService({ baseUrl }));
    server.use(
      ...mockService({
        baseUrl,
        only: true,
        handlers: { getPetById: ({ petId }: { petId: number }) => ({ id: petId, name: 'Ada', photoUrls: [] }) },
      }),
    );
    expect(await client.pet.getPetById({ petId: 9 }).orThrow()).toMatchObject({ id: 9, name: 'Ada' });
    expect((await client.store.getOrderById({ orderId: 2 })).ok).toBe(true);
    await expect(fetch(`${baseUrl}/nowhere`)).rejects.toThrow();
  });
});

test.each(COMPILERS)('what is generated type-checks in the strictest way: %s', async (compiler) => {
  const folder = path.join(FOLDER, 'petstore');
  const use = `import type { RequestHandler } from 'msw';
import { examplePet } from './examples/index.ts';
import { mockService } from './msw/index.ts';
import type { Pet } from './types/index.ts';
export const pet: Pet = examplePet(1, { name: 'Ada' });
// @ts-expect-error a name is a text
export const wrong: Pet = examplePet(1, { name: 7 });
export const handlers: RequestHandler[] = mockService({ baseUrl: 'https://pets.test', handlers: { getPetById: () => pet } });
`;
  await writeFile(path.join(folder, 'use.ts'), use);
  expect(await compile(compiler, folder)).toBe('');
});
