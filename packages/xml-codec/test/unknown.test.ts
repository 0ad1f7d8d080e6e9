import { describe, expect, test } from 'vitest';
import type { UnknownElement } from '../src/index.ts';
import type { Schema } from '../src/plan/index.ts';
import { bothOf, codecs } from './compiled.ts';

const string = { type: 'string' };
const contact: Schema = {
  type: 'object',
  xml: { name: 'contact' },
  properties: {
    email: string,
    name: { type: 'object', properties: { first: string, last: { ...string, xml: { name: 'family' } } } },
    tags: { type: 'array', xml: { wrapped: true }, items: { ...string, xml: { name: 'tag' } } },
    score: { ...string, xml: { prefix: 'x', namespace: 'urn:x' } },
  },
};
const known = ['email', 'name', 'tags', 'score'];

describe.each<[string, string, [path: string, known: string[]][]]>([
  ['nothing', '<contact><email>a</email><tags><tag>b</tag></tags></contact>', []],
  ['a misspelt element', '<contact><emial>a</emial></contact>', [['/contact/emial', known]]],
  [
    'the outermost of unknown elements, wherever they stand',
    '<contact><name><frist><x/></frist></name><tags><tga/><tag/><tga/></tags></contact>',
    [
      ['/contact/name/frist', ['first', 'family']],
      ['/contact/tags/tga', ['tag']],
      ['/contact/tags/tga', ['tag']],
    ],
  ],
  [
    'elements of other namespaces',
    '<contact xmlns:y="urn:y"><y:email>a</y:email><score>1</score></contact>',
    [
      ['/contact/email', known],
      ['/contact/score', known],
    ],
  ],
])('tells of %s', (_, xml, wanted) => {
  test.each(bothOf(contact))('%s', (_, codec) => {
    const unknown: UnknownElement[] = [];
    const value = codec.decode(xml, { onUnknown: (element) => unknown.push(element) });
    expect(unknown.map(({ path, known }) => [path, known])).toEqual(wanted);
    expect(unknown.map(({ name }) => name)).toEqual(wanted.map(([path]) => path.split('/').at(-1)));
    expect(codec.decode(xml)).toEqual(value);
  });
});

test('an unknown element has a line and a column', () => {
  const places: unknown[] = [];
  codecs({ Root: contact }).compiled.decode('<contact>\n  <emial/>\n  <emial/></contact>', {
    onUnknown: ({ place }) => places.push(place()),
  });
  expect(places).toEqual([
    { line: 2, column: 9 },
    { line: 3, column: 9 },
  ]);
});
