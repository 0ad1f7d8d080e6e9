import type { ParameterTable } from './api.ts';
import { deepReader, readJson } from './deep-object.ts';
import { decode } from './query-string.ts';
import { header, type RawRequest } from './raw.ts';
import { type ReadScalar, type Scalar, ScalarFault, scalarReader } from './scalar.ts';
import type { ParameterForm, ScalarType } from './value-forms.ts';

const separators: Partial<Record<ParameterForm['style'], string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** Reads a parameter from its texts as they stand in the request, still encoded. */
export type ReadForm = (texts: readonly string[]) => unknown;

/** @throws ApiError 400 for a wrong percent-encoding */
export function formReader(table: ParameterTable, form: ParameterForm): ReadForm {
  const { style, explode, object, mixed } = form;
  const name = table.wire ?? table.name;
  const read = scalarReader(table);
  const decodeText = table.in === 'header' ? (text: string) => text.trim() : decoderOf(table, name);
  const readMember = object && memberReader(object);

  /** Splits a text at its separators without decoding the parts. Returns `undefined` if it is not in this style. */
  const partsOf = (text: string): string[] | undefined => {
    const separator = separators[style];
    if (separator !== undefined) return decodeText(text).split(separator);
    if (style === 'label') return text.startsWith('.') ? text.slice(1).split(explode ? '.' : ',') : undefined;
    if (style !== 'matrix') return text.split(',');
    const [nothing, ...parts] = text.split(';');
    if (nothing !== '' || parts.length === 0) return undefined;
    if (explode && object) return parts;
    const values = parts.map((part) =>
      part === name ? '' : part.startsWith(`${name}=`) ? part.slice(name.length + 1) : undefined,
    );
    if (values.includes(undefined) || (values.length > 1 && !explode)) return undefined;
    return explode ? (values as string[]) : values[0]!.split(',');
  };
  const decodePart = separators[style] === undefined ? decodeText : (text: string) => text;

  const readOne = (text: string): unknown => {
    if (style === 'json') return readJson(decodeText(text));
    if (!table.array && !object && style !== 'label' && style !== 'matrix') return read(decodeText(text));
    if (object && text === '') return {};
    const parts = partsOf(text);
    if (parts === undefined) return new ScalarFault(`must be written in the style ${style}`);
    if (table.array) return allOf(parts.map((part) => read(decodePart(part))));
    if (readMember) return objectOf(explode ? pairsOf(parts) : alternating(parts), decodePart, readMember);
    return parts.length === 1 ? read(decodePart(parts[0]!)) : new ScalarFault('must be one value');
  };
  if (mixed !== undefined) {
    const readMixed = deepReader(mixed);
    const isRepeated = style === 'form' && explode;
    return (texts) => {
      const [only = ''] = texts;
      const json = form.json && texts.length === 1 ? decodeText(only) : '';
      if (/^\s*[[{]/.test(json)) return readJson(json);
      const parts: readonly (string | undefined)[] = isRepeated
        ? texts
        : texts.flatMap((text) => partsOf(text) ?? [undefined]);
      return parts.includes(undefined)
        ? new ScalarFault(`must be written in the style ${style}`)
        : readMixed(parts.map((part) => ({ path: [], text: decodePart(part!) })));
    };
  }
  return (texts) => {
    if (texts.length === 1) return readOne(texts[0]!);
    if (!table.array) return new ScalarFault(`must be given once but was given ${texts.length} times`);
    const lists = texts.map(readOne);
    return lists.find((list) => list instanceof ScalarFault) ?? lists.flat();
  };
}

/** Texts of cookies of a name, as they were sent (RFC 6265). */
export function cookieTexts(request: RawRequest, name: string): string[] {
  const pairs = header(request, 'cookie')?.split(';') ?? [];
  return pairs.flatMap((pair) => {
    const text = pair.trim();
    return text.startsWith(`${name}=`) ? [text.slice(name.length + 1).replace(/^"(.*)"$/, '$1')] : [];
  });
}

function decoderOf({ in: place }: ParameterTable, name: string): (text: string) => string {
  // A plus is a space in queries only.
  return place === 'query' ? (text) => decode(text, name) : (text) => decode(text.replaceAll('+', '%2B'), name);
}

function allOf(values: (Scalar | ScalarFault)[]): Scalar[] | ScalarFault {
  return values.find((value) => value instanceof ScalarFault) ?? (values as Scalar[]);
}

type Pair = [name: string, value: string | undefined];

const pairsOf = (parts: string[]): Pair[] =>
  parts.map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [part, undefined] : [part.slice(0, at), part.slice(at + 1)];
  });

const alternating = (parts: string[]): Pair[] =>
  parts.flatMap((part, index): Pair[] => (index % 2 === 0 ? [[part, parts[index + 1]]] : []));

function objectOf(
  pairs: Pair[],
  decodePart: (text: string) => string,
  read: (name: string, text: string) => Scalar | ScalarFault,
): unknown {
  const entries = new Map<string, Scalar>();
  for (const [rawName, text] of pairs) {
    const name = decodePart(rawName);
    if (text === undefined || name === '__proto__') return new ScalarFault('must consist of names and values');
    if (entries.has(name)) return new ScalarFault(`must have the member "${name}" once`);
    const value = read(name, decodePart(text));
    if (value instanceof ScalarFault) return new ScalarFault(`has a member "${name}" that ${value.message}`);
    entries.set(name, value);
  }
  return Object.fromEntries(entries);
}

function memberReader({ members, rest = 'string' }: NonNullable<ParameterForm['object']>) {
  const readers = new Map<ScalarType, ReadScalar>();
  return (name: string, text: string) => {
    const scalar = Object.hasOwn(members, name) ? members[name]! : rest;
    const read = readers.get(scalar) ?? scalarReader({ name, in: 'query', scalar });
    readers.set(scalar, read);
    return read(text);
  };
}
