import { propertyKey } from '../common/names.ts';
import { tsType } from '../emit/ts-type.ts';
import type { Content, JsonSchema, Operation, Parameter } from '../model/model.ts';
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
  const { parameters, bodies } = operation;
  const members = parameters.map(parameterMember);
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
  return `${doc.length ? docComment(doc, '  ') : ''}  ${propertyKey(name)}${isAsked(parameter) ? '' : '?'}: ${parameterType(parameter)};`;
}

/** The schema may say nothing, or nothing but a format; then the text is what the model took it for. */
function parameterType({ scalar, array, schema: whole, map, form }: Parameter): string {
  if (isWhole({ ...(form && { form }) })) return tsType(whole);
  const schema: JsonSchema = map ? whole.additionalProperties : whole;
  const type = tsType(array ? (schema.items ?? {}) : schema);
  const known = type === 'unknown' ? scalar.replace('integer', 'number') : type;
  const one = array ? `readonly ${known.includes(' ') ? `(${known})` : known}[]` : known;
  return map ? `Readonly<Record<string, ${one}>>` : one;
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
