import type { HeaderType } from '@mailwright/xml-codec';
import { parseDateTime } from '@mailwright/xml-codec/json';

/** Documented type of a header, or of each item of a list header. */
export interface HeaderFacts {
  readonly type: HeaderType;
  readonly list?: true;
  /** Times are instants of Temporal. */
  readonly instant?: true;
  readonly required?: true;
}

/** A documented header is missing or does not match its schema; thrown when it is read. */
export class HeaderError extends Error {
  override name = 'HeaderError';
}

declare const Temporal: { Instant: { from(text: string): unknown; fromEpochMilliseconds(ms: number): unknown } };

/** The value of a header; undefined if it is absent. @throws HeaderError */
export function headerValue(headers: Headers, name: string, facts: HeaderFacts): unknown {
  const text = headers.get(name);
  if (text === null) {
    if (facts.required) throw new HeaderError(`The answer lacks the header ${name}`);
    return undefined;
  }
  const read = (item: string) => {
    const value = fromText(item, facts);
    if (value !== undefined) return value;
    throw new HeaderError(`The header ${name} must be ${facts.type} but was ${JSON.stringify(item.slice(0, 100))}`);
  };
  if (!facts.list) return read(text);
  return (name.toLowerCase() === 'set-cookie' ? headers.getSetCookie() : items(text, facts)).map(read);
}

/** Undefined if the text does not match. */
function fromText(text: string, { type, instant }: HeaderFacts): unknown {
  switch (type) {
    case 'string':
      return text;
    case 'integer':
      return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : undefined;
    case 'number':
      return numberOf(text);
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined;
    case 'bigint':
      return /^-?\d{1,40}$/.test(text) ? BigInt(text) : undefined;
    case 'decimal':
      return numberOf(text) === undefined ? undefined : text;
    case 'bytes':
      return bytesOf(text);
    default:
      return timeOf(text, type, instant);
  }
}

function numberOf(text: string): number | undefined {
  if (/^(NaN|-?Infinity)$/.test(text)) return Number(text);
  return /^[-+.\d][-+.\de]*$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) + 0 : undefined;
}

function bytesOf(text: string): Uint8Array | undefined {
  const isWhole = text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
  return isWhole ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : undefined;
}

function timeOf(text: string, type: HeaderType, instant?: true): unknown {
  const date = dateOf(text, type);
  if (!date || Number.isNaN(date.getTime())) return undefined;
  if (!instant) return date;
  return type === 'date-time' ? Temporal.Instant.from(text) : Temporal.Instant.fromEpochMilliseconds(date.getTime());
}

function dateOf(text: string, type: HeaderType): Date | undefined {
  if (type === 'epoch-seconds')
    return /^-?\d+(\.\d+)?$/.test(text) ? new Date(Math.round(Number(text) * 1000)) : undefined;
  const date = new Date(text);
  // The engine reads more forms than IMF-fixdate, and takes the year 0099 for 1999.
  if (type === 'http-date') return date.toUTCString().slice(4) === text.slice(4) ? date : undefined;
  return parseDateTime(text);
}

/** The items of a list (RFC 9110, 5.6.1): between commas, but those of quoted texts and of dates of HTTP. */
function items(text: string, { type }: HeaderFacts): string[] {
  const parts = quotedApart(text);
  if (type !== 'http-date') return parts;
  return parts.flatMap((part, index) => (index % 2 ? [] : [`${part}, ${parts[index + 1] ?? ''}`]));
}

function quotedApart(text: string): string[] {
  const parts: string[] = [];
  let [part, isQuoted, wasQuoted] = ['', false, false];
  const close = () => {
    if (wasQuoted || part.trim() !== '') parts.push(wasQuoted ? part : part.trim());
    [part, wasQuoted] = ['', false];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (isQuoted && char === '\\') part += text[++at] ?? '';
    else if (char === '"' && (isQuoted || part.trim() === '')) {
      if (!isQuoted) part = '';
      isQuoted = !isQuoted;
      wasQuoted = true;
    } else if (char === ',' && !isQuoted) close();
    else if (!wasQuoted || isQuoted) part += char;
  }
  close();
  return parts;
}
