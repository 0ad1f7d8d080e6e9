import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { generateFiles } from '../src/generate.ts';
import { describeApi } from './support/describe.ts';
import { type CompilerError, findTypeErrors } from './support/type-errors.ts';

/** How handlers answer, as programs write it: operation and handler. `books` is a map of the program. */
const RIGHT: [operation: string, handler: string][] = [
  ['readBook', '({ id }) => books.get(id) ?? reply(404)'],
  ['readBook', '() => reply(404)'],
  ['readBook', 'async () => reply(404)'],
  ['readBook', 'async ({ id }) => books.get(id) ?? reply(404)'],
  ['readBook', '({ id }) => (id > 5 ? reply(404) : { id, title: "Walden" })'],
  ['readBook', '({ id }) => { const book = books.get(id); if (!book) return reply(404); return book; }'],
  [
    'readBook',
    'async ({ id }) => { const book = books.get(id); if (!book) return reply(404); return reply(200, book); }',
  ],
  ['readBook', '({ id }) => { if (id > 5) return reply(404); else return { id, title: "Walden" }; }'],
  [
    'readBook',
    '({ id }) => { switch (id) { case 1: return reply(404); case 2: return reply(409, { reason: "lent" }); default: return { id, title: "Emma" }; } }',
  ],
  ['readBook', '({ id }) => books.get(id) ?? reply(409, { reason: "lent" })'],
  ['readBook', '({ id }) => books.get(id) ?? reply(404, undefined)'],
  ['readBook', '({ id }) => books.get(id) ?? reply(404, undefined, { "X-Reason": "burnt" })'],
  ['readBook', '() => { throw new ApiError(404, "burnt"); }'],
  ['readBook', '({ id }) => { const gone = reply(404); return books.get(id) ?? gone; }'],
  ['readBook', 'function ({ id }) { return books.get(id) ?? reply(404); }'],
  ['readBook', '({ id }) => Promise.resolve(books.get(id)).then((book) => book ?? reply(404))'],
  ['addBook', '({ body }) => reply(201, { id: 1, ...body }, { Location: "/books/1" })'],
  ['addBook', 'async ({ body }) => reply(201, { id: 1, title: body.title }, { Location: "/books/1" })'],
  ['addBook', '() => reply(400, { reason: "no" })'],
  ['dropBook', '({ id }) => { books.delete(id); }'],
  ['dropBook', '({ id }) => (books.delete(id) ? undefined : reply(404))'],
  ['dropBook', '({ id }) => (books.delete(id) ? reply(204) : reply(404))'],
  ['dropBook', '({ id }) => { if (!books.delete(id)) return reply(404); return reply(204); }'],
  ['dropBook', 'async ({ id }) => { if (!books.delete(id)) return reply(404); return; }'],
  ['findBooks', '() => [...books.values()]'],
  ['findBooks', '({ q }) => (q === "" ? reply(400, { reason: "empty" }) : [...books.values()])'],
  ['findBooks', '() => reply(503, { reason: "later" })'],
];

/** Wrong handlers, the source text that the compiler marks, and the beginning of its message. */
const WRONG: [operation: string, handler: string, source: string, message: string][] = [
  [
    'readBook',
    '() => reply(410)',
    '410',
    "Argument of type '410' is not assignable to parameter of type '404 | 409 | 200'",
  ],
  ['readBook', '({ id }) => books.get(id) ?? reply(410)', '410', "Argument of type '410'"],
  ['readBook', 'async () => reply(410)', '410', "Argument of type '410'"],
  [
    'readBook',
    '({ id }) => { if (id > 5) return reply(410); return { id, title: "Emma" }; }',
    '410',
    "Argument of type '410'",
  ],
  ['readBook', '() => reply(409)', 'reply', 'Expected 2-3 arguments, but got 1'],
  ['readBook', '() => reply(409, { reason: 5 })', 'reason', "Type 'number' is not assignable to type 'string'"],
  [
    'readBook',
    '() => reply(409, { reason: "lent", by: "Ann" })',
    'by',
    'Object literal may only specify known properties',
  ],
  ['readBook', '() => reply(200)', 'reply', 'Expected 2-3 arguments, but got 1'],
  ['readBook', '() => reply(200, { id: 1 })', '{ id: 1 }', "Argument of type '{ id: number; }'"],
  [
    'readBook',
    '() => reply(404, { reason: "burnt" })',
    '{ reason: "burnt" }',
    "Argument of type '{ reason: string; }'",
  ],
  [
    'readBook',
    '({ id }) => reply(id > 5 ? 404 : 200, { id, title: "Emma" })',
    '{ id, title: "Emma" }',
    'Argument of type',
  ],
  ['readBook', '({ id }) => books.get(id)', 'books.get(id)', "Type '{ id: number; title: string; } | undefined'"],
  ['readBook', '() => ({ id: 1 })', '({ id: 1 })', "Type '{ id: number; }' is not assignable to type 'ReadBookOutput"],
  ['readBook', '() => "Walden"', '"Walden"', "Type 'string' is not assignable to type 'ReadBookOutput"],
  ['addBook', '({ body }) => reply(201, { id: 1, ...body })', 'reply', 'Expected 3 arguments, but got 2'],
  ['addBook', '({ body }) => reply(201, { id: 1, ...body }, {})', '{}', "Argument of type '{}'"],
  ['addBook', '({ body }) => reply(201, { id: 1, ...body }, { Location: 5 })', 'Location', "Type 'number'"],
  ['addBook', '() => reply(400, { reason: 5 })', 'reason', "Type 'number'"],
  ['dropBook', '() => reply(204, "gone")', '"gone"', `Argument of type '"gone"'`],
  ['findBooks', '() => reply(503, { reason: 5 })', 'reason', "Type 'number'"],
];

const BOOK = "{ $ref: '#/components/schemas/Book' }";
const JSON_OF = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const PROBLEM = `{ description: no, ${JSON_OF('{ type: object, required: [reason], properties: { reason: { type: string } } }')} }`;
const DESCRIPTION = describeApi(`
paths:
  /books:
    get:
      operationId: findBooks
      parameters: [{ name: q, in: query, schema: { type: string } }]
      responses:
        200: { description: d, ${JSON_OF(`{ type: array, items: ${BOOK} }`)} }
        default: ${PROBLEM}
    post:
      operationId: addBook
      requestBody: { required: true, ${JSON_OF('{ type: object, required: [title], properties: { title: { type: string } } }')} }
      responses:
        201: { description: d, headers: { Location: { required: true, schema: { type: string } } }, ${JSON_OF(BOOK)} }
        4XX: ${PROBLEM}
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readBook
      responses:
        200: { description: d, ${JSON_OF(BOOK)} }
        404: { description: d }
        409: ${PROBLEM}
    delete:
      operationId: dropBook
      responses: { 204: { description: d }, 404: { description: d } }
components:
  schemas:
    Book: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }`);

/** The first line of the rows in the program. */
const FIRST = 5;
const program = (rows: string[]): string => `import { ApiError, reply } from '@mailwright/server-runtime';
import type { Handlers } from './server/index.ts';
import type { Book } from './types/index.ts';
export declare const books: Map<number, Book>;
export { ApiError, reply };
${rows.join('\n')}
`;

let errors: CompilerError[];
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mailwright-handlers-'));
  const input = path.join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(DESCRIPTION));
  const files = await generateFiles({ input, parts: ['types', 'codecs', 'server'] });
  await rm(folder, { recursive: true });
  const rows = [...RIGHT, ...WRONG].map(
    ([operation, handler], index) =>
      `export const row${index}: Pick<Handlers<undefined>, '${operation}'> = { ${operation}: ${handler} };`,
  );
  errors = findTypeErrors(files.set('program.ts', program(rows)));
});

test('no other line has an error', () => {
  const right = errors.filter(({ file, line }) => file !== 'program.ts' || line < FIRST);
  expect(right).toEqual([]);
});

test.each(RIGHT.map(([operation, handler], index) => [operation, handler, index] as const))(
  '%s: %s compiles',
  (_operation, _handler, index) => {
    expect(errors.filter(({ line }) => line === FIRST + index)).toEqual([]);
  },
);

test.each(WRONG.map((row, index) => [...row, index] as const))(
  '%s: %s has one error at %s, of two lines at most: %s',
  (_operation, _handler, source, message, index) => {
    const found = errors.filter(({ line }) => line === FIRST + RIGHT.length + index);
    expect(found).toEqual([
      expect.objectContaining({
        source,
        message: [expect.stringContaining(message), ...found[0]!.message.slice(1, 2)],
      }),
    ]);
  },
);
