import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, expect, test, vi } from 'vitest';
import { describeOperation } from '../../test/support/describe.ts';
import { buildModel } from '../model/build.ts';
import { errorDocuments } from './errors-file.ts';

afterEach(() => vi.restoreAllMocks());

/** An operation whose error repeats what its answers have, as those of Cloudflare do. */
const describe = (error: string) =>
  describeOperation(
    `responses: { 400: { description: d, content: { application/json: { schema: ${error} } } } }`,
    '/a',
  );

test('an error document is tried against what its schema says of it, not against all that the schema refers to', () => {
  const names = Array.from({ length: 40 }, (_, index) => `T${index}`);
  const schemas = Object.fromEntries(
    names.map((name, index) => [
      name,
      { type: 'object', properties: { next: { $ref: `#/components/schemas/${names[(index + 1) % 40]}` } } },
    ]),
  );
  const error = `{ type: object, required: [message], properties: { message: { type: string }, result: { $ref: '#/components/schemas/T0' } } }`;
  const document = { ...describe(error), components: { schemas } };
  const added = vi.spyOn(Ajv2020.prototype, 'addSchema');
  const notes: unknown[] = [];
  const documents = errorDocuments(buildModel(document), (note) => notes.push(note));
  expect([...documents.values()].map(({ source }) => source)).toEqual(['{ message: error.message }']);
  expect(notes).toEqual([]);
  const tried = added.mock.calls.filter(([, key]) => /^schema_/.test(String(key)));
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.length).toBeLessThan(4);
});

test.each<[name: string, error: string, notes: number]>([
  ['fits', '{ type: object, properties: { message: { type: string } } }', 0],
  [
    'a text of a form',
    '{ type: object, required: [code], properties: { code: { type: string, pattern: "^E[0-9]{4}$" } } }',
    1,
  ],
  [
    'a rule below a list',
    '{ allOf: [{ type: object, properties: { message: { type: string } } }, { not: { required: [message] } }] }',
    1,
  ],
  [
    'a property with the name of a keyword',
    '{ type: object, required: [properties], properties: { properties: { type: string, enum: [b] }, message: { type: string } } }',
    0,
  ],
])('whether the stub can fill an error: %s', (_, error, wanted) => {
  const notes: unknown[] = [];
  errorDocuments(buildModel(describe(error)), (note) => notes.push(note));
  expect(notes).toHaveLength(wanted);
});
