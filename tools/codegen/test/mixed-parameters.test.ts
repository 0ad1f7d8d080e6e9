import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { generatedTypeErrors } from './support/type-errors.ts';

/** Parameters whose values are of several kinds: the style of each place writes each kind as it writes that kind alone. */

const TEXT = '{ type: string }';
const INTEGER = '{ type: integer }';
const list = (item: string) => `{ type: array, items: ${item} }`;

const SCHEMAS: Record<string, string> = {
  TextOrTexts: `{ oneOf: [${TEXT}, ${list(TEXT)}] }`,
  NumberOrNumbers: `{ anyOf: [${INTEGER}, ${list(INTEGER)}, { type: 'null' }] }`,
  NumberOrTexts: `{ anyOf: [${INTEGER}, ${list(TEXT)}] }`,
  FlagOrNumber: '{ type: [integer, boolean] }',
  WordOrFlag: `{ oneOf: [{ enum: [all] }, { type: boolean }, ${list(INTEGER)}] }`,
  TypeList: `{ type: [string, array], items: ${TEXT} }`,
  MixedItems: `{ type: array, items: { oneOf: [${INTEGER}, { type: boolean }] } }`,
  Pair: `{ type: array, prefixItems: [${INTEGER}, ${INTEGER}], items: false }`,
  NumberAndFlag: `{ type: array, prefixItems: [${INTEGER}, { type: boolean }], items: false, minItems: 2 }`,
  TextOrObject: `{ anyOf: [${TEXT}, { type: object, properties: { a: ${INTEGER} } }, ${list('{ type: object }')}] }`,
};

const FORMS: [place: string, style: string, explode: boolean][] = [
  ['query', 'form', true],
  ['query', 'form', false],
  ['query', 'pipeDelimited', false],
  ['query', 'spaceDelimited', true],
  ['path', 'simple', false],
  ['path', 'label', true],
  ['path', 'label', false],
  ['path', 'matrix', true],
  ['path', 'matrix', false],
  ['header', 'simple', false],
  ['cookie', 'form', true],
  ['cookie', 'form', false],
];

const idOf = (place: string, style: string, explode: boolean, kind: string) =>
  `${place}_${style}${explode ? 'E' : ''}_${kind}`;

const PATHS = FORMS.flatMap(([place, style, explode]) =>
  Object.entries(SCHEMAS).map(([kind, schema]) => {
    const id = idOf(place, style, explode, kind);
    const [path, required] = place === 'path' ? [`/${id}/{p}`, ', required: true'] : [`/${id}`, ''];
    return `  '${path}': { get: { operationId: ${id}, parameters: [{ name: p, in: ${place}${required}, style: ${style}, explode: ${explode}, schema: ${schema} }], responses: { 204: { description: d } } } }`;
  }),
).join('\n');

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf('mixed-parameters', describeApi(`paths:\n${PATHS}`));
});
afterAll(() => pair?.remove());

const VALUES: Record<string, unknown[]> = {
  TextOrTexts: ['logs', ['logs', 'traces'], 'ü & x', '5'],
  NumberOrNumbers: [7, [7, 8]],
  NumberOrTexts: [7, ['a', 'b']],
  FlagOrNumber: [true, 0],
  WordOrFlag: ['all', false, [1, 2]],
  TypeList: ['one', ['one', 'two']],
  MixedItems: [[true, 5]],
  Pair: [[1, 9], [4]],
  NumberAndFlag: [[3, true]],
  TextOrObject: ['plain', { a: 1 }, [{ b: 2 }]],
};

const ROWS = FORMS.flatMap(([place, style, explode]) =>
  Object.entries(VALUES).flatMap(([kind, values]) =>
    values.map((value) => [idOf(place, style, explode, kind), value, place] as const),
  ),
);

test.each(ROWS)('%s carries %j', async (operation, value, place) => {
  const isList = Array.isArray(value);
  // A header has no encoding for what is not ASCII, nor a style of spaces an escape.
  if (value === 'ü & x' && (place === 'header' || operation.includes('spaceDelimited'))) return;
  const { error } = await pair.client[operation]!({ p: value });
  expect(error).toBeUndefined();
  expect(pair.received()).toEqual({ p: value });
  const { url, headers } = pair.last();
  const sent = decodeURIComponent(`${new URL(url).href}${headers.get('p') ?? ''}${headers.get('cookie') ?? ''}`);
  if (!isList && typeof value !== 'object') expect(sent).not.toContain('"');
});

test.each([
  ['query_formE_TextOrTexts', { p: ['a', 'b'] }, '?p=a&p=b'],
  ['query_form_TextOrTexts', { p: ['a', 'b,c'] }, '?p=a,b%2Cc'],
  ['query_pipeDelimited_TextOrTexts', { p: ['a', 'b'] }, '?p=a%7Cb'],
  ['query_spaceDelimitedE_TextOrTexts', { p: ['a', 'b'] }, '?p=a&p=b'],
  ['query_formE_TextOrTexts', { p: [] }, ''],
  ['query_formE_NumberOrNumbers', { p: null }, ''],
  ['query_formE_TextOrObject', { p: { a: 1 } }, `?p=${encodeURIComponent('{"a":1}')}`],
])('%s sends %j as %s', async (operation, input, query) => {
  expect((await pair.client[operation]!(input)).error).toBeUndefined();
  expect(new URL(pair.last().url).search).toBe(query);
});

test.each([
  ['query_formE_NumberOrNumbers?p=x', 400],
  ['query_formE_NumberOrNumbers?p=1&p=x', 400],
  ['query_formE_FlagOrNumber?p=1&p=2', 400],
  ['query_formE_WordOrFlag?p=none', 400],
  ['query_formE_TextOrObject?p={"a":"x"}', 400],
  ['query_formE_Pair?p=1&p=2&p=3', 400],
  ['query_formE_NumberAndFlag?p=1&p=2', 400],
  ['query_formE_TextOrTexts?p=', 204],
  ['path_matrix_TextOrTexts/;q=1', 400],
])('GET /%s is answered by %i', async (request, status) => {
  expect(await pair.ask(`GET /${encodeURI(request)}`)).toMatchObject({ status });
});

describe('is told', () => {
  test('only of objects', () => {
    const told = new Set(pair.notes.map(({ pointer }) => pointer.split('/')[2]!.split('_')[2]!.replace('~1{p}', '')));
    expect([...told]).toEqual(['TextOrObject']);
  });

  test('by types', async () => {
    expect(
      await generatedTypeErrors(
        pair.folder,
        `import { createClient } from './client/index.ts';
const api = createClient({ baseUrl: 'http://a' }).default;
void api.query_formE_TextOrTexts({ p: 'a' });
void api.query_formE_TextOrTexts({ p: ['a'] });
void api.query_formE_MixedItems({ p: [1, true] });
void api.query_formE_Pair({ p: [1, 2] });
void api.query_formE_NumberAndFlag({ p: [1, true] });
// @ts-expect-error there are two places
void api.query_formE_Pair({ p: [1, 2, 3] });
// @ts-expect-error a flag is second
void api.query_formE_NumberAndFlag({ p: [true, 1] });
// @ts-expect-error a number is neither
void api.query_formE_TextOrTexts({ p: 5 });
`,
      ),
    ).toEqual([]);
  });
});
