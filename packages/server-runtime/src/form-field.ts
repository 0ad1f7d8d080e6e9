import { badRequest } from './api-error.ts';
import { deepReader } from './deep-object.ts';
import { parseJson } from './json.ts';
import { inRange, parseMediaType } from './media-type.ts';
import { decode } from './query-string.ts';
import { type Scalar, ScalarFault, scalarReader } from './scalar.ts';
import { show } from './text.ts';
import type { DeepValue, FormField, ScalarType } from './value-forms.ts';

/** A value of a field, as it was given. */
export interface Given {
  value: string | File;
  /** Still percent-encoded. */
  raw?: string;
  /** Header fields of its part, by names in lower case. */
  head?: ReadonlyMap<string, string> | undefined;
  /** Bytes of its part. */
  content?: Uint8Array;
}

/** The value of a field from all that was given under its name. @throws ApiError 400 */
export async function readField(name: string, field: FormField, given: Given[]): Promise<unknown> {
  if (field.object === 'pairs') return readPairs(name, field, onlyOne(name, given));
  if (field.mixed !== undefined) return readMixed(name, field, field.mixed, given);
  const single = given.flatMap((each) => divided(each, field));
  if (!field.array) onlyOne(name, single);
  const values = await Promise.all(single.map((each) => partOf(name, field, each)));
  if (field.array && !(field.single && values.length === 1)) return values;
  // Browsers send the fields that nobody has filled in.
  return values[0] === '' && field.scalar !== undefined ? undefined : values[0];
}

/** The value of a field that is of several kinds, by its parts. */
function readMixed(name: string, { file, types }: FormField, mixed: DeepValue, given: Given[]): unknown {
  const [{ value, head }] = given as [Given];
  const type = parseMediaType(head?.get('content-type') ?? '')?.type ?? 'text/plain';
  if (file && given.length === 1) {
    if (typeof value !== 'string') return checkedFile(name, value, types);
    if (!/^text\/|[/+]json$/.test(type)) return namelessFile(given[0]!);
  }
  const read = deepReader(mixed)(given.map((each) => ({ path: [], text: String(each.value) })));
  if (read instanceof ScalarFault) throw badRequest(`${show(name)} ${read.message}`);
  return read;
}

function onlyOne(name: string, given: Given[]): Given {
  if (given.length > 1) throw badRequest(`${show(name)} must be given once but was given ${given.length} times`);
  return given[0]!;
}

/** The items of a list in one field. A comma within an item is encoded; no number has one. */
function divided(given: Given, { separator, scalar }: FormField): Given[] {
  if (separator === undefined || typeof given.value !== 'string') return [given];
  if (separator !== ',' || given.raw === undefined || scalar !== undefined)
    return given.value.split(separator).map((value) => ({ value }));
  return given.raw.split(separator).map((raw) => ({ value: decode(raw) }));
}

/** `R,100,G,200` */
async function readPairs(name: string, { separator, members = {} }: FormField, given: Given): Promise<unknown> {
  const texts = await Promise.all(divided(given, { separator: separator! }).map(({ value }) => textOf(value)));
  if (texts.length % 2 !== 0) throw badRequest(`${show(name)} must consist of names and values`);
  const entries = texts.flatMap((member, index): [string, Scalar][] => {
    if (index % 2 !== 0) return [];
    if (member === '__proto__') throw badRequest('body must not have a field __proto__');
    const { scalar } = Object.hasOwn(members, member) ? members[member]! : {};
    return [[member, scalarOf(`${name}.${member}`, texts[index + 1]!, scalar)]];
  });
  return Object.fromEntries(entries);
}

async function partOf(name: string, field: FormField, given: Given): Promise<unknown> {
  const value = await bodyOf(name, field, given);
  if (!field.headers) return value;
  const headers = Object.entries(field.headers).flatMap(([header, { scalar, array }]): [string, unknown][] => {
    const text = given.head?.get(header.toLowerCase());
    if (text === undefined) return [];
    const about = `${name}.headers.${header}`;
    return [
      [
        header,
        array ? text.split(',').map((each) => scalarOf(about, each.trim(), scalar)) : scalarOf(about, text, scalar),
      ],
    ];
  });
  return { value, ...(headers.length > 0 && { headers: Object.fromEntries(headers) }) };
}

async function bodyOf(name: string, { file, json, scalar, types }: FormField, given: Given): Promise<unknown> {
  const { value } = given;
  if (file) return typeof value === 'string' ? namelessFile(given) : checkedFile(name, value, types);
  const text = await textOf(value);
  if (json) return parseJson(text);
  return scalar !== undefined && text === '' ? '' : scalarOf(name, text, scalar);
}

/** A file without a name, whose bytes need be no text. */
const namelessFile = ({ value, content, head }: Given): Blob =>
  new Blob([(content as Uint8Array<ArrayBuffer>) ?? value], { type: head?.get('content-type') ?? '' });

function checkedFile(name: string, file: File, types: readonly string[] | undefined): File {
  const type = parseMediaType(file.type)?.type ?? file.type;
  if (types && !types.some((each) => inRange(type, each.replace(/;.*/s, '').trim().toLowerCase())))
    throw badRequest(`${show(name)} must be of type ${types.join(' or ')} but was of type ${show(file.type)}`);
  return file;
}

const textOf = async (value: string | File): Promise<string> => (typeof value === 'string' ? value : value.text());

function scalarOf(name: string, text: string, scalar: ScalarType = 'string'): Scalar {
  const value = scalarReader({ name, in: 'query', scalar })(text);
  if (value instanceof ScalarFault) throw badRequest(`${show(name)} ${value.message}`);
  return value;
}
