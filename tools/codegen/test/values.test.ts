import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '../src/common/errors.ts';
import { type GenerateOptions, generate } from '../src/generate.ts';
import { typeErrors } from './support/type-errors.ts';

/** Within the package, so that what is generated finds the runtime. */
let folder: string;
beforeAll(async () => {
  const generated = path.join(import.meta.dirname, '../generated');
  await mkdir(generated, { recursive: true });
  folder = await mkdtemp(path.join(generated, 'values-'));
});
afterAll(() => rm(folder, { recursive: true }));

const SCHEMA = {
  type: 'object',
  xml: { name: 'sale' },
  required: ['id', 'at', 'data', 'price'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    at: { type: 'string', format: 'date-time' },
    data: { type: 'string', format: 'byte' },
    price: { type: 'number', format: 'decimal' },
    ended: { type: ['string', 'null'], format: 'date-time' },
    tags: { type: 'array', xml: { name: 'lost' }, items: { type: 'string', xml: { name: 'tag' } } },
  },
};

function describe(mediaType: string, schema: object, openapi = '3.1.0'): object {
  const requestBody = { required: true, content: { [mediaType]: { schema } } };
  const operation = { operationId: 'sell', requestBody, responses: { 204: { description: 'sold' } } };
  return { openapi, info: { title: 'Shop', version: '1' }, paths: { '/sales': { post: operation } } };
}

async function run(name: string, description: object, options: Partial<GenerateOptions> = {}): Promise<Problem[]> {
  const input = path.join(folder, `${name}.json`);
  await writeFile(input, JSON.stringify(description));
  const notes: Problem[] = [];
  const onNote = (note: Problem) => notes.push(note);
  await generate({ input, output: path.join(folder, name), parts: ['types', 'codecs', 'server'], onNote, ...options });
  return notes;
}

test('formats become the values that are asked for, in codecs, types and validators', async () => {
  await run('all', describe('application/xml', SCHEMA), {
    values: ['int64=bigint', 'date-time=Date', 'byte=Uint8Array', 'decimal=string'],
  });
  const file = (name: string) => path.join(folder, 'all', name);
  const { SellRequestCodec } = await import(pathToFileURL(file('codecs/SellRequest.ts')).href);
  const value = {
    id: 9007199254740993n,
    at: new Date('2031-03-01T08:00:00Z'),
    data: new Uint8Array([1, 2]),
    price: '1.10',
    ended: null,
  };
  expect(SellRequestCodec.decode(SellRequestCodec.encode(value))).toEqual(value);
  const { validateSellRequest } = await import(pathToFileURL(file('server/validators/schemas/SellRequest.ts')).href);
  expect([validateSellRequest(value), validateSellRequest({ ...value, price: undefined })]).toEqual([true, false]);
  const types = await readFile(file('types/components/schemas.ts'), 'utf8');
  for (const line of ['id: bigint', 'at: Date', 'data: Uint8Array', 'price: string', 'ended?: Date | null'])
    expect(types).toContain(line);
});

test('date-times become instants of Temporal, which the types name', async () => {
  await run('temporal', describe('application/xml', SCHEMA), { values: ['date-time=Temporal.Instant'] });
  const file = (name: string) => path.join(folder, 'temporal', name);
  const { SellRequestCodec } = await import(pathToFileURL(file('codecs/SellRequest.ts')).href);
  const xml =
    '<sale><id>7</id><at>2031-03-01T08:00:00.123456789Z</at><data>AAH/</data><price>1.1</price><ended nil="true"/></sale>';
  const { at, ended } = SellRequestCodec.decode(xml);
  expect([at.epochNanoseconds, ended]).toEqual([1_930_118_400_123_456_789n, null]);
  expect(SellRequestCodec.encode(SellRequestCodec.decode(xml))).toContain('<at>2031-03-01T08:00:00.123456789Z</at>');
  const names = (await readdir(path.join(folder, 'temporal'), { recursive: true })).filter((each) =>
    each.endsWith('.ts'),
  );
  const texts = await Promise.all(names.map(async (name) => [name, await readFile(file(name), 'utf8')] as const));
  const use = `import 'temporal-spec/global';
import type { SellRequest } from './types/index.ts';
export const nanoseconds = ({ at, ended }: SellRequest): bigint => at.epochNanoseconds - (ended?.epochNanoseconds ?? 0n);`;
  expect(typeErrors(new Map([...texts, ['use.ts', use]]), path.join(folder, 'temporal'))).toEqual([]);
});

test('without being asked for they stay what they are in JSON', async () => {
  await run('none', describe('application/xml', SCHEMA));
  const types = await readFile(path.join(folder, 'none/types/components/schemas.ts'), 'utf8');
  expect(types).not.toMatch(/bigint|Date|Uint8Array/);
});

test('where JSON has to carry bytes they are refused', async () => {
  const made = run('json', describe('application/json', SCHEMA), { values: ['byte=Uint8Array'] });
  await expect(made).rejects.toThrow('holds a Uint8Array (x-value, --values), which is not supported here');
});

test('roots that are made up and names that no document has are noted', async () => {
  const { xml: _, ...nameless } = SCHEMA;
  const notes = await run('notes', describe('application/xml', nameless));
  expect(notes.map(({ message }) => message)).toEqual([
    'the root element of a document is called "SellRequest": its schema gives no xml.name',
    'the name "lost" is not used: without "wrapped: true" a list has no element of its own',
  ]);
});

test('OpenAPI 3.2 says with nodeType what becomes of a value', async () => {
  const schema = {
    type: 'object',
    xml: { name: 'note' },
    properties: {
      id: { type: 'integer', xml: { nodeType: 'attribute' } },
      text: { type: 'string', xml: { nodeType: 'cdata' } },
    },
  };
  await run('nodes', describe('application/xml', schema, '3.2.0'));
  const { SellRequestCodec } = await import(pathToFileURL(path.join(folder, 'nodes/codecs/SellRequest.ts')).href);
  expect(SellRequestCodec.encode({ id: 7, text: 'a<b' })).toContain('<note id="7"><![CDATA[a<b]]></note>');
});
