import type { ContentTable } from './api.ts';
import { badRequest } from './api-error.ts';
import { decodeText, validateValue } from './body-value.ts';
import { parseJson } from './json.ts';
import { eachPair } from './query-string.ts';
import { ScalarFault, scalarReader } from './scalar.ts';
import { show } from './text.ts';
import type { FormField } from './value-forms.ts';

/** Decodes and validates a form; `contentType` has the boundary of its parts. @throws ApiError 400 */
export async function readFormBody(content: ContentTable, bytes: Uint8Array, contentType: string): Promise<unknown> {
  const given = new Map<string, (string | File)[]>();
  const add = (name: string, value: string | File) => given.set(name, [...(given.get(name) ?? []), value]);
  if (content.mediaType === 'multipart/form-data') {
    for (const [name, value] of await multipart(bytes, contentType)) add(name, value);
  } else eachPair(decodeText(bytes), add);
  if (given.has('__proto__')) throw badRequest('body must not have a field __proto__');
  const entries: [string, unknown][] = [];
  for (const [name, values] of given) {
    const field = Object.hasOwn(content.form!, name) ? content.form![name]! : {};
    const value = await fieldValue(name, field, values);
    if (value !== undefined) entries.push([name, value]);
  }
  const value = Object.fromEntries(entries);
  validateValue(content, value);
  return value;
}

async function multipart(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw badRequest('body must be multipart/form-data with the boundary of its Content-Type');
  }
}

async function fieldValue(name: string, field: FormField, given: (string | File)[]): Promise<unknown> {
  const { array, separator, scalar } = field;
  const single = field.separator === undefined ? given : given.flatMap((each) => String(each).split(separator!));
  if (!array && single.length > 1)
    throw badRequest(`${show(name)} must be given once but was given ${given.length} times`);
  const values = await Promise.all(single.map((each) => itemOf(name, field, each)));
  if (array) return values;
  // Browsers send the fields that nobody has filled in.
  return values[0] === '' && scalar !== undefined ? undefined : values[0];
}

async function itemOf(name: string, { file, json, scalar }: FormField, given: string | File): Promise<unknown> {
  if (file) return typeof given === 'string' ? new Blob([given]) : given;
  const text = typeof given === 'string' ? given : await given.text();
  if (json) return parseJson(text);
  if (scalar !== undefined && text === '') return '';
  const value = scalarReader({ name, in: 'query', scalar: scalar ?? 'string' })(text);
  if (value instanceof ScalarFault) throw badRequest(`${show(name)} ${value.message}`);
  return value;
}
