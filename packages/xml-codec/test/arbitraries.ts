import fc from 'fast-check';
import { ILLEGAL } from '../src/chars.ts';
import type {
  Content,
  Element,
  Entry,
  ObjectContent,
  PlanSet,
  Property,
  ScalarType,
  Schema,
} from '../src/plan/index.ts';

/**
 * Arbitrary schemas of every construct of a plan, and arbitrary values of each. One file beyond 400 lines, because the two sides
 * mirror each other case by case: a construct that is generated but has no values must be seen when it is added.
 */

const NAMES = [
  'id',
  'name',
  'value',
  'a',
  'b-c',
  'x.y',
  'Zeile',
  'constructor',
  'toString',
  'élan',
  '_u',
  'valueOf',
  'key',
];
const name = fc.constantFrom(...NAMES);

const naming = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ name }) },
  fc.constant({ namespace: 'urn:a&b' }),
  fc.record(
    { name, prefix: fc.constant('p'), namespace: fc.constant('urn:p') },
    { requiredKeys: ['prefix', 'namespace'] },
  ),
);

const type = fc.constantFrom('string', 'string', 'integer', 'number', 'boolean');

/** Scalars that are no types of JSON. */
const unusual = fc.constantFrom<Schema>(
  { type: 'number', format: 'double' },
  { type: 'number', 'x-number-words': 'xsd' },
  { type: 'integer', 'x-value': 'bigint' },
  { type: 'number', 'x-value': 'string' },
  { type: 'string', 'x-value': 'Date' },
  { type: 'string', 'x-value': 'Date', 'x-timestamp': 'http-date' },
  { type: 'number', 'x-value': 'Date', 'x-timestamp': 'epoch-seconds' },
  { type: 'string', 'x-value': 'Temporal.Instant' },
  { type: 'string', 'x-value': 'Temporal.Instant', 'x-timestamp': 'http-date' },
  { type: 'number', 'x-value': 'Temporal.Instant', 'x-timestamp': 'epoch-seconds' },
  { type: 'string', 'x-value': 'Uint8Array' },
  { type: ['number', 'boolean'] },
);

/** Values that are left open. */
const open = fc.constantFrom<Schema>({}, { type: 'object' }, { type: ['string', 'integer', 'null'] });

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type, xml: naming }),
  type.map((t) => ({ type: [t, 'null'] })),
  type.map((t) => ({ type: t, nullable: true })),
  type.map((t) => ({ allOf: [{ type: t }, { xml: { name: 'renamed' } }], 'x-xml-aliases': ['alias'] })),
  fc.constant({ $ref: '#/components/schemas/State' }),
  unusual,
  unusual.map((schema) => ({ ...schema, type: [schema.type, 'null'].flat() as string[] })),
  open,
);

const attribute: fc.Arbitrary<Schema> = fc
  .tuple(
    fc.oneof(
      type.map((t): Schema => ({ type: t })),
      unusual,
    ),
    fc.constantFrom(
      { attribute: true },
      { nodeType: 'attribute' },
      { attribute: true, prefix: 'q', namespace: 'urn:q' },
    ),
    fc.boolean(),
  )
  .map(([schema, xml, nullable]) => ({ ...schema, xml, ...(nullable && { nullable }) }));

const textual: fc.Arbitrary<Schema> = fc.oneof(
  type.map((t) => ({ type: t, 'x-xml-text': true })),
  type.map((t) => ({ type: t, xml: { nodeType: 'text' } })),
  type.map((t) => ({ type: t, xml: { nodeType: 'cdata' } })),
  unusual.map((schema) => ({ ...schema, 'x-xml-text': true })),
);

const ref = fc.constantFrom('Root', 'Other', 'Pet').map((n): Schema => ({ $ref: `#/components/schemas/${n}` }));

function objectOf(
  properties: fc.Arbitrary<Record<string, Schema>>,
  additional: fc.Arbitrary<Schema | undefined>,
): fc.Arbitrary<Schema> {
  return fc
    .tuple(properties, fc.boolean(), additional, naming)
    .map(([props, allRequired, additionalProperties, xml]) => ({
      type: 'object',
      xml,
      properties: props,
      // A required reference could have no finite value.
      required: Object.keys(props).filter(
        (key, i) => !JSON.stringify(props[key]).includes('$ref') && (allRequired || i % 2 === 0),
      ),
      ...(additionalProperties && { additionalProperties }),
    }));
}

const none = fc.constant(undefined);

function schemaOf(depth: number): fc.Arbitrary<Schema> {
  if (depth === 0) return scalar;
  const inner = schemaOf(depth - 1);
  const array = fc.record({
    type: fc.constant('array'),
    items: fc
      .oneof(inner, ref)
      .map((items) => (items.type === 'array' && items.xml?.name ? { ...items, xml: { wrapped: true } } : items)),
    xml: fc.constantFrom({ wrapped: true }, { wrapped: false }, { nodeType: 'element', name: 'list' }),
  }) as fc.Arbitrary<Schema>;
  const map: fc.Arbitrary<Schema> = fc
    .tuple(inner, fc.constantFrom(true, { flat: true }, { entry: 'item', key: 'k', value: 'v' }, { attribute: true }))
    .map(([additionalProperties, xmlMap]) => ({ type: 'object', additionalProperties, 'x-xml-map': xmlMap }));
  const properties = fc.dictionary(name, fc.oneof(inner, scalar, attribute, ref, array, map), {
    maxKeys: 5,
    noNullPrototype: true,
  });
  const withText = fc
    .tuple(fc.dictionary(name, attribute, { maxKeys: 3, noNullPrototype: true }), name, textual)
    .map(([attributes, key, text]) => ({ ...attributes, [key]: text }));
  const dictionary = fc.oneof(
    { weight: 3, arbitrary: none },
    scalar.map((s) => ({ ...s, xml: {} })),
    scalar.map((s) => ({ type: 'array', items: { ...s, xml: {} } })),
  );
  return fc.oneof(
    { weight: 4, arbitrary: objectOf(properties, dictionary) },
    { weight: 1, arbitrary: objectOf(withText, none) },
    {
      weight: 1,
      arbitrary: objectOf(properties, none).map((object) => ({
        allOf: [object, { $ref: '#/components/schemas/Base' }],
      })),
    },
    { weight: 1, arbitrary: array },
    { weight: 1, arbitrary: scalar },
  );
}

/** Components with a `Root`. Some are refused (two properties of one name, say): those are for the caller to pass over. */
export const components: fc.Arbitrary<Record<string, Schema>> = fc
  .record({ Root: schemaOf(2), Other: schemaOf(1) })
  .map((random) => ({
    ...random,
    State: { type: 'string', enum: ['draft', 'done'], xml: { name: 'state' } },
    Base: { type: 'object', properties: { base: { type: 'integer' } }, required: ['base'], xml: { name: 'base' } },
    Pet: {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }, { type: 'null' }],
      discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } },
    },
    Cat: { type: 'object', properties: { lives: { type: 'integer' }, kind: { type: 'string' } }, required: ['kind'] },
    Dog: {
      type: 'object',
      properties: {
        kind: { type: 'string' },
        loud: { type: 'boolean', xml: { attribute: true } },
        friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
      },
      required: ['kind', 'friends'],
    },
  }));

const SPICE = [
  '',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '&',
  '<',
  '>',
  '"',
  "'",
  ']]>',
  ']]',
  '&amp;',
  '007',
  'é',
  '🐈',
  '\ud7ff',
  '\ufffd',
  '--',
  '\u0085',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...SPICE, 'abc', 'x'), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((s) => !ILLEGAL.test(s)),
);
declare const Temporal: { Instant: { fromEpochMilliseconds(milliseconds: number): unknown } };

/** Texts and objects without types: one item of a name is no list. */
const { openValue } = fc.letrec((tie) => {
  const member = fc.oneof(text, fc.constant(null), tie('openObject'));
  const list = fc.array(fc.oneof(text, fc.constant(null)), { minLength: 2, maxLength: 3 });
  return {
    openObject: fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(member, list), { maxKeys: 2, noNullPrototype: true }),
    openValue: fc.oneof(
      { maxDepth: 2 },
      text,
      tie('openObject').filter((value) => Object.keys(value as object).length > 0),
    ),
  };
});
const openMembers = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(text, fc.constant(null)), {
  maxKeys: 3,
  noNullPrototype: true,
});

const SCALARS: Record<ScalarType, fc.Arbitrary<unknown>> = {
  string: text,
  integer: fc.oneof(fc.integer(), fc.maxSafeInteger()),
  number: fc
    .oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(1e21, -1.5e-7, 5e-324, 1.7976931348623157e308),
    )
    .map((n) => n + 0),
  boolean: fc.boolean(),
  float: fc.double().map((n) => n + 0),
  xsdFloat: fc.double().map((n) => n + 0),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  decimal: fc.constantFrom('0', '-0.10', '12345678901234567890.5', '+1.'),
  date: dates(1),
  httpDate: dates(1000),
  epoch: dates(1),
  instant: dates(1).map(instant),
  httpInstant: dates(1000).map(instant),
  epochInstant: dates(1).map(instant),
  base64: fc.uint8Array({ maxLength: 9 }),
  any: openValue as fc.Arbitrary<unknown>,
  members: openMembers,
  scalar: text,
  literal: fc.oneof(fc.integer(), fc.boolean()),
  raw: fc.constantFrom('', 'a &amp; b', '<b>x</b> y<c xmlns="urn:c" d="1"/>'),
};

function instant(date: Date): unknown {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime());
}

/** Times within the years that can be written, in steps of so many milliseconds. */
function dates(step: number): fc.Arbitrary<Date> {
  return fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => new Date(Math.floor(date.getTime() / step) * step));
}
const entryKeys = fc.constantFrom('k1', 'k2', 'k.3', '__proto__', 'hasOwnProperty', 'prototype');

/** Values of an element; `depth` bounds recursion. */
export function valuesOf(
  { nullable, content }: Omit<Element, 'name'>,
  plans: PlanSet,
  depth = 4,
): fc.Arbitrary<unknown> {
  const value = contentOf(content, plans, depth);
  return nullable ? fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: value }) : value;
}

function contentOf(content: Content, plans: PlanSet, depth: number): fc.Arbitrary<unknown> {
  switch (content.kind) {
    case 'scalar':
      return SCALARS[content.type];
    case 'ref':
      return contentOf(plans.get(content.plan)!.root.content, plans, depth - 1);
    case 'array':
      return content.isMap ? records(content.item, plans, depth) : items(content.item, plans, depth);
    case 'choice':
      return fc.oneof(
        ...content.variants.map(({ value, plan }) =>
          contentOf({ kind: 'ref', plan }, plans, depth).map((variant) => ({
            ...(variant as object),
            [content.key]: value,
          })),
        ),
      );
    case 'roots':
      return fc.oneof(...content.variants.map(({ plan }) => contentOf({ kind: 'ref', plan }, plans, depth)));
    case 'object':
      return objectValue(content, plans, depth);
  }
}

function items(item: Element, plans: PlanSet, depth: number, minLength = 0): fc.Arbitrary<unknown[]> {
  if (depth <= 0) return fc.constant([]);
  return fc.array(valuesOf(item, plans, depth - 1), { minLength, maxLength: 3 });
}

/** Records, by the arrays of their entries. */
function records(item: Element, plans: PlanSet, depth: number, minLength = 0): fc.Arbitrary<unknown> {
  return items(item, plans, depth, minLength).map((entries) =>
    Object.fromEntries((entries as { key: string; value: unknown }[]).map(({ key, value }) => [key, value])),
  );
}

function objectValue({ properties, additional }: ObjectContent, plans: PlanSet, depth: number): fc.Arbitrary<unknown> {
  const absent = fc.constant<[string, unknown][]>([]);
  const entries = properties.map((property) => {
    const always = property.required || isText(property);
    if (depth <= 0 && !always) return absent;
    const value = propertyValue(property, plans, depth).map((v): [string, unknown][] => [[property.key, v]]);
    const none = fc.constant<[string, unknown][]>([[property.key, null]]);
    if (property.nodeType === 'attribute' && property.nullable && property.required) return fc.oneof(value, none);
    return always ? value : fc.oneof(value, absent);
  });
  const taken = properties.map(({ key }) => key);
  const more = additional
    ? fc.uniqueArray(fc.tuple(entryKeys, entryOf(additional, plans, depth - 1)), {
        selector: ([key]) => key,
        maxLength: 3,
      })
    : fc.constant<[string, unknown][]>([]);
  return fc
    .tuple(fc.tuple(...entries), more)
    .map(([own, others]) => Object.fromEntries([...own.flat(), ...others.filter(([key]) => !taken.includes(key))]));
}

/** The value of a key of a dictionary: a list without items is none. */
function entryOf(entry: Entry, plans: PlanSet, depth: number): fc.Arbitrary<unknown> {
  const value = valuesOf(entry, plans, depth);
  return entry.isList ? fc.array(value, { minLength: 1, maxLength: 3 }) : value;
}

/** The text of an element is always there, so it is never absent from what is read. */
function isText(property: Property): boolean {
  return (
    (property.nodeType === 'text' || property.nodeType === 'cdata') &&
    ['string', 'base64', 'scalar'].includes(property.type)
  );
}

function propertyValue(property: Property, plans: PlanSet, depth: number): fc.Arbitrary<unknown> {
  switch (property.nodeType) {
    case 'element':
      return valuesOf(property.element, plans, depth - 1);
    case 'none':
      // An empty flat array that is optional cannot be told from an absent one.
      return (property.isMap ? records : items)(property.item, plans, depth, property.required ? 0 : 1);
    default:
      return SCALARS[property.type];
  }
}

const TOKENS = [
  '<',
  '>',
  '/',
  '&',
  ';',
  '"',
  "'",
  '=',
  ' ',
  '\n',
  '\r',
  '\t',
  ':',
  'x',
  '-',
  '!',
  '?',
  '[',
  ']',
  ']]>',
  '<!--',
  '-->',
  '<!-- c -->',
  '--',
  '<x/>',
  '<x>',
  '</x>',
  ' nil="true"',
  ' nil="1"',
  " xsi:nil='true'",
  ' a="1"',
  " b='2'",
  '<![CDATA[',
  '<![CDATA[x]]>',
  '&#0;',
  '&#65;',
  '&#xD;',
  '&#xFFFE;',
  '&amp;',
  '&lt;',
  '&nbsp;',
  '\u0001',
  '\ufffe',
  '\ufeff',
  '\ud800',
  '<?pi x?>',
  '<?xml version="1.0"?>',
  '<!DOCTYPE x>',
  ' xmlns:a="b"',
  ' xmlns="urn:a&amp;b"',
  ' xmlns=""',
  ' xmlns:p="urn:p"',
  ' xmlns:p="urn:other"',
  'p:',
  'a:',
  '1',
  '-1',
  '1e5',
  'true',
  'YES',
  '9007199254740993',
  'é',
  '·',
  '🐈',
];

/** A document with some places changed. */
export function mutated(xml: string): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat({ max: xml.length }),
    length: fc.oneof(fc.constant(0), fc.nat({ max: 12 })),
    insert: fc.oneof(
      fc.constantFrom(...TOKENS),
      fc.nat({ max: xml.length }).map((from) => xml.slice(from, from + 20)),
      fc.constant(''),
    ),
  });
  return fc
    .array(edit, { minLength: 1, maxLength: 3 })
    .map((edits) =>
      edits.reduce((doc, { at, length, insert }) => doc.slice(0, at) + insert + doc.slice(at + length), xml),
    );
}
