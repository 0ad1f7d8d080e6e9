import { UnsupportedError } from '../common/errors.ts';
import { deepValue } from './deep-value.ts';
import { inlineReferences } from './inline.ts';
import { alternativesOf, partsValue } from './mixed-value.ts';
import type { FormField, Json, JsonSchema, OpenApiDocument, PartHeader } from './model.ts';
import { membersOf as objectMembers } from './object-members.ts';
import { follow } from './pointer.ts';
import { classify, lookUp, typesOf } from './scalar.ts';

interface Described {
  name: string;
  schema: JsonSchema;
  /** Its Encoding Object. */
  encoding: Json;
  isMultipart: boolean;
}

const SEPARATORS: Record<string, FormField['separator']> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/**
 * How a field of a form is written (OpenAPI 3.1.1, "Encoding Object"): by its media type, or as parameters of a query are if
 * `style`, `explode` or `allowReserved` is given.
 * @throws UnsupportedError for what OpenAPI gives no form
 */
export function formField(document: OpenApiDocument, described: Described): FormField {
  const { encoding } = described;
  const schema = resolved(document, described.schema);
  const isStyled = ['style', 'explode', 'allowReserved'].some((key) => encoding[key] !== undefined);
  const field = isStyled ? styledField(described.name, schema, encoding) : typedField(schema, described);
  const headers = described.isMultipart ? headersOf(document, encoding) : [];
  return headers.length > 0 ? { ...field, headers: Object.fromEntries(headers) } : field;
}

/** With references resolved; of a schema that contains itself, only the first one. It is JSON. */
function resolved(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  try {
    return inlineReferences(document, schema, '#');
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    const node: JsonSchema = follow(document, schema, '#').node;
    return node.items ? { ...node, items: follow(document, node.items, '#').node } : node;
  }
}

/** By its schema; the value says which of its alternatives it is. */
function typedField(schema: JsonSchema, described: Described): FormField {
  const alternatives = alternativesOf(schema);
  const files = alternatives.filter((each) => described.isMultipart && isFile(each));
  const others = alternatives.filter((each) => !files.includes(each));
  if (others.length === 0 || (files.length === 0 && alternatives.length === 1)) return fieldOfType(schema, described);
  try {
    if (files.length === 0) return fieldOfType(schema, described);
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
  }
  const type: unknown = described.encoding.contentType;
  if (typeof type === 'string' && isJson(type)) return { json: true, type };
  return { mixed: partsValue(others), ...(files.length > 0 && { file: true as const }) };
}

/** By the media type of its `contentType`, or of its schema. */
function fieldOfType(schema: JsonSchema, { name, encoding, isMultipart }: Described): FormField {
  const types: string[] = typeof encoding.contentType === 'string' ? encoding.contentType.split(/\s*,\s*/) : [];
  const type = types[0]?.trim();
  const { kind, item, single } = takeApart(name, schema);
  if (isJson(type) && !(kind === 'list' && itemKind(item) === 'object')) return { json: true, type: type! };
  const array = kind === 'list' && { array: true as const, ...(single && { single }) };
  if (isMultipart && isFile(item, type)) return { ...array, file: true, ...(types.length > 0 && { types }) };
  const inner = kind === 'list' ? itemKind(item) : kind;
  if (inner === 'object') return { ...array, json: true, type: 'application/json' };
  if (inner === 'list') return { json: true, type: 'application/json' };
  return { ...array, ...scalarOf(name, item), ...(isMultipart && type && { type }) };
}

/** Describes a field that is serialized as a query parameter. */
function styledField(name: string, schema: JsonSchema, encoding: Json): FormField {
  const style: string = encoding.style ?? 'form';
  const explode = encoding.explode ?? style === 'form';
  if (style === 'deepObject') return deepField(name, schema);
  const { kind, item, single } = takeApart(name, schema);
  if (!Object.hasOwn(SEPARATORS, style)) throw undecided(`"${name}" has the style ${style}, which forms do not have`);
  const separator = SEPARATORS[style]!;
  if (kind === 'object') {
    if (explode && style !== 'form') throw undecided(`"${name}" has no form with explode and the style ${style}`);
    return explode
      ? { object: 'spread', members: membersOf(name, schema) }
      : { object: 'pairs', separator, members: membersOf(name, schema) };
  }
  if (kind !== 'list') return scalarOf(name, item);
  if (itemKind(item) !== 'scalar') throw undecided(`the items of "${name}" are no plain values, which a style needs`);
  return { array: true, ...(single && { single }), ...scalarOf(name, item), ...(!explode && { separator }) };
}

/** Other values than objects with named members are written as servers read them. */
function deepField(name: string, schema: JsonSchema): FormField {
  try {
    if (takeApart(name, schema).kind === 'object') return { object: 'deep', members: membersOf(name, schema, true) };
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
  }
  const deep = deepValue(schema);
  if (typeof deep === 'object' || deep === 'any' || deep === 'json') return { deep };
  return deep === 'string' ? {} : { scalar: deep };
}

/** Members that are plain values; with `deep` also lists of them, and objects. */
function membersOf(name: string, schema: JsonSchema, deep = false): Record<string, FormField> {
  const properties: Record<string, JsonSchema> = objectMembers(schema);
  const entries = Object.entries(properties).map(([member, property]): [string, FormField] => {
    const { kind, item } = takeApart(`${name}.${member}`, property);
    if (kind === 'scalar') return [member, scalarOf(member, item)];
    if (deep && kind === 'object') return [member, { object: 'deep', members: membersOf(member, property, true) }];
    if (deep && itemKind(item) === 'scalar') return [member, { array: true, ...scalarOf(member, item) }];
    throw undecided(`the member "${member}" of "${name}" is no plain value`);
  });
  if (entries.length === 0 || Object.hasOwn(properties, '__proto__'))
    throw undecided(`the members of "${name}" have no names`);
  return Object.fromEntries(entries);
}

type Kind = 'scalar' | 'object' | 'list';

const itemKind = (schema: JsonSchema): Kind => {
  const types = typesOf(schema);
  return types?.has('object') ? 'object' : types?.has('array') ? 'list' : 'scalar';
};

/** Returns kind and item of a field; `single` if one item of a list may also stand alone. */
function takeApart(name: string, schema: JsonSchema): { kind: Kind; item: JsonSchema; single?: true } {
  const types = typesOf(schema) ?? new Set();
  if (!types.has('array')) {
    if (types.has('object') && types.size > 1) throw undecided(`"${name}" is an object or something else`);
    return { kind: types.has('object') ? 'object' : 'scalar', item: schema };
  }
  const item = (lookUp(schema, 'items') as JsonSchema | undefined) ?? {};
  if (types.size === 1) return { kind: 'list', item };
  const alone = [...types].filter((type) => type !== 'array');
  const itemTypes = [...(typesOf(item) ?? [])];
  if (alone.length === 1 && alone[0] !== 'object' && itemTypes.includes(alone[0]!))
    return { kind: 'list', item, single: true };
  throw undecided(`"${name}" is a list or something else`);
}

/** What may be a text is one. */
function scalarOf(name: string, schema: JsonSchema): Pick<FormField, 'scalar'> {
  if (typesOf(schema)?.has('string')) return {};
  try {
    const { scalar } = classify(schema, '#');
    return scalar === 'string' ? {} : { scalar };
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    throw undecided(`the text of "${name}" can stand for values of several types`);
  }
}

/** The headers of its part; Content-Type is described apart, and the others belong to the form. */
function headersOf(document: OpenApiDocument, encoding: Json): [string, PartHeader][] {
  const own = Object.entries<Json>(encoding.headers ?? {}).filter(
    ([name]) => !/^content-(type|disposition|transfer-encoding)$/i.test(name),
  );
  return own.map(([name, entry]) => {
    const { node } = follow(document, entry, '#');
    const schema = resolved(document, node.schema ?? {});
    const { kind, item } = takeApart(name, schema);
    if (kind === 'object' || itemKind(item) !== 'scalar') throw undecided(`the header "${name}" is no plain value`);
    const facts = { ...scalarOf(name, item), ...(kind === 'list' && { array: true as const }) };
    return [name, { ...facts, ...(node.required === true && { required: true as const }), schema }];
  });
}

const isJson = (type: string | undefined): boolean => /[/+]json\b/.test(type ?? '');

/** Bytes, or anything of which nothing is said; OpenAPI 3.1 says so with `contentMediaType`. */
export function isFile(schema: JsonSchema, sent?: string): boolean {
  const [format, encoding] = [lookUp(schema, 'format'), lookUp(schema, 'contentEncoding')];
  if (format === 'binary' || (lookUp(schema, 'contentMediaType') !== undefined && encoding === undefined)) return true;
  const types = typesOf(schema);
  if (types === undefined)
    return !['enum', 'const', 'allOf', 'anyOf', 'oneOf', 'properties'].some((key) => key in schema);
  const isText = types.size === 1 && types.has('string');
  return sent !== undefined && !/^text\//.test(sent) && isText && format === undefined;
}

const undecided = (message: string) => new UnsupportedError([{ pointer: '#', message }]);
