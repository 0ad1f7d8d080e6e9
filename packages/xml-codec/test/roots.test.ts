import { describe, expect, test } from 'vitest';
import { compilePlans } from '../../../tools/codegen/src/codec/index.ts';
import type { Schema } from '../src/plan/index.ts';
import { bothOf } from './compiled.ts';
import { errorOf } from './error-of.ts';

/** Several kinds of document, told apart by the names of their root elements. */

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const object = (keys: string, xml?: Schema['xml'], required: string[] = []): Schema => ({
  type: 'object',
  properties: Object.fromEntries(keys.split(' ').map((key) => [key, { type: 'string' }])),
  required,
  ...(xml && { xml }),
});
const components: Record<string, Schema> = {
  Cat: object('name lives', { name: 'cat' }),
  Dog: object('name loud', { name: 'dog', namespace: 'urn:dogs' }),
  Fish: object('name fins'),
  Cats: { type: 'array', items: ref('Cat'), xml: { name: 'cats', wrapped: true } },
  Alias: { type: 'array', allOf: [ref('Cats')], xml: { name: 'felines' } },
  Tiger: object('stripes', { name: 'cat' }),
  Old: { ...object('age', { name: 'old' }), 'x-xml-aliases': ['dog'] },
};
const any = (...names: string[]): Schema => ({ oneOf: names.map(ref) });

describe.each<[string, Schema, unknown, string]>([
  ['the first', any('Cat', 'Dog'), { name: 'a', lives: '9' }, '<cat><name>a</name><lives>9</lives></cat>'],
  ['the second, of a namespace', any('Cat', 'Dog'), { loud: 'no' }, '<dog xmlns="urn:dogs"><loud>no</loud></dog>'],
  ['one called like its component', any('Cat', 'Fish'), { fins: '2' }, '<Fish><fins>2</fins></Fish>'],
  ['a list beside an object', any('Cats', 'Dog'), [{ name: 'a' }], '<cats><cat><name>a</name></cat></cats>'],
  ['an object beside a list', { anyOf: [ref('Cats'), ref('Cat')] }, { lives: '1' }, '<cat><lives>1</lives></cat>'],
  ['a list with a name of its own', ref('Alias'), [{ name: 'a' }], '<felines><cat><name>a</name></cat></felines>'],
])('%s', (_, schema, value, document) => {
  test.each(bothOf(schema, components))('%s', (_codec, codec) => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>${document}`;
    expect(codec.encode(value)).toBe(xml);
    expect(new TextDecoder().decode(codec.encodeBytes(value))).toBe(xml);
    expect(codec.decode(new TextEncoder().encode(xml))).toEqual(value);
  });
});

test.each(bothOf(any('Cat', 'Dog'), components))(
  '%s refuses what is of none, and what may be of several',
  (_, codec) => {
    const refused = (run: () => unknown) => errorOf(run).code;
    expect(refused(() => codec.decode('<cow/>'))).toBe('root');
    expect(refused(() => codec.decode('<dog/>'))).toBe('root');
    expect(refused(() => codec.encode({ fins: '2' }))).toBe('type');
    expect(refused(() => codec.encode({ name: 'a' }))).toBe('type');
    expect(refused(() => codec.encode([]))).toBe('type');
  },
);

test.each<[string, Record<string, Schema>]>([
  ['one whose alias is the name of another', { Root: any('Dog', 'Old') }],
  ['a name for the whole', { Root: { ...any('Cat', 'Dog'), xml: { name: 'animal' } } }],
  ['null', { Root: { oneOf: [ref('Cat'), ref('Dog'), { type: 'null' }] } }],
  ['one that is no component', { Root: { oneOf: [ref('Cat'), { type: 'object', properties: {} }] } }],
  ['a child', { Root: { type: 'object', properties: { pet: any('Cat', 'Dog') } } }],
  ['two lists', { Root: any('Cats', 'Alias') }],
])('%s needs a discriminator', (_, schemas) => {
  const document = { openapi: '3.1.0', components: { schemas: { ...components, ...schemas } } };
  expect(() => compilePlans(document, ['Root'])).toThrow(/needs a discriminator/);
});
