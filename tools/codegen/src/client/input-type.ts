import { propertyKey } from '../common/names.ts';
import { isNullable, tsType } from '../emit/ts-type.ts';
import type { Content, FlatParameter, Operation, Parameter } from '../model/model.ts';
import { constantOf, isWhole } from '../model/parameters.ts';
import { docComment, quote } from './source.ts';

/** The type of a body in the client. */
export type TypeOfContent = (content: Content) => string;

/** Reports whether the function can be called without an input. */
export function inputIsOptional({ parameters, bodies, bodyRequired }: Operation): boolean {
  return !parameters.some(isAsked) && !(bodies.length && bodyRequired);
}

/** Reports whether callers must give a parameter. A query parameter with one possible value is sent automatically. */
const isAsked = (parameter: Parameter): boolean => parameter.required && fixedValue(parameter) === undefined;

/** The value of a query parameter that can have no other one. */
export function fixedValue(parameter: Parameter): string | undefined {
  return parameter.in === 'query' && !parameter.explicit ? constantOf(parameter) : undefined;
}

/** Declaration of the input: all parameters under their names, the body, and the media type where there is a choice. */
export function inputType(operation: Operation, name: string, typeOf: TypeOfContent): string {
  const { parameters, bodies, flat = [] } = operation;
  const members = [...parameters.map(parameterMember), ...flat.map(flatMember)];
  if (bodies.length > 1)
    return choiceOfBodies(
      name,
      members,
      bodies.map((each) => bodyMembers(operation, each, typeOf)),
    );
  for (const body of bodies) members.push(...bodyMembers(operation, body, typeOf).map((member) => `  ${member};`));
  if (members.length === 0) return `export type ${name} = Record<string, never>;`;
  return `export interface ${name} {\n${members.join('\n')}\n}`;
}

function choiceOfBodies(name: string, members: string[], bodies: string[][]): string {
  const choices = bodies.map((body) => `| { ${body.join('; ')} }`);
  if (members.length === 0) return `export type ${name} =\n  ${choices.join('\n  ')};`;
  return `interface Parameters {\n${members.join('\n')}\n}

export type ${name} = Parameters &
  (
    ${choices.join('\n    ')}
  );`;
}

function parameterMember(parameter: Parameter): string {
  const { name, description, default: fallback } = parameter;
  const doc = [description, ...(fallback === undefined ? [] : [`@default ${JSON.stringify(fallback)}`])].filter(
    Boolean,
  );
  return `${doc.length ? docComment(doc, '  ') : ''}  ${propertyKey(name)}${isAsked(parameter) ? '' : '?'}: ${parameterType(parameter)}${canBeNull(parameter) ? ' | null' : ''};`;
}

/** A parameter that is null is not sent. */
const canBeNull = (parameter: Parameter): boolean =>
  parameter.in !== 'path' && !isAsked(parameter) && isNullable(parameter.schema);

const flatMember = (parameter: FlatParameter): string =>
  `  /** @deprecated Give it as a member of \`${parameter.of}\`. */\n  ${propertyKey(parameter.name)}?: ${parameterType(parameter)};`;

/** The schema may say nothing, or nothing but a format; then the text is what the model took it for. */
function parameterType({ scalar, array, schema, form }: Parameter): string {
  if (isWhole({ ...(form && { form }) })) return tsType(schema);
  if (array && schema.prefixItems) return `readonly ${tsType(schema)}`;
  const type = tsType(array ? (schema.items ?? {}) : schema);
  const known = type === 'unknown' ? scalar.replace('integer', 'number') : type;
  return array ? `readonly ${known.includes(' ') ? `(${known})` : known}[]` : known;
}

/** A range of media types leaves the choice to the caller; of several types the first is the default. */
function bodyMembers({ bodies, bodyRequired }: Operation, content: Content, typeOf: TypeOfContent): string[] {
  const type = typeOf(content);
  const given =
    content.kind === 'sequence'
      ? `readonly ${type.includes(' ') ? `(${type})` : type}[] | AsyncIterable<${type}>`
      : type;
  const body = `body${bodyRequired ? '' : '?'}: ${given}`;
  if (content.mediaType.includes('*')) return [body, 'contentType?: string'];
  if (bodies.length === 1) return [body];
  return [body, `contentType${content === bodies[0] ? '?' : ''}: ${quote(content.mediaType)}`];
}
