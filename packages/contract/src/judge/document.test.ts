import type { Content } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { anyXml, readBody } from './document.ts';

const any: Content = { mediaType: 'application/xml', kind: 'text' };

test.each<[string, string, object]>([
  ['a document', '<a><b/></a>', { mediaType: 'application/json', value: {} }],
  ['cut off', '<a><b/>', { rule: 'well-formed' }],
  ['no XML', 'a', { rule: 'well-formed' }],
  ['a document type', '<!DOCTYPE a><a/>', { rule: 'well-formed' }],
])('XML of any form: %s', (_, text, read) => {
  expect(readBody({} as Contract, any, any.mediaType, 'response', Buffer.from(text))).toMatchObject(read);
});

test.each([
  ['<a/>', '<a/>'],
  ['lorem', '<document/>'],
  [{ a: 1 }, '<document/>'],
  [undefined, '<document/>'],
])('some XML for %j', (example, document) => {
  expect(anyXml(example)).toBe(document);
});
