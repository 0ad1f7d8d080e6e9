import { propertyKey } from '../common/names.ts';
import { isSetCookie } from '../model/headers.ts';
import type { Header } from '../model/model.ts';
import { tsType } from './ts-type.ts';

/** `{ 'X-Count': number; 'Last-Modified'?: Date | undefined }`: the values of documented headers as clients read them. */
export const headerValues = (headers: Header[]): string => members(headers, typeOfHeader);

/** The values that a handler can give; one cookie needs no list. */
export const givenHeaderValues = (headers: Header[]): string =>
  members(headers, (each) => (isSetCookie(each) ? `string | ${typeOfHeader(each)}` : typeOfHeader(each)));

function members(headers: Header[], typeOf: (header: Header) => string): string {
  return `{ ${headers.map((each) => `${propertyKey(each.name)}${each.required ? '' : '?'}: ${typeOf(each)}${each.required ? '' : ' | undefined'}`).join('; ')} }`;
}

function typeOfHeader(header: Header): string {
  const type = typeOfItem(header);
  if (!header.list) return type;
  return `readonly ${type.includes(' ') ? `(${type})` : type}[]`;
}

function typeOfItem({ type, instant, schema }: Header): string {
  switch (type) {
    case 'bigint':
      return type;
    case 'bytes':
      return 'Uint8Array';
    case 'decimal':
      return 'string';
    case 'date-time':
    case 'http-date':
    case 'epoch-seconds':
      return instant ? 'Temporal.Instant' : 'Date';
    default: {
      const known = tsType(schema);
      return known === 'unknown' || /Record<|\[\]/.test(known) ? type.replace('integer', 'number') : known;
    }
  }
}

/** What the runtimes know of the headers, as source text: `{ "X-Count": { type: "integer" } }`. */
export function headerTable(headers: Header[]): string {
  const tables = headers.map(({ name, type, list, instant, required }) => {
    const facts = [`type: '${type}'`, list && 'list: true', instant && 'instant: true', required && 'required: true'];
    return `${propertyKey(name)}: { ${facts.filter(Boolean).join(', ')} }`;
  });
  return `{ ${tables.join(', ')} }`;
}
