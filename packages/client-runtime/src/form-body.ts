import { toJson } from '@mailwright/xml-codec/json';
import type { BinaryBody } from './body-codec.ts';
import { bracketed } from './brackets.ts';

/** Fields of a form that are not written as OpenAPI does by itself. */
export interface FormFields {
  readonly [name: string]: FormFacts;
}

interface FormFacts {
  readonly json?: true;
  /** Media type of its part. */
  readonly type?: string;
  readonly separator?: string;
  /** An object in fields of its members, `color[R]` or `R`, or in one, `color=R,100`. */
  readonly object?: 'deep' | 'spread' | 'pairs';
  /** Any value, with names in brackets. */
  readonly deep?: true;
  /** The value of a part is `{ value, headers }`. */
  readonly headers?: true;
}

/** Encodes an object as `application/x-www-form-urlencoded`. */
export const formEncoder =
  (fields: FormFields) =>
  (value: unknown): BinaryBody => {
    if (value instanceof URLSearchParams) return String(value);
    return formEntries(fields, fieldsOf(value, URLSearchParams))
      .map(({ name, value: each }) => `${encoded(name)}=${textOf(name, each)}`)
      .join('&');
  };

function textOf(name: string, value: FormEntry['value']): string {
  if (value instanceof Blob) throw new Error(`"${name}" is a file, which only multipart/form-data carries`);
  return typeof value === 'string' ? encoded(value) : joined(name, value, encoded);
}

/** Encodes a text as browsers do (WHATWG URL, "application/x-www-form-urlencoded serializing"). */
const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/**
 * Encodes an object as `multipart/form-data`. Only files have file names: `FormData` gives one to every part with a media type, and
 * servers take such parts for files.
 */
export const multipartEncoder =
  (fields: FormFields) =>
  (value: unknown): Blob | FormData => {
    if (value instanceof FormData) return value;
    const boundary = `form-${crypto.randomUUID()}`;
    const parts = formEntries(fields, fieldsOf(value, FormData)).flatMap(
      ({ name, value: each, type, headers = {} }) => {
        const content = each instanceof Blob || typeof each === 'string' ? each : joined(name, each, (text) => text);
        const lines = [
          `--${boundary}`,
          `Content-Disposition: form-data; name="${quoted(name)}"${fileName(content)}`,
          ...typeLine(content, type),
          ...Object.entries(headers).flatMap(([header, text]) =>
            text === undefined ? [] : [headerLine(name, header, text)],
          ),
        ];
        return [`${lines.join('\r\n')}\r\n\r\n`, content, '\r\n'];
      },
    );
    return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
  };

const fileName = (content: string | Blob): string =>
  content instanceof Blob ? `; filename="${quoted(content instanceof File ? content.name : 'blob')}"` : '';

function typeLine(content: string | Blob, described: string | undefined): string[] {
  const type = content instanceof Blob ? content.type || described || 'application/octet-stream' : described;
  return type === undefined ? [] : [`Content-Type: ${type}`];
}

function headerLine(name: string, header: string, value: unknown): string {
  const text = [value].flat().join(',');
  if (/[\r\n\0]/.test(text)) throw new Error(`the header ${header} of "${name}" must not have line breaks`);
  return `${header}: ${text}`;
}

/** Escapes a name as the HTML standard does (section "multipart/form-data encoding algorithm"). */
const quoted = (text: string): string => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/** Throws for what has no fields of its own, such as a text or a `Map`. */
function fieldsOf(value: unknown, or: { name: string }): object {
  const [, kind] = /^\[object (.*)\]$/.exec(Object.prototype.toString.call(value))!;
  if (kind === 'Object') return value as object;
  throw new Error(`body must be an object with the fields of the form, or ${or.name}, not ${kind}`);
}

/** A field as it is sent; a list of texts is sent as one, with what stands between them. */
interface FormEntry {
  name: string;
  value: string | Blob | Joined;
  type: string | undefined;
  headers: Readonly<Record<string, unknown>> | undefined;
}

interface Joined {
  texts: string[];
  separator: string;
}

/** The fields that are sent for the members of an object. */
function formEntries(fields: FormFields, value: unknown): FormEntry[] {
  return Object.entries(value as object).flatMap(([name, each]) =>
    entriesOf(name, each, Object.hasOwn(fields, name) ? fields[name]! : {}),
  );
}

function entriesOf(name: string, value: unknown, facts: FormFacts): FormEntry[] {
  if (value === undefined || (value === null && !facts.json)) return [];
  const { object, separator, json, headers, deep } = facts;
  if (deep)
    return bracketed(name, value).map(([key, text]) => ({
      name: key,
      value: text,
      type: undefined,
      headers: undefined,
    }));
  if (object === 'spread') return formEntries({}, value);
  if (object === 'deep')
    return Object.entries(value as object).flatMap(([key, each]) =>
      entriesOf(`${name}[${key}]`, each, isPlain(each) ? { object } : {}),
    );
  const entry = (content: FormEntry['value'], type = facts.type): FormEntry => ({
    name,
    value: content,
    type,
    headers: undefined,
  });
  if (object === 'pairs') {
    const given = Object.entries(value as object).filter(([, each]) => each !== undefined && each !== null);
    return [entry({ texts: given.flat().map(String), separator: separator! })];
  }
  if (separator !== undefined && Array.isArray(value)) return [entry({ texts: value.map(String), separator })];
  const items = Array.isArray(value) && !json ? value : [value];
  return items.map((item): FormEntry => {
    const { value: content, headers: own } = headers ? item : { value: item, headers: undefined };
    if (content instanceof Blob) return { ...entry(content), headers: own };
    const isJson = json || typeof content === 'object';
    const text = isJson ? toJson(content) : String(content);
    return { ...entry(text, facts.type ?? (isJson ? 'application/json' : undefined)), headers: own };
  });
}

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only an encoded comma is told from one between items. */
function joined(name: string, { texts, separator }: Joined, encode: (text: string) => string): string {
  const between = separator === ',' ? separator : encode(separator);
  const items = texts.map(encode);
  if (items.some((item) => item.includes(between)))
    throw new Error(`items of "${name}" must not contain "${separator}", which separates them`);
  return items.join(between);
}
