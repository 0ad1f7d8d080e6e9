import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ALL_PARTS, generateFiles } from '../src/generate.ts';

/** Disks take names of 255 bytes; some, which encrypt them, of 143. */
const LONGEST = 255;

test('no name of a path, an operation, a schema or a tag makes a file with a name that is too long', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'codegen-long-'));
  const long = (word: string) => Array.from({ length: 40 }, (_, index) => `${word}${index}`);
  const schema = { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } };
  const [one, other] = [`${long('Part').join('')}One`, `${long('Part').join('')}Other`];
  const operation = (name: string, further = {}) => ({
    requestBody: { content: { 'application/json': { schema } } },
    responses: {
      200: { description: 'd', content: { 'application/xml': { schema: { $ref: `#/components/schemas/${name}` } } } },
    },
    ...further,
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      [`/${long('segment').join('/')}`]: { post: operation(one), put: operation(other) },
      [`/${long('segment').join('/')}/more`]: { put: operation(one) },
      '/a': { post: operation(one, { operationId: long('make').join('_'), tags: [long('tag').join(' ')] }) },
    },
    components: { schemas: { [one]: { ...schema, xml: { name: 'one' } }, [other]: schema } },
  };
  try {
    const input = path.join(folder, 'api.json');
    await writeFile(input, JSON.stringify(document));
    const notes: string[] = [];
    const files = await generateFiles({ input, parts: ALL_PARTS, onNote: ({ message }) => notes.push(message) });
    expect([...files.keys()].flatMap((file) => file.split('/')).filter((name) => name.length > LONGEST)).toEqual([]);
    expect(notes.filter((each) => each.endsWith('as it names files'))).toHaveLength(2);
    expect(files.size).toBeGreaterThan(40);
    // A root element that the description does not name keeps the name of the schema.
    expect([...files.values()].some((text) => text.includes(other))).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});
