import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { errorDocument } from './error-document.ts';

test.each([
  ['a message', '{ properties: { message: { type: string } } }', '{ message: error.message }'],
  [
    'a message that is limited',
    '{ properties: { message: { type: string, maxLength: 9 } } }',
    '{ message: error.message.slice(0, 9) }',
  ],
  [
    'RFC 9457',
    '{ properties: { type: { type: string, format: uri }, title: { type: string }, status: { type: integer }, detail: { type: string } } }',
    '{ title: error.reason, status: error.status, detail: error.message }',
  ],
  [
    'a code for programs',
    '{ properties: { Code: { type: string }, Message: { type: string }, RequestId: { type: string } } }',
    '{ Code: error.code, Message: error.message, RequestId: error.requestId }',
  ],
  [
    'listed codes',
    '{ required: [code], properties: { code: { enum: [NOT_FOUND, BAD] } } }',
    '{ code: codeFor(error.code, ["NOT_FOUND","BAD"]) }',
  ],
  [
    'an object in an object',
    '{ properties: { fault: { $ref: "#/components/schemas/Fault" } } }',
    '{ fault: { text: error.message } }',
  ],
  [
    'a list of errors',
    '{ properties: { errors: { type: array, items: { $ref: "#/components/schemas/Fault" } } } }',
    '{ errors: [{ text: error.message }] }',
  ],
  [
    'places of faults',
    '{ properties: { message: { type: string }, faults: { type: array, items: { properties: { message: {}, line: {} } } } } }',
    '{ message: error.message, faults: error.faults?.slice(0, 100) }',
  ],
  [
    'all that is required',
    '{ required: [n, b, d, l], properties: { n: { type: integer, minimum: 3 }, b: { type: boolean }, d: { type: string, format: date }, l: { type: array }, text: { type: string } } }',
    '{ n: 3, b: false, d: new Date().toISOString().slice(0, 10), l: [], text: error.message }',
  ],
  [
    'allOf',
    '{ allOf: [{ $ref: "#/components/schemas/Fault" }, { required: [b], properties: { b: { type: boolean } } }] }',
    '{ text: error.message, b: false }',
  ],
  [
    'the first of a choice',
    '{ oneOf: [{ $ref: "#/components/schemas/Fault" }], discriminator: { propertyName: kind } }',
    '{ text: error.message, kind: "Fault" }',
  ],
])('%s', (_what, yaml, source) => {
  const schemas = new Map([
    ['Error', parse(yaml)],
    ['Fault', { type: 'object', properties: { text: { type: 'string' } } }],
  ]);
  expect(errorDocument(schemas, 'Error')?.source).toBe(source);
});

test('a document that must contain itself cannot be made', () => {
  const schemas = new Map([
    ['Error', { required: ['cause'], properties: { cause: { $ref: '#/components/schemas/Error' } } }],
  ]);
  expect(errorDocument(schemas, 'Error')).toBeUndefined();
});
