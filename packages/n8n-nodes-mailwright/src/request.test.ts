import { expect, test } from 'vitest';
import type { NodeField, NodeOperation } from './operation.ts';
import { requestOf } from './request.ts';

const field = (name: string, place: NodeField['in'], kind: NodeField['kind'], others: Partial<NodeField> = {}) => ({
  ...{ name, title: name.toUpperCase(), in: place, wire: name, kind, required: true, description: '' },
  ...others,
});
const operation = (fields: NodeField[], others: Partial<NodeOperation> = {}): NodeOperation => ({
  ...{ name: 'x', title: 'X', action: 'X', method: 'POST', path: '/things/{id}', fields },
  ...others,
});
const json = { bodyType: 'application/json' };
const base = 'https://mail.example.com/1.0/';

test.each<[string, NodeOperation, Record<string, unknown>, object]>([
  [
    'a value in the path is encoded, a dollar sign in it is nothing special',
    operation([field('id', 'path', 'text')]),
    { id: '$&/ä' },
    { url: 'https://mail.example.com/1.0/things/%24%26%2F%C3%A4' },
  ],
  [
    'a list in the query is repeated, or joined where it must be',
    operation([field('a', 'query', 'texts'), field('b', 'query', 'texts', { joined: true })], { path: '/things' }),
    { a: ['1', '2'], b: ['1', '2'] },
    { url: 'https://mail.example.com/1.0/things?a=1&a=2&b=1%2C2' },
  ],
  [
    'what is not given is not sent',
    operation([field('a', 'query', 'text', { required: false })], { path: '/things' }),
    { a: undefined },
    { url: 'https://mail.example.com/1.0/things' },
  ],
  [
    'members of a body are one document, those in JSON as they are meant',
    operation([field('n', 'body', 'number'), field('list', 'body', 'json')], { path: '/things', ...json }),
    { n: 0, list: '[{"a":1}]' },
    { body: '{"n":0,"list":[{"a":1}]}', headers: expect.objectContaining({ 'Content-Type': 'application/json' }) },
  ],
  [
    'an expression gives a value',
    operation([field('list', 'body', 'json')], { path: '/things', ...json }),
    { list: [1] },
    { body: '{"list":[1]}' },
  ],
  [
    'a body of options that nobody has added is an empty document',
    operation([field('a', 'body', 'text', { required: false })], { path: '/things', ...json }),
    {},
    { body: '{}' },
  ],
  [
    'a text is sent as it is',
    operation([field('body', 'document', 'text')], { path: '/things', bodyType: 'text/html' }),
    { body: '<p>Hi</p>' },
    { body: '<p>Hi</p>', headers: expect.objectContaining({ 'Content-Type': 'text/html' }) },
  ],
  [
    'a body that is a text in JSON has quotation marks',
    operation([field('body', 'document', 'text')], { path: '/things', ...json }),
    { body: 'Hi' },
    { body: '"Hi"' },
  ],
])('%s', (_name, wanted, values, request) => {
  expect(requestOf(wanted, base, values)).toMatchObject(request);
});

test.each<[NodeField, unknown, string]>([
  [field('id', 'path', 'text'), '', 'ID is empty. It must have a value.'],
  [field('q', 'query', 'text'), { a: 1 }, 'Q must be one value.'],
  [field('list', 'body', 'json'), '[1', 'LIST must be JSON: '],
])('a value that cannot be sent is told by its name: %o', (given, value, message) => {
  expect(() => requestOf(operation([given], json), base, { [given.name]: value })).toThrow(message);
});
