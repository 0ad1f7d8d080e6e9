import type { JsonSchema } from '@mailwright/codegen/description';
import { UNIQUE, UNIQUE_NUMBER, UNIQUE_UUID, uniqueLike } from '../preconditions/fill.ts';

/** Texts from which samples are made. */
export interface Texts {
  /** By format of JSON Schema and OpenAPI. */
  formats: Record<string, string>;
  /** Texts that commonly fit, the best first, for a property of this name. */
  usual(name: string | undefined): string[];
  /** The text of a pattern, or a template of texts of the pattern if all are of the schema. */
  ofPattern(pattern: string, text: string): string;
  /** The text for an example of the description. */
  example(example: unknown, isValid: (text: string) => boolean, schema: JsonSchema): unknown;
}

const TIMES = { date: '2031-05-17', 'date-time': '2031-05-17T08:30:00Z', time: '08:30:00Z', duration: 'P1D' };
const PLAIN = { ...TIMES, ipv4: '192.0.2.17', ipv6: '2001:db8::17', byte: 'Y29udHJhY3Q=' };

/** Texts that differ each time, so that a service that wants them to be unique takes them. */
export const uniqueTexts: Texts = {
  formats: {
    ...PLAIN,
    email: `contract-${UNIQUE}@example.com`,
    'idn-email': `contract-${UNIQUE}@example.com`,
    uuid: UNIQUE_UUID,
    uri: `https://example.com/contract-${UNIQUE}`,
    url: `https://example.com/contract-${UNIQUE}`,
    'uri-reference': `/contract-${UNIQUE}`,
    hostname: `contract-${UNIQUE}.example.com`,
    password: `Contract-${UNIQUE}!7`,
  },
  usual: () => [
    `contract-${UNIQUE}`,
    `Contract ${UNIQUE}`,
    `contract${UNIQUE}`,
    `contract-${UNIQUE}@example.com`,
    `https://example.com/contract-${UNIQUE}`,
    UNIQUE,
    UNIQUE_UUID,
    `+${UNIQUE_NUMBER}`,
    UNIQUE_NUMBER,
  ],
  ofPattern: uniqueLike,
  /** The example with something unique behind it, where the schema allows that; formats and patterns mean something. */
  example(example, isValid, { format, pattern, enum: values }) {
    if (format || pattern || values) return this.formats[format] ?? example;
    const more = `${example} ${UNIQUE}`;
    return isValid(more) ? more : example;
  },
};

/** Texts for people to read, the same each time; a property called `firstName` is "First name". */
export const readableTexts: Texts = {
  formats: {
    ...PLAIN,
    email: 'ada@example.com',
    'idn-email': 'ada@example.com',
    uuid: '6f9619ff-8b86-4d01-a42d-00cf4fc964ff',
    uri: 'https://example.com/',
    url: 'https://example.com/',
    'uri-reference': '/example',
    hostname: 'www.example.com',
    password: 'Correct-horse-7',
  },
  usual(name = 'text') {
    const words = name
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter((word) => word !== '');
    if (words.length === 0) words.push('text');
    const sentence = words.join(' ').replace(/^./, (first) => first.toUpperCase());
    return [
      sentence,
      words.join('-'),
      words.join(''),
      words.join('_').toUpperCase(),
      `${sentence} of an example`,
      'ada@example.com',
      'https://example.com/',
      '+4930123456',
      '12345',
    ];
  },
  ofPattern: (_pattern, text) => text,
  example: (example) => example,
};
