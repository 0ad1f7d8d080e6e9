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
  (value: unknown): BinaryBody =>
    formEntries(fields, value)
      .map(({ name, value: each }) => `${encoded(name)}=${textOf(name, each)}`)
      .join('&');

function textOf(name: string, value: FormEntry['value']): string {
  if (value instanceof Blob) throw new Error(`"${name}" is a file, which only multipart/form-data carries`);
  return typeof value === 'string' ? encoded(value) : joined(name, value, encoded);
}

/** Encodes a text as browsers do (WHATWG URL, "application/x-www-form-urlencoded serializing"). */
const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Encodes an object as `multipart/form-data`; the platform chooses the boundary. */
export const multipartEncoder =
  (fields: FormFields) =>
  (value: unknown): FormData => {
    const form = new FormData();
    for (const { name, value: each, type } of formEntries(fields, value)) {
      const content = contentOf(name, each, type);
      if (content instanceof Blob) form.append(name, content);
      else form.append(name, content);
    }
    return form;
  };

/** A field as it is sent; a list of texts is sent as one, with what stands between them. */
export interface FormEntry {
  name: string;
  value: string | Blob | Joined;
  type: string | undefined;
  headers: Readonly<Record<string, unknown>> | undefined;
}

interface Joined {
  texts: string[];
  separator: string;
}

/** Returns the content of a part, with its media type if it has one. */
export function contentOf(name: string, value: FormEntry['value'], type: string | undefined): string | Blob {
  const content = typeof value === 'string' || value instanceof Blob ? value : joined(name, value, (text) => text);
  if (typeof content === 'string') return type === undefined ? content : new Blob([content], { type });
  if (content.type !== '' || type === undefined) return content;
  return content instanceof File ? new File([content], content.name, { type }) : new Blob([content], { type });
}

/** The fields that are sent for the members of an object. */
export function formEntries(fields: FormFields, value: unknown): FormEntry[] {
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
    const text = isJson ? JSON.stringify(content) : String(content);
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
