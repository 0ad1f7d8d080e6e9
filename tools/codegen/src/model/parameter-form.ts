import { FormlessError, type Note, UnsupportedError } from '../common/errors.ts';
import { deepValue, repeatedLists } from './deep-value.ts';
import { textsValue } from './mixed-value.ts';
import type { DeepValue, Json, JsonSchema, Parameter, ParameterForm } from './model.ts';
import { memberDefaults, membersOf } from './object-members.ts';
import { isObjectSchema } from './object-schema.ts';
import { joinPointer } from './pointer.ts';
import { classify } from './scalar.ts';

/** Told of a parameter whose value has no form in OpenAPI. */
export const FORMLESS = 'OpenAPI gives such a value no form here: it is sent as JSON';

/** Told of a parameter whose value may be such an object, or a text, a number or a list. */
export const MIXED_FORMLESS = 'OpenAPI gives objects beside other values no form here: they are sent as JSON';

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
  const { style, explode } = styleOf(node, pointer);
  const isObject = isObjectSchema(schema);
  const isList = !isObject && [schema.type].flat().includes('array');
  if (style === 'deepObject') {
    const deep = deepValue(schema);
    if (typeof deep === 'object') {
      const repeated = isObject ? repeatedLists(schema, node.name) : [];
      return { style, deep, ...(repeated.length > 0 && { repeated }), ...defaultsOf(schema) };
    }
    note({
      pointer: joinPointer(pointer, 'style'),
      message: 'deepObject is a style of objects and lists, and is ignored',
    });
    return formOf({ ...node, style: undefined }, schema, pointer, note);
  }
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited';
  // Those repeat the name, which is the usual style.
  if (isDelimited && (!(isObject || isList) || node.explode === true)) return undefined;
  if (place === 'query' && isObject && node.explode !== false && !isDelimited) {
    const deep = explodedValue(schema, node['x-rest'] === true);
    for (const [name, member] of Object.entries(deep.members))
      if (holdsJson(member)) note({ pointer, message: `the member "${name}": ${FORMLESS}` });
    return { style: 'form', explode: true, deep, ...defaultsOf(schema) };
  }
  if (style === usual && !isObject && place !== 'cookie') return undefined;
  return {
    style,
    ...(explode && { explode }),
    ...(isObject && { object: scalarMembers(schema, joinPointer(pointer, 'schema')) }),
  };
}

/** Style of a parameter, and whether its values are apart. @throws UnsupportedError for a style of another place */
export function styleOf(node: Json, pointer: string): Pick<ParameterForm, 'style' | 'explode'> {
  const styles = STYLES[node.in]!;
  const style = node.style ?? styles[0]!;
  if (!styles.includes(style)) {
    const message = `parameter "${node.name}": style ${style} is not one of ${node.in} parameters; ${styles.join(', ')} are`;
    throw new UnsupportedError([{ pointer: joinPointer(pointer, 'style'), message }]);
  }
  return { style, ...((node.explode ?? style === 'form') && { explode: true as const }) };
}

/** The members of an object that stand in the query by their own names, and those without names if they belong to it. */
function explodedValue(schema: JsonSchema, hasRest: boolean) {
  const members = Object.entries(membersOf(schema)).map(([name, member]) => [name, textsValue(member)] as const);
  const rest = typeof schema.additionalProperties === 'object' ? textsValue(schema.additionalProperties) : 'any';
  return { members: Object.fromEntries(members), ...(hasRest && { rest }) };
}

const holdsJson = (value: DeepValue): boolean =>
  value === 'json' || (typeof value === 'object' && 'either' in value && value.either.includes('json'));

function defaultsOf(schema: JsonSchema): Pick<ParameterForm, 'defaults'> {
  const { defaults } = isObjectSchema(schema) ? memberDefaults(schema) : { defaults: {} };
  return Object.keys(defaults).length > 0 ? { defaults } : {};
}

function scalarMembers(schema: JsonSchema, pointer: string): NonNullable<ParameterForm['object']> {
  const scalarOf = (member: JsonSchema, at: string) => {
    const { scalar, array } = classify(member, at);
    if (!array) return scalar;
    throw new FormlessError([{ pointer: at, message: 'a list in an object has no form in a parameter; use a body' }]);
  };
  const members = Object.entries(membersOf(schema)).map(
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
