import type { ContentTable } from './api.ts';
import { badRequest } from './api-error.ts';
import { decodeText, validateValue } from './body-value.ts';
import { type DeepText, deepNames, deepReader } from './deep-object.ts';
import { type Given, readField } from './form-field.ts';
import { formNames, place } from './form-names.ts';
import { boundaryOf, formPart, partsOf } from './multipart.ts';
import { eachPair } from './query-string.ts';
import { ScalarFault } from './scalar.ts';
import { show } from './text.ts';
import type { FormFields } from './value-forms.ts';

/** Decodes and validates a form; `contentType` has the boundary of its parts. @throws ApiError 400 */
export async function readFormBody(content: ContentTable, bytes: Uint8Array, contentType: string): Promise<unknown> {
  const given = new Map<string, Given[]>();
  const add = (name: string, value: Given) => {
    const before = given.get(name);
    if (before) before.push(value);
    else given.set(name, [value]);
  };
  const { form = {}, restOfForm } = content;
  if (content.mediaType === 'multipart/form-data') {
    for (const [name, part] of multipart(bytes, contentType)) add(name, part);
  } else eachPair(decodeText(bytes), (name, text, raw) => add(name, { value: text, raw }));
  const find = formNames(form, restOfForm);
  const body: Record<string, unknown> = {};
  for (const [name, value] of takeDeepFields(form, given)) place(body, [name], value);
  for (const [name, values] of given) {
    const { path, field } = find(name);
    if (path.includes('__proto__')) throw badRequest('body must not have a field __proto__');
    const value = await readField(name, field, values);
    if (value !== undefined) place(body, path, value);
  }
  validateValue(content, body);
  return body;
}

/** The values of fields with names in brackets, whose texts are removed from `given`. @throws ApiError 400 */
function takeDeepFields(form: FormFields, given: Map<string, Given[]>): [string, unknown][] {
  const fields = Object.entries(form).flatMap(([name, { deep }]) => (deep === undefined ? [] : [{ name, deep }]));
  if (fields.length === 0) return [];
  const find = deepNames(new Map(fields.map((field) => [field.name, field])));
  const texts = new Map<(typeof fields)[number], DeepText[]>();
  for (const [name, values] of given) {
    const found = find(name);
    if (!found) continue;
    given.delete(name);
    const own = values.map(({ value }) => ({ path: found.path, text: String(value) }));
    texts.set(found.owner, [...(texts.get(found.owner) ?? []), ...own]);
  }
  return [...texts].map(([{ name, deep }, own]) => {
    const value = deepReader(deep)(own);
    if (value instanceof ScalarFault) throw badRequest(`${show(name)} ${value.message}`);
    return [name, value];
  });
}

/** The parts of a form by name, with their heads. @throws ApiError 400 */
function multipart(bytes: Uint8Array, contentType: string): [string, Given][] {
  const boundary = boundaryOf(contentType);
  const given: [string, Given][] = [];
  const parts = boundary === undefined ? undefined : partsOf(bytes, boundary);
  for (let next = parts?.next(); ; next = parts!.next()) {
    const part = next?.done === false ? formPart(next.value) : undefined;
    if (part) given.push([part.name, part]);
    else if (next?.done === true && next.value) return given;
    else throw badRequest('body must be multipart/form-data with the boundary of its Content-Type');
  }
}
