import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { typeErrors } from '../../test/support/type-errors.ts';
import { buildModel } from '../model/build.ts';
import { NAMED } from '../model/contents.ts';
import { emitTypes } from '../types/index.ts';
import { emitClient } from './index.ts';

const content = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });
const has = (member: string) =>
  content({ type: 'object', required: [member], properties: { [member]: { type: 'string' } } });
const NONE = { description: 'd' };

/** All statuses of errors that HTTP names; 304 has no content. */
const STATUSES = [3, 4, 5].flatMap((digit) => NAMED[digit]!).filter((status) => status !== 304);

const RESPONSES: Record<string, object> = {
  all: Object.fromEntries(STATUSES.map((status) => [status, has(`of${status}`)])),
  fallback: { 200: NONE, 404: has('missing'), 409: NONE, default: has('other') },
  onlyDefault: { 200: NONE, default: has('other') },
  bareDefault: { 200: NONE, 404: has('missing'), default: NONE },
  ranges: { '2XX': has('made'), 404: has('missing'), '4XX': has('client'), '5xx': has('server') },
  one: { 200: NONE, 422: has('detail') },
  same: { 200: NONE, 402: content({ type: 'string' }), 410: content({ type: 'string' }) },
  mixed: { 200: NONE, 400: has('wrong'), 404: NONE },
  none: { 200: NONE },
};

/** What is known of the document of a status: a member, a type, or nothing. */
const ROWS: [operation: string, status: number, type: string][] = [
  ...STATUSES.map((status): [string, number, string] => ['all', status, `{ of${status}: string }`]),
  ['fallback', 404, '{ missing: string }'],
  ['fallback', 409, 'unknown'],
  ...[400, 402, 410, 422, 451, 500, 501, 503].map((each): [string, number, string] => [
    'fallback',
    each,
    '{ other: string }',
  ]),
  ...[401, 402, 422, 500].map((each): [string, number, string] => ['onlyDefault', each, '{ other: string }']),
  ['bareDefault', 404, '{ missing: string }'],
  ['bareDefault', 500, 'unknown'],
  ['bareDefault', 422, 'unknown'],
  ['ranges', 404, '{ missing: string }'],
  ...[400, 402, 418, 422, 451].map((each): [string, number, string] => ['ranges', each, '{ client: string }']),
  ...[500, 501, 504, 511].map((each): [string, number, string] => ['ranges', each, '{ server: string }']),
  ['one', 422, '{ detail: string }'],
  ...[401, 403, 429, 402, 500, 503].map((each): [string, number, string] => ['one', each, 'unknown']),
  ['same', 402, 'string'],
  ['same', 410, 'string'],
  ['mixed', 400, '{ wrong: string }'],
  ['mixed', 404, 'unknown'],
  ['none', 500, 'unknown'],
  ['none', 422, 'unknown'],
];

const key = (operation: string, status: number) => `${operation}${status}`;

const USE = `import { createClient, type ${Object.keys(RESPONSES)
  .map((id) => `${id[0]!.toUpperCase()}${id.slice(1)}Call`)
  .join(', type ')} } from './client/index.ts';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** The document after \`result.status === 422\`: failures of which another status is told by a literal are left out. */
type Known<Result, Status extends number> = Result extends { ok: false; status: infer Own; error: infer Reason }
  ? Status extends Own ? Reason extends { document: infer Document } ? Document : never : never : never;
const client = createClient({ baseUrl: 'https://a.test' });
${ROWS.map(
  ([operation, status, type]) =>
    `export const ${key(operation, status)}: Same<Known<Awaited<${operation[0]!.toUpperCase()}${operation.slice(1)}Call>, ${status}>, ${type}${type === 'unknown' ? '' : ' | undefined'}> = true;`,
).join('\n')}
export async function use() {
  const result = await client.default.one({});
  if (result.status === 422) return result.error.document?.detail ?? result.error.code ?? result.error.requestId;
  // @ts-expect-error no answer, no document
  if (result.status === 0) return result.error.document;
  const ranges = await client.default.ranges({});
  return ranges.ok ? ranges.data.made : ranges.error.message;
}
`;

test('each described error has the type of its document, and no other has one', () => {
  const paths = Object.fromEntries(
    Object.entries(RESPONSES).map(([operationId, responses]) => [
      `/${operationId}`,
      { get: { operationId, responses } },
    ]),
  );
  const model = buildModel(describeApi(JSON.stringify({ paths })));
  const files = new Map([...emitTypes(model), ...emitClient(model)]);
  expect(typeErrors(files.set('use.ts', USE))).toEqual([]);
});
