import { describe, expect, test } from 'vitest';
import type { Schema } from '../src/plan/index.ts';
import { bothOf } from './compiled.ts';

const string = { type: 'string' };
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  xml: { name: 'r' },
  properties,
  required: Object.keys(properties),
  ...more,
});
const optional = (a: Schema) => object({ a }, { required: [] });
const record = (xmlMap: Schema['x-xml-map'], value: Schema = string, xml = {}): Schema =>
  object({ a: { type: 'object', additionalProperties: value, 'x-xml-map': xmlMap, xml } });
declare const Temporal: { Instant: { from(text: string): unknown } };
const instant = (text: string): unknown => Temporal.Instant.from(text);
const day = new Date('2031-03-01T08:00:00Z');

describe.each<[string, Schema, unknown, string]>([
  ['NaN of a double', object({ a: { type: 'number', format: 'double' } }), { a: Number.NaN }, '<r><a>NaN</a></r>'],
  [
    'infinity of a float',
    object({ a: { type: 'number', format: 'float' } }),
    { a: -Infinity },
    '<r><a>-Infinity</a></r>',
  ],
  [
    'infinity of XML Schema',
    object({ a: { type: 'number', 'x-number-words': 'xsd' } }),
    { a: -Infinity },
    '<r><a>-INF</a></r>',
  ],
  [
    'a bigint',
    object({ a: { type: 'integer', 'x-value': 'bigint' } }),
    { a: 9223372036854775807n },
    '<r><a>9223372036854775807</a></r>',
  ],
  ['a decimal as text', object({ a: { type: 'number', 'x-value': 'string' } }), { a: '1.10' }, '<r><a>1.10</a></r>'],
  ['a Date', object({ a: { ...string, 'x-value': 'Date' } }), { a: day }, '<r><a>2031-03-01T08:00:00Z</a></r>'],
  [
    'a Date of HTTP',
    object({ a: { ...string, 'x-value': 'Date', 'x-timestamp': 'http-date' } }),
    { a: day },
    '<r><a>Sat, 01 Mar 2031 08:00:00 GMT</a></r>',
  ],
  [
    'a Date in seconds',
    object({ a: { type: 'number', 'x-value': 'Date', 'x-timestamp': 'epoch-seconds' } }),
    { a: new Date(1515531081123) },
    '<r><a>1515531081.123</a></r>',
  ],
  [
    'an instant, to the nanosecond',
    object({ a: { ...string, 'x-value': 'Temporal.Instant' } }),
    { a: instant('2031-03-01T08:00:00.123456789Z') },
    '<r><a>2031-03-01T08:00:00.123456789Z</a></r>',
  ],
  [
    'an instant of HTTP',
    object({ a: { ...string, 'x-value': 'Temporal.Instant', 'x-timestamp': 'http-date' } }),
    { a: instant('2031-03-01T08:00:00Z') },
    '<r><a>Sat, 01 Mar 2031 08:00:00 GMT</a></r>',
  ],
  [
    'an instant in seconds',
    object({ a: { type: 'number', 'x-value': 'Temporal.Instant', 'x-timestamp': 'epoch-seconds' } }),
    { a: instant('2018-01-09T20:51:21.123Z') },
    '<r><a>1515531081.123</a></r>',
  ],
  [
    'bytes',
    object({ a: { ...string, 'x-value': 'Uint8Array' } }),
    { a: new Uint8Array([0, 1, 255]) },
    '<r><a>AAH/</a></r>',
  ],
  ['no bytes', object({ a: { ...string, 'x-value': 'Uint8Array' } }), { a: new Uint8Array() }, '<r><a></a></r>'],

  [
    'a record',
    record(true),
    { a: { x: '1', 'y z': '2' } },
    '<r><a><entry><key>x</key><value>1</value></entry><entry><key>y z</key><value>2</value></entry></a></r>',
  ],
  ['an empty record', record(true), { a: {} }, '<r><a/></r>'],
  [
    'a record with names of its own',
    record({ entry: 'e', key: 'k', value: 'v' }),
    { a: { x: '1' } },
    '<r><a><e><k>x</k><v>1</v></e></a></r>',
  ],
  [
    'a flat record',
    record({ flat: true }),
    { a: { x: '1', y: '2' } },
    '<r><a><key>x</key><value>1</value></a><a><key>y</key><value>2</value></a></r>',
  ],
  [
    'a flat record of another name',
    record({ flat: true }, string, { name: 'b' }),
    { a: { x: '1' } },
    '<r><b><key>x</key><value>1</value></b></r>',
  ],
  [
    'a record with keys as attributes',
    record({ attribute: true, key: 'name' }),
    { a: { x: '1' } },
    '<r><a><entry name="x"><value>1</value></entry></a></r>',
  ],
  [
    'a record of lists',
    record(true, { type: 'array', items: string }),
    { a: { x: ['1', '2'] } },
    '<r><a><entry><key>x</key><value>1</value><value>2</value></entry></a></r>',
  ],
  [
    'a record of objects',
    record(true, object({ b: string }, { xml: {} })),
    { a: { x: { b: '1' } } },
    '<r><a><entry><key>x</key><value><b>1</b></value></entry></a></r>',
  ],

  [
    'the choice between objects that their children tell apart',
    object({ a: { oneOf: [object({ x: string }, { xml: {} }), object({ y: { type: 'integer' } }, { xml: {} })] } }),
    { a: { y: 1 } },
    '<r><a><y>1</y></a></r>',
  ],
  [
    'what all alternatives share',
    object({
      a: { anyOf: [object({ id: string, x: string }, { xml: {} }), object({ id: string, y: string }, { xml: {} })] },
    }),
    { a: { id: '1', y: '2' } },
    '<r><a><id>1</id><y>2</y></a></r>',
  ],
])('%s', (_, schema, value, xml) => {
  test.each(bothOf(schema))('%s', (_, codec) => {
    expect(codec.encode(value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
    expect(codec.decode(xml)).toEqual(value);
    // Instants have no members by which two of them could differ.
    expect(codec.encode(codec.decode(xml))).toBe(codec.encode(value));
  });
});

describe.each<[string, Schema, string, unknown]>([
  [
    'INF and +Infinity',
    object({ a: { type: 'array', items: { type: 'number', format: 'double' } } }),
    '<r><a>INF</a><a>-INF</a><a>+Infinity</a><a> 1e3 </a></r>',
    { a: [Infinity, -Infinity, Infinity, 1000] },
  ],
  ['an empty integer that is optional as absent', optional({ type: 'integer' }), '<r><a> </a></r>', {}],
  ['an empty boolean that is optional as absent', optional({ type: 'boolean' }), '<r><a/></r>', {}],
  ['an empty number that may be null as null', object({ a: { type: ['number', 'null'] } }), '<r><a/></r>', { a: null }],
  ['an empty text as a text', optional({ ...string }), '<r><a/></r>', { a: '' }],
  [
    'a date-time with offset and fraction',
    object({ a: { ...string, 'x-value': 'Date' } }),
    '<r><a>2031-03-01T10:00:00.000+02:00</a></r>',
    { a: day },
  ],
  [
    'base64 with line ends',
    object({ a: { ...string, 'x-value': 'Uint8Array' } }),
    '<r><a>AA\nH/\n</a></r>',
    { a: new Uint8Array([0, 1, 255]) },
  ],
])('reads %s', (_, schema, xml, value) => {
  test.each(bothOf(schema))('%s', (_, codec) => {
    expect(codec.decode(xml)).toEqual(value);
  });
});

describe.each<[string, Schema, string, string]>([
  ['an empty integer that is required', object({ a: { type: 'integer' } }), '<r><a/></r>', 'type'],
  [
    'NaN where the description says no',
    object({ a: { type: 'number', format: 'double', 'x-number-words': false } }),
    '<r><a>NaN</a></r>',
    'type',
  ],
  [
    'a bigint of 65 bits',
    object({ a: { type: 'integer', 'x-value': 'bigint' } }),
    '<r><a>9223372036854775808</a></r>',
    'type',
  ],
  ['a day for a date-time', object({ a: { ...string, 'x-value': 'Date' } }), '<r><a>2031-03-01</a></r>', 'type'],
  ...['2030-02-29T00:00:00Z', '2031-04-31T08:00:00+02:00', '2031-03-01T24:00:00Z'].flatMap(
    (text): [string, Schema, string, string][] =>
      (['Date', 'Temporal.Instant'] as const).map((value) => [
        `a ${value} of ${text}`,
        object({ a: { ...string, 'x-value': value } }),
        `<r><a>${text}</a></r>`,
        'type',
      ]),
  ),
  [
    'a date of HTTP that is none',
    object({ a: { ...string, 'x-value': 'Date', 'x-timestamp': 'http-date' } }),
    '<r><a>Thu, 31 Apr 2031 08:00:00 GMT</a></r>',
    'type',
  ],
  ['a day that is none', object({ a: { ...string, 'x-value': 'Date' } }), '<r><a>2031-13-01T00:00:00Z</a></r>', 'type'],
  [
    'a day for an instant',
    object({ a: { ...string, 'x-value': 'Temporal.Instant' } }),
    '<r><a>2031-03-01</a></r>',
    'type',
  ],
  [
    'an instant without an offset',
    object({ a: { ...string, 'x-value': 'Temporal.Instant' } }),
    '<r><a>2031-03-01T08:00:00</a></r>',
    'type',
  ],
  ['base64 that is cut off', object({ a: { ...string, 'x-value': 'Uint8Array' } }), '<r><a>AAH</a></r>', 'type'],
  [
    'an entry twice',
    record(true),
    '<r><a><entry><key>x</key><value/></entry><entry><key>x</key><value/></entry></a></r>',
    'duplicate',
  ],
  ['an entry without key', record(true), '<r><a><entry><value/></entry></a></r>', 'missing'],
])('refuses %s', (_, schema, xml, code) => {
  test.each(bothOf(schema))('%s', (_, codec) => {
    expect(() => codec.decode(xml)).toThrow(expect.objectContaining({ name: 'XmlError', code }));
  });
});

describe.each<[string, Schema, unknown]>([
  ['a number for a bigint', object({ a: { type: 'integer', 'x-value': 'bigint' } }), { a: 1 }],
  ['an invalid Date', object({ a: { ...string, 'x-value': 'Date' } }), { a: new Date(Number.NaN) }],
  ['a Date beyond four digits', object({ a: { ...string, 'x-value': 'Date' } }), { a: new Date(8e15) }],
  ['a Date for an instant', object({ a: { ...string, 'x-value': 'Temporal.Instant' } }), { a: day }],
  [
    'an instant beyond four digits',
    object({ a: { ...string, 'x-value': 'Temporal.Instant' } }),
    { a: instant('+010000-01-01T00:00:00Z') },
  ],
  ['words for a decimal', object({ a: { type: 'number', 'x-value': 'string' } }), { a: 'ten' }],
  ['text for bytes', object({ a: { ...string, 'x-value': 'Uint8Array' } }), { a: 'AAH/' }],
  ['an array for a record', record(true), { a: ['x'] }],
])('does not write %s', (_, schema, value) => {
  test.each(bothOf(schema))('%s', (_, codec) => {
    expect(() => codec.encode(value)).toThrow(expect.objectContaining({ name: 'XmlError', code: 'type' }));
  });
});

describe('encodings', () => {
  const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
  describe.each<[string, Uint8Array, string]>([
    ['by its name', latin('<r><a>é</a></r>'), 'iso-8859-1'],
    ['that the declaration names', latin('<?xml version="1.0" encoding="ISO-8859-1"?><r><a>é</a></r>'), 'declared'],
    [
      'that the byte order mark tells',
      utf16('\ufeff<?xml version="1.0" encoding="UTF-16"?><r><a>é</a></r>'),
      'declared',
    ],
    ['that nothing tells', new TextEncoder().encode('<r><a>é</a></r>'), 'declared'],
  ])('one %s', (_, bytes, encoding) => {
    test.each(bothOf(object({ a: string })))('%s', (_, codec) => {
      expect(codec.decode(bytes, { encoding })).toEqual({ a: 'é' });
    });
  });

  test.each(bothOf(object({ a: string })))('%s refuses one that nobody knows', (_, codec) => {
    expect(() => codec.decode(latin('<r><a>x</a></r>'), { encoding: 'klingon' })).toThrow('klingon is required');
  });
});
