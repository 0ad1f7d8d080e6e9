import { FormlessError, type Note, UnsupportedError } from '../common/errors.ts';
import { inlineReferences, inlineUntilCircles } from './inline.ts';
import type { Json, OpenApiDocument, Operation, Parameter } from './model.ts';
import { FORMLESS, formOf, schemaOf } from './parameter-form.ts';
import { follow, joinPointer, type Located } from './pointer.ts';
import { classify } from './scalar.ts';

const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

/** Headers that HTTP itself adds where it needs them (RFC 9110, RFC 9112); `fetch` lets no caller set them. */
const OF_HTTP = ['connection', 'content-length', 'expect', 'host', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** Parameters of an operation with those of its path; the operation's own win. */
export function listParameters(
  document: OpenApiDocument,
  lists: Located<unknown[] | undefined>[],
  note: Note = () => {},
): Located[] {
  const found = new Map<string, Located>();
  for (const { node, pointer } of lists) {
    const own = new Set<string>();
    for (const [index, entry] of (node ?? []).entries()) {
      const parameter = follow(document, entry, joinPointer(pointer, index));
      const { in: place, name } = parameter.node;
      // OpenAPI: these three are described by content, responses and security, never by parameters.
      if (place === 'header' && IGNORED_HEADERS.includes(String(name).toLowerCase())) continue;
      if (place === 'header' && typeof name === 'string' && !isFieldName(name)) {
        note({ pointer: joinPointer(pointer, index), message: `is left out: no header can be called "${name}"` });
        continue;
      }
      const key = `${place} ${name}`;
      if (own.has(key)) note({ pointer: joinPointer(pointer, index), message: 'is there twice; the last one counts' });
      own.add(key);
      found.set(key, parameter);
    }
  }
  return [...found.values()];
}

/** RFC 9110, 5.1. */
export const isFieldName = (name: string): boolean => /^[!#$%&'*+.^_`|~\w-]+$/.test(name);

/** Parameters that are serialized as a whole, by their form. */
const WHOLE: ReturnType<typeof classify> = { scalar: 'string', array: false };

/** Serialization of a parameter. */
type Written = ReturnType<typeof classify> & Pick<Parameter, 'form' | 'schema'>;

/** @throws UnsupportedError for what is no parameter */
export function buildParameter(
  document: OpenApiDocument,
  { node, pointer }: Located,
  note: Note = () => {},
): Parameter {
  refuseNameless(node, pointer);
  if (node.required === true && isOfHttp(node))
    note({ pointer, message: `${node.name} is added by HTTP where it needs it, and is not required of requests` });
  const isMap = node['x-map'] === true;
  const { schema, form, scalar, array, default: fallback } = readForm(document, { node, pointer }, note);
  const allowed = node.allowEmptyValue === true ? emptyValue(schema, scalar) : undefined;
  // An empty text is a text; a description can say that its clients mean nothing by it.
  const isText = scalar === 'string' && document['x-empty-parameters'] !== 'absent';
  const empty = node.in === 'query' && !form ? (allowed ?? (isText ? '' : undefined)) : undefined;
  return {
    name: node.name,
    in: node.in,
    ...(isMap && { map: true as const }),
    ...(node['x-greedy'] === true && node.in === 'path' && { greedy: true as const }),
    ...(empty !== undefined && { empty }),
    required: node.required === true && !isOfHttp(node),
    description: node.description ?? schema.description ?? '',
    scalar,
    array,
    ...(form && { form }),
    explode: !form && node.in === 'query' && array && node.explode !== false,
    ...(fallback === undefined ? {} : { default: fallback }),
    aliases: node['x-aliases'] ?? [],
    ...(node['x-fraction'] === 'dropped' && { dropsFraction: true as const }),
    ignoreCase: node['x-ignore-case'] === true,
    ...(node['x-explicit'] === true && { explicit: true as const }),
    schema,
  };
}

/** Serializes parameters as JSON if OpenAPI defines no form for them, as if described by `content`. */
function readForm(document: OpenApiDocument, { node, pointer }: Located, note: Note): Written {
  const { schema: given, at } = schemaOf(node, pointer);
  try {
    const schema = inlineReferences(document, given, at);
    const form = formOf(node, schema, pointer, note);
    const valued = node['x-map'] === true ? schema.additionalProperties : schema;
    return { schema, ...(form && { form }), ...(isWhole({ ...(form && { form }) }) ? WHOLE : classify(valued, at)) };
  } catch (error) {
    if (!(error instanceof FormlessError)) throw error;
    note({ pointer, message: FORMLESS });
    return { schema: inlineUntilCircles(document, given), form: { style: 'json' }, ...WHOLE };
  }
}

/** An object, or any value of JSON. */
export const isWhole = ({ form }: Pick<Parameter, 'form'>): boolean =>
  form?.style === 'json' || form?.object !== undefined || form?.deep !== undefined;

/** Returns the value of `?policy=`: an empty text, or the only possible value. */
function emptyValue(schema: Json, scalar: Parameter['scalar']): unknown {
  const values: unknown[] = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  return values.length === 1 ? values[0] : scalar === 'string' ? '' : undefined;
}

/**
 * A parameter with the name of one in another place gets another one in code: `id` of the query is `id_query` beside that of
 * the path. So does one with the name of what every object inherits. A query parameter that always has the same value needs none: it is among the constants.
 */
export function nameApart(
  parameters: Parameter[],
  note: (index: number, message: string) => void,
  taken: readonly string[] = [],
): { parameters: Parameter[]; constants: NonNullable<Operation['constants']> } {
  const namesIn = (place: Parameter['in']) =>
    new Set(parameters.filter((each) => each.in === place).map(({ name }) => name));
  const [inPath, inQuery] = [namesIn('path'), namesIn('query')];
  const constants: NonNullable<Operation['constants']> = [];
  const named = parameters.flatMap((parameter, index) => {
    const { name, in: place } = parameter;
    if (name in Object.prototype) {
      note(index, `is "${name}_${place}" in code, because every object has a property of its name`);
      return { ...parameter, name: `${name}_${place}`, wire: name };
    }
    if (taken.includes(name)) {
      note(index, `is "${name}_${place}" in code, where the request body has its name`);
      return { ...parameter, name: `${name}_${place}`, wire: name };
    }
    const isTaken =
      place === 'query'
        ? inPath.has(name)
        : place !== 'path' &&
          (inPath.has(name) || inQuery.has(name) || (place === 'cookie' && namesIn('header').has(name)));
    if (!isTaken) return parameter;
    const value = place === 'query' ? constantOf(parameter) : undefined;
    if (value !== undefined) {
      constants.push({ name, value });
      return [];
    }
    note(
      index,
      `is "${name}_${place}" in code, where the ${inPath.has(name) ? 'path' : inQuery.has(name) ? 'query' : 'header'} has a parameter of its name`,
    );
    return { ...parameter, name: `${name}_${place}`, wire: name };
  });
  return { parameters: named, constants };
}

/** The only value that a required parameter can have, as text. */
export function constantOf({ required, array, map, form, schema }: Parameter): string | undefined {
  const values: unknown[] = 'const' in schema ? [schema.const] : (schema.enum ?? []);
  return required && !array && !map && !form && values.length === 1 ? String(values[0]) : undefined;
}

const isOfHttp = ({ in: place, name }: Json): boolean => place === 'header' && OF_HTTP.includes(name.toLowerCase());

function refuseNameless(node: Json, pointer: string): void {
  if (typeof node.name !== 'string' || !['path', 'query', 'header', 'cookie'].includes(node.in))
    throw new UnsupportedError([
      { pointer, message: 'a parameter needs "name", and "in": path, query, header or cookie' },
    ]);
}

/**
 * Whether it is the header that names a change (draft-ietf-httpapi-idempotency-key-header). Like Accept it is no part of
 * the input: the runtimes give and take it.
 */
export const isIdempotencyKey = ({ in: place, name, required }: Parameter): boolean =>
  place === 'header' && name.toLowerCase() === 'idempotency-key' && !required;

/** The input of an operation is one flat object, so that names must differ from each other and from the body's. */
export function checkNames(parameters: Parameter[], pointers: string[], taken: readonly string[]): void {
  const seen = new Set(taken);
  for (const [index, { name, aliases }] of parameters.entries())
    for (const each of [name, ...aliases]) {
      if (seen.has(each)) {
        const message = taken.includes(each)
          ? `parameter "${each}" has the name that the ${each === 'body' ? 'request body' : 'media type'} has in code`
          : `two parameters have the name "${each}"; they cannot be told apart in code`;
        throw new UnsupportedError([{ pointer: pointers[index]!, message }]);
      }
      seen.add(each);
    }
}
