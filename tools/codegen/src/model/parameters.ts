import { FormlessError, type Note, UnsupportedError } from '../common/errors.ts';
import { inlineReferences, inlineUntilCircles } from './inline.ts';
import { mixedValue } from './mixed-value.ts';
import type { Json, JsonSchema, OpenApiDocument, Operation, Parameter } from './model.ts';
import { memberDefaults } from './object-members.ts';
import { FORMLESS, formOf, MIXED_FORMLESS, schemaOf, styleOf } from './parameter-form.ts';
import { follow, joinPointer, type Located } from './pointer.ts';
import { classify, lookUp } from './scalar.ts';

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
      if (place === 'header' && IGNORED_HEADERS.includes(String(name).toLowerCase())) {
        if (/^authorization$/i.test(name))
          note({
            pointer: joinPointer(pointer, index),
            message: 'is no parameter: security schemes describe this header',
          });
        continue;
      }
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

/** @throws UnsupportedError if the node has no name, no place (`in`) or no schema of a parameter */
export function buildParameter(
  document: OpenApiDocument,
  { node, pointer }: Located,
  note: Note = () => {},
): Parameter {
  refuseNameless(node, pointer);
  if (node.required === true && isOfHttp(node))
    note({ pointer, message: `${node.name} is added by HTTP where it needs it, and is not required of requests` });
  const { schema, form, scalar, array, default: fallback } = readForm(document, { node, pointer }, note);
  const allowed = node.allowEmptyValue === true ? emptyValue(schema, scalar) : undefined;
  // An empty text is a text; a description can say that its clients mean nothing by it.
  const isText = scalar === 'string' && document['x-empty-parameters'] !== 'absent';
  const empty = node.in === 'query' && !form ? (allowed ?? (isText ? '' : undefined)) : undefined;
  return {
    name: node.name,
    in: node.in,
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
    const mixed = mixedParameter(node, schema, pointer, note);
    if (mixed) return mixed;
    const form = formOf(node, schema, pointer, note);
    if (!isWhole({ ...(form && { form }) })) return { schema, ...(form && { form }), ...classify(schema, at) };
    return { schema, ...(form && { form }), ...WHOLE, ...defaultOfWhole(schema) };
  } catch (error) {
    if (!(error instanceof FormlessError)) throw error;
    note({ pointer, message: FORMLESS });
    return { schema: inlineUntilCircles(document, given), form: { style: 'json' }, ...WHOLE };
  }
}

/** Values of several kinds are each written by the style: `oneOf` of a text and a list is `a=x` or `a=x&a=y`. */
function mixedParameter(node: Json, schema: JsonSchema, pointer: string, note: Note): Written | undefined {
  if (node.content || node.style === 'deepObject') return undefined;
  const value = mixedValue(schema);
  if (!value) return undefined;
  if (value.json) note({ pointer, message: MIXED_FORMLESS });
  const { style, explode } = styleOf(node, pointer);
  // Delimited lists that explode repeat the name.
  const isRepeated = explode && node.in === 'query';
  return {
    schema,
    form: { style: isRepeated ? 'form' : style, ...(explode && { explode }), ...value },
    ...WHOLE,
    ...defaultOfWhole(schema),
  };
}

/** The default of a value, or an object of the defaults of its members. */
function defaultOfWhole(schema: JsonSchema): Pick<Parameter, 'default'> {
  const given = lookUp(schema, 'default') ?? undefined;
  if (given !== undefined) return { default: given };
  const { defaults, isWhole: isDefault } = memberDefaults(schema);
  return isDefault ? { default: defaults } : {};
}

/** An object, or any value of JSON. */
export const isWhole = ({ form }: Pick<Parameter, 'form'>): boolean =>
  form?.style === 'json' || form?.object !== undefined || form?.deep !== undefined || form?.mixed !== undefined;

/** An object in style form without named members, which is there even if no request has any. */
export function isMap({ form }: Pick<Parameter, 'form'>): boolean {
  const { deep } = form ?? {};
  return (
    form?.style === 'form' && typeof deep === 'object' && 'members' in deep && Object.keys(deep.members).length === 0
  );
}

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
export function constantOf({ required, array, form, schema }: Parameter): string | undefined {
  const values: unknown[] = 'const' in schema ? [schema.const] : (schema.enum ?? []);
  return required && !array && !form && values.length === 1 ? String(values[0]) : undefined;
}

const isOfHttp = ({ in: place, name }: Json): boolean => place === 'header' && OF_HTTP.includes(name.toLowerCase());

function refuseNameless(node: Json, pointer: string): void {
  if (node.in === 'querystring')
    throw new UnsupportedError([
      { pointer, message: 'a parameter in: querystring needs application/x-www-form-urlencoded as its only content' },
    ]);
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
