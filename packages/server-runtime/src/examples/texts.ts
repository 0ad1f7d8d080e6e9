import RandExp from 'randexp';
import { pattern as compile } from '../validation.ts';

const NAMES = ['Ada', 'Bo', 'Cy', 'Dana', 'Emil', 'Fay', 'Gus', 'Hana', 'Ira', 'June', 'Kai', 'Lou', 'Mia', 'Noor'];

const two = (number: number) => String(number).padStart(2, '0');

/** Texts of each format of JSON Schema and OpenAPI, by a number below 28. */
const FORMATS: Record<string, (number: number) => string> = {
  'date-time': (number) => `2031-03-${two(number + 1)}T08:30:00Z`,
  date: (number) => `2031-03-${two(number + 1)}`,
  time: (number) => `08:${two(number)}:00Z`,
  duration: (number) => `P${number + 1}D`,
  email: (number) => `person${number}@example.com`,
  'idn-email': (number) => `person${number}@example.com`,
  uri: (number) => `https://example.com/${number}`,
  url: (number) => `https://example.com/${number}`,
  iri: (number) => `https://example.com/${number}`,
  'uri-reference': (number) => `/things/${number}`,
  hostname: (number) => `host${number}.example.com`,
  ipv4: (number) => `192.0.2.${number}`,
  ipv6: (number) => `2001:db8::${number}`,
  uuid: (number) => `6f9619ff-8b86-4d01-a42d-00cf4fc964${two(number)}`,
  byte: (number) => btoa(`bytes ${number}`),
  'json-pointer': (number) => `/things/${number}`,
};

interface TextSchema {
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

/** A text of a schema; `integer` gives numbers below its argument. */
export function makeText(schema: TextSchema, integer: (below: number) => number): string {
  const { format = '', pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format]!(integer(28));
  if (pattern !== undefined) return matching(pattern, minLength, integer).slice(0, maxLength);
  const name = `${NAMES[integer(NAMES.length)]}`;
  return name.padEnd(minLength, ' and so on').slice(0, maxLength);
}

function matching(pattern: string, minLength: number, integer: (below: number) => number): string {
  const expression = new RandExp(compile(pattern, 'u').source);
  expression.max = Math.max(6, minLength);
  expression.randInt = (from, to) => from + integer(to - from + 1);
  return expression.gen();
}
