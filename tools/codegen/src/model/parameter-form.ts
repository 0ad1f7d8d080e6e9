import { FormlessError, type Note, UnsupportedError } from '../common/errors.ts';
import { deepValue } from './deep-value.ts';
import type { Json, JsonSchema, Parameter, ParameterForm } from './model.ts';
import { isObjectSchema } from './object-schema.ts';
import { joinPointer } from './pointer.ts';
import { classify } from './scalar.ts';

/** Told of a parameter whose value has no form in OpenAPI. */
export const FORMLESS = 'OpenAPI gives such a value no form here: it is sent as JSON';

/** Styles of each place; the first is the usual one. */
export const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/**
 * How the values of a parameter are written, if they are no plain texts: objects, lists between other separators, other styles,
 * JSON, and whatever stands in cookies.
 * @throws UnsupportedError for what OpenAPI gives no form
 */
export function formOf(
  node: Json,
  schema: JsonSchema,
  pointer: string,
  note: Note = () => {},
): ParameterForm | undefined {
  const place: Parameter['in'] = node.in;
  if (node.content) return isJson(node.content) ? { style: 'json' } : undefined;
  const usual = STYLES[place]![0]!;
  const style = node.style ?? usual;
  const refuse = (key: string, message: string) =>
    new UnsupportedError([{ pointer: joinPointer(pointer, key), message: `parameter "${node.name}": ${message}` }]);
  if (!STYLES[place]!.includes(style))
    throw refuse('style', `style ${style} is not one of ${place} parameters; ${STYLES[place]!.join(', ')} are`);
  const isObject = isObjectSchema(schema);
  const isList = !isObject && [schema.type].flat().includes('array');
  if (style === 'deepObject') {
    const deep = deepValue(schema);
    if (typeof deep === 'object') return { style, deep };
    note({
      pointer: joinPointer(pointer, 'style'),
      message: 'deepObject is a style of objects and lists, and is ignored',
    });
    return formOf({ ...node, style: undefined }, schema, pointer, note);
  }
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited';
  // Those repeat the name, which is the usual style.
  if (isDelimited && (!(isObject || isList) || node.explode === true)) return undefined;
  if (place === 'query' && isObject && node.explode !== false && !isDelimited) return undefined;
  if (style === usual && !isObject && place !== 'cookie') return undefined;
  const explode = node.explode ?? style === 'form';
  return {
    style,
    ...(explode && { explode: true as const }),
    ...(isObject && { object: membersOf(schema, joinPointer(pointer, 'schema')) }),
  };
}

function membersOf(schema: JsonSchema, pointer: string): NonNullable<ParameterForm['object']> {
  const parts: JsonSchema[] = [schema, ...(schema.allOf ?? [])];
  const properties: Record<string, JsonSchema> = Object.assign({}, ...parts.map((part) => part.properties));
  const scalarOf = (member: JsonSchema, at: string) => {
    const { scalar, array } = classify(member, at);
    if (!array) return scalar;
    throw new FormlessError([{ pointer: at, message: 'a list in an object has no form in a parameter; use a body' }]);
  };
  const members = Object.entries(properties).map(
    ([name, member]) => [name, scalarOf(member, joinPointer(pointer, 'properties', name))] as const,
  );
  const { additionalProperties } = schema;
  const rest =
    typeof additionalProperties === 'object'
      ? scalarOf(additionalProperties, joinPointer(pointer, 'additionalProperties'))
      : undefined;
  return { members: Object.fromEntries(members), ...(rest && { rest }) };
}

const isJson = (content: Json): boolean => /[/+]json\s*(;|$)/i.test(Object.keys(content)[0] ?? '');

/** The schema of a parameter, which can stand in its only media type. @throws UnsupportedError for other types than JSON and text */
export function schemaOf(node: Json, pointer: string): { schema: JsonSchema; at: string } {
  if (!node.content) return { schema: node.schema ?? {}, at: joinPointer(pointer, 'schema') };
  const [type = '', media] = Object.entries<Json>(node.content)[0] ?? [];
  const at = joinPointer(pointer, 'content', type);
  if (!isJson(node.content) && !/^text\/plain\b/i.test(type)) {
    const message = `parameter "${node.name}": only JSON and plain text are supported as "content" of a parameter`;
    throw new UnsupportedError([{ pointer: joinPointer(pointer, 'content'), message }]);
  }
  return { schema: media?.schema ?? {}, at: joinPointer(at, 'schema') };
}
