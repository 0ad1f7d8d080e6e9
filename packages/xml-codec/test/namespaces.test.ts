import { describe, expect, test } from 'vitest';
import type { Schema } from '../src/plan/index.ts';
import { bothOf } from './compiled.ts';

const string = { type: 'string' };
const ITUNES = 'http://www.itunes.com/dtds/podcast-1.0.dtd';
const ATOM = 'http://www.w3.org/2005/Atom';

/** A podcast: names that only their namespace tells apart. */
const channel: Schema = {
  type: 'object',
  xml: { name: 'channel' },
  properties: {
    title: string,
    link: string,
    itunesTitle: { ...string, xml: { name: 'title', prefix: 'itunes', namespace: ITUNES } },
    category: {
      type: 'array',
      items: {
        type: 'object',
        xml: { name: 'category', prefix: 'itunes', namespace: ITUNES },
        properties: { text: { ...string, xml: { attribute: true } } },
      },
    },
  },
};

/** Everything in one namespace, which the root alone names. */
const feed: Schema = {
  type: 'object',
  xml: { name: 'feed', namespace: ATOM },
  properties: { id: string, author: { type: 'object', properties: { name: string } } },
};

describe.each<[string, Schema, string, unknown]>([
  [
    'two elements of one local name, each of its namespace',
    channel,
    `<channel xmlns:itunes="${ITUNES}"><itunes:title>I</itunes:title><title>T</title></channel>`,
    { title: 'T', itunesTitle: 'I' },
  ],
  [
    'any prefix for a namespace',
    channel,
    `<channel xmlns:i="${ITUNES}"><i:title>I</i:title><i:category text="Arts"/></channel>`,
    { itunesTitle: 'I', category: [{ text: 'Arts' }] },
  ],
  [
    'a default namespace declared by the element itself',
    channel,
    `<channel><title xmlns="${ITUNES}">I</title><title>T</title></channel>`,
    { title: 'T', itunesTitle: 'I' },
  ],
  [
    'elements of other namespaces as unknown ones, however often',
    channel,
    `<channel xmlns:a="${ATOM}"><title>T</title><a:link/><a:link href="x"><title>U</title></a:link><link>L</link><link xmlns="${ATOM}"/><category/></channel>`,
    { title: 'T', link: 'L' },
  ],
  [
    'a prefix without a declaration as another namespace',
    channel,
    '<channel><title>T</title><x:title>U</x:title></channel>',
    { title: 'T' },
  ],
  [
    'a prefix that means something else further in',
    channel,
    `<channel xmlns:i="${ITUNES}"><i:title xmlns:i="urn:other">U</i:title><x/><i:title>I</i:title></channel>`,
    { itunesTitle: 'I' },
  ],
  [
    'a declaration that has ended',
    channel,
    `<channel><x xmlns:i="${ITUNES}"><y/></x><x xmlns:i="${ITUNES}"/><i:title>U</i:title></channel>`,
    {},
  ],
  ['the namespace of the root', feed, `<feed xmlns="${ATOM}"><id>1</id></feed>`, { id: '1' }],
  [
    'the same under a prefix',
    feed,
    `<a:feed xmlns:a="${ATOM}"><a:id>1</a:id><a:author><a:name>N</a:name></a:author></a:feed>`,
    { id: '1', author: { name: 'N' } },
  ],
  [
    'the same under two prefixes',
    feed,
    `<a:feed xmlns:a="${ATOM}" xmlns="${ATOM}" xmlns:b="${ATOM}"><id>1</id><b:author><name>N</name></b:author></a:feed>`,
    { id: '1', author: { name: 'N' } },
  ],
  ['a child in no namespace', feed, `<a:feed xmlns:a="${ATOM}"><id>1</id></a:feed>`, { id: '1' }],
  ['nothing of a namespace within', feed, `<feed xmlns="${ATOM}"><x:id xmlns:x="urn:x">2</x:id></feed>`, {}],
  [
    'a dictionary, but for other namespaces',
    { type: 'object', additionalProperties: string, xml: { name: 'r' } },
    `<r xmlns:a="${ATOM}"><x>1</x><a:x>2</a:x></r>`,
    { x: '1' },
  ],
])('reads %s', (_, schema, xml, value) => {
  test.each(bothOf(schema))('%s', (_, codec) => {
    expect(codec.decode(xml)).toEqual(value);
    expect(codec.decode(codec.encode(value))).toEqual(value);
  });
});

describe.each<[string, Schema, string, string]>([
  ['a root of another namespace', feed, '<feed xmlns="urn:other"><id>1</id></feed>', 'root'],
  ['a root of none', feed, '<feed><id>1</id></feed>', 'root'],
  [
    'two elements of one namespace under two prefixes',
    channel,
    `<channel xmlns:a="${ITUNES}" xmlns:b="${ITUNES}"><a:title/><b:title/></channel>`,
    'duplicate',
  ],
])('refuses %s', (_, schema, xml, code) => {
  test.each(bothOf(schema))('%s', (_, codec) => {
    expect(() => codec.decode(xml)).toThrow(expect.objectContaining({ name: 'XmlError', code }));
  });
});

describe('where namespaces are to be ignored', () => {
  test.each(bothOf(feed))('%s reads by names alone', (_, codec) => {
    const xml = '<feed><x:id xmlns:x="urn:x">1</x:id></feed>';
    expect(codec.decode(xml, { namespaces: 'ignore' })).toEqual({ id: '1' });
  });

  test.each(bothOf(channel))('%s still tells apart what only they tell apart', (_, codec) => {
    const xml = `<channel xmlns:i="${ITUNES}"><i:title>I</i:title><title>T</title><category/></channel>`;
    expect(codec.decode(xml, { namespaces: 'ignore' })).toEqual({ title: 'T', itunesTitle: 'I', category: [{}] });
  });
});

describe('a type by its name', () => {
  const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
  const variant = (key: string, namespace?: string): Schema => ({
    type: 'object',
    required: ['is'],
    xml: namespace ? { namespace, prefix: 'g' } : {},
    properties: {
      is: { ...string, xml: { name: 'type', prefix: 'xsi', namespace: XSI, attribute: true } },
      [key]: { type: 'integer', xml: namespace ? { namespace, prefix: 'g' } : {} },
    },
  });
  const shape = (components: Record<string, Schema>, mapping: Record<string, string>) => {
    const oneOf = Object.keys(components).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    return bothOf({ xml: { name: 'shape' }, oneOf, discriminator: { propertyName: 'is', mapping } }, components);
  };
  const inOne = shape(
    { Circle: variant('r', 'urn:g'), Square: variant('a', 'urn:g') },
    { 'g:Circle': 'Circle', 'g:Square': 'Square' },
  );
  const inNone = shape({ Circle: variant('r'), Square: variant('a') }, {});
  const document = (type: string, more: string, child = '<p:r>2</p:r>') =>
    `<shape xmlns:i="${XSI}" ${more} i:type="${type}">${child}</shape>`;

  test.each(inOne)('%s goes by the namespace of its prefix, whatever that is called', (_, codec) => {
    const value = { is: 'g:Circle', r: 2 };
    expect(codec.decode(document('p:Circle', 'xmlns:p="urn:g"'))).toEqual(value);
    expect(codec.decode(document('q:Circle', 'xmlns:p="urn:g"'), { namespaces: 'ignore' })).toEqual(value);
    expect(codec.decode(codec.encode(value))).toEqual(value);
  });

  test.each(inOne)('%s refuses a type of another namespace, and a prefix that is not declared', (_, codec) => {
    const wrong = [
      ['g:Circle', 'xmlns:g="urn:other" xmlns:p="urn:g"'],
      ['z:Circle', 'xmlns:p="urn:g"'],
    ] as const;
    for (const [type, more] of wrong)
      expect(() => codec.decode(document(type, more))).toThrow(expect.objectContaining({ code: 'type' }));
  });

  test.each(inNone)('%s goes by the local name where no namespace is described', (_, codec) => {
    expect(codec.decode(document(' p:Square ', 'xmlns:p="urn:g"', '<a>3</a>'))).toEqual({ is: 'Square', a: 3 });
    expect(codec.decode(document('Square', '', '<a>3</a>'))).toEqual({ is: 'Square', a: 3 });
  });
});

test('the message names both namespaces', () => {
  const [[, codec]] = bothOf(feed) as [ReturnType<typeof bothOf>[0]];
  expect(() => codec.decode('<feed xmlns="urn:other"/>')).toThrow(
    `/feed: must be feed of ${ATOM}, not one of urn:other (line 1, column 6)`,
  );
});

describe.each<[string, Schema, unknown, string]>([
  [
    'a prefix that occurs often is declared by the root',
    channel,
    { itunesTitle: 'I', category: [{ text: 'A' }] },
    `<channel xmlns:itunes="${ITUNES}"><itunes:title>I</itunes:title><itunes:category text="A"/></channel>`,
  ],
  [
    'that of attributes too, and of what other plans hold',
    { type: 'object', xml: { name: 'r' }, properties: { g: { $ref: '#/components/schemas/Grantee' } } },
    { g: { kind: 'User' } },
    '<r xmlns:s="urn:s"><g s:kind="User"/></r>',
  ],
])('%s', (_, schema, value, xml) => {
  const Grantee: Schema = {
    type: 'object',
    properties: { kind: { ...string, xml: { attribute: true, prefix: 's', namespace: 'urn:s' } } },
  };
  test.each(bothOf(schema, { Grantee }))('%s', (_, codec) => {
    expect(codec.encode(value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
    expect(codec.decode(xml)).toEqual(value);
  });
});
