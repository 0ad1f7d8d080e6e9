import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../model/model.ts';
import { readRangesAsJson } from './ranges.ts';

const P = { $ref: '#/components/schemas/P' };
const text = { type: 'string' };

test.each<[name: string, content: object, read: object]>([
  ['an object', { '*/*': { schema: P } }, { 'application/json': { schema: P } }],
  ['a list', { 'application/*': { schema: { type: 'array' } } }, { 'application/json': { schema: { type: 'array' } } }],
  ['a number', { '*/*': { schema: { type: 'integer' } } }, { 'application/json': { schema: { type: 'integer' } } }],
  ['a part', { '*/*': { schema: { allOf: [P] } } }, { 'application/json': { schema: { allOf: [P] } } }],
  [
    'a choice of objects',
    { '*/*': { schema: { oneOf: [P, P] } } },
    { 'application/json': { schema: { oneOf: [P, P] } } },
  ],
  ['beside XML', { '*/*': { schema: P }, 'text/xml': {} }, { 'text/xml': {}, 'application/json': { schema: P } }],
  [
    'beside JSON of the same schema',
    { 'text/plain': { schema: P }, 'application/json': { schema: P }, '*/*': { schema: P } },
    { 'application/json': { schema: P } },
  ],
])('is read as JSON: %s', (_name, content, read) => {
  const document = describe(content);
  readRangesAsJson(document);
  expect(document.paths['/a'].get.responses['200'].content).toEqual(read);
});

test.each<[name: string, content: object]>([
  ['a text', { '*/*': { schema: text } }],
  ['a file', { '*/*': { schema: { type: 'string', format: 'binary' } } }],
  ['an object that is a file', { '*/*': { schema: { type: 'object', format: 'file' } } }],
  ['nothing said', { '*/*': {} }],
  ['any value', { '*/*': { schema: {} } }],
  ['a text among others', { '*/*': { schema: { oneOf: [P, text] } } }],
  ['a schema that is made of itself', { '*/*': { schema: { $ref: '#/components/schemas/Self' } } }],
  ['JSON of another schema', { '*/*': { schema: P }, 'application/json': { schema: text } }],
  ['plain text alone', { 'text/plain': { schema: P } }],
  ['a type of its own', { 'application/octet-stream': { schema: P } }],
])('stays as it is: %s', (_name, content) => {
  const document = describe(content);
  readRangesAsJson(document);
  expect(document).toEqual(describe(content));
});

test('one note tells of all places', () => {
  const notes: object[] = [];
  const document = describe({ '*/*': { schema: P } });
  document.paths['/a'].get.requestBody = { content: { '*/*': { schema: P } } };
  readRangesAsJson(document, (note) => notes.push(note));
  const message = 'is read as JSON, because its schema is not that of a text, here and in 1 other bodies';
  expect(notes).toEqual([{ pointer: expect.stringMatching(/^#\/paths\/~1a\/get\/.*\/content\/\*~1\*$/), message }]);
});

function describe(content: object): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { responses: { '200': { description: 'd', content: structuredClone(content) } } } } },
    components: { schemas: { P: { type: 'object' }, Self: { allOf: [{ $ref: '#/components/schemas/Self' }] } } },
  };
}
