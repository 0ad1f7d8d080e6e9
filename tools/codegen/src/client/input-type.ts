import { propertyKey } from '../emit/names.ts';
import { tsType } from '../emit/ts-type.ts';
import type { Content, Operation, Parameter } from '../model/model.ts';
import { docComment, quote } from './source.ts';

/** The type of a body in the client. */
export type TypeOfContent = (content: Content) => string;

/** Whether the function can be called without an input. */
export function inputIsOptional({ parameters, bodies, bodyRequired }: Operation): boolean {
  return !parameters.some(({ required }) => required) && !(bodies.length && bodyRequired);
}

/** Declaration of the input: all parameters under their names, the body, and the media type where there is a choice. */
export function inputType(operation: Operation, name: string, typeOf: TypeOfContent): string {
  const { parameters, bodies } = operation;
  const members = parameters.map(parameterMember);
  const [only, ...others] = bodies;
  if (others.length === 0) {
    const all = [...members, ...(only ? bodyMembers(operation, only, typeOf) : [])];
    if (all.length === 0) return `export type ${name} = Record<string, never>;`;
    return `export interface ${name} {\n${all.join('\n')}\n}`;
  }
  const choices = bodies.map(
    (content) => `  | {\n${indent(bodyMembers(operation, content, typeOf)).join('\n')}\n    }`,
  );
  if (members.length === 0) return `export type ${name} =\n${choices.join('\n')};`;
  return `interface Parameters {\n${members.join('\n')}\n}\n\nexport type ${name} = Parameters &\n  (\n${indent(choices).join('\n')}\n  );`;
}

function parameterMember(parameter: Parameter): string {
  const { name, required, description, default: fallback } = parameter;
  const doc = [description, ...(fallback === undefined ? [] : [`@default ${JSON.stringify(fallback)}`])].filter(
    Boolean,
  );
  return `${doc.length ? docComment(doc, '  ') : ''}  ${propertyKey(name)}${required ? '' : '?'}: ${parameterType(parameter)};`;
}

/** The schema may say nothing, or nothing but a format; then the text is what the model took it for. */
function parameterType({ scalar, array, schema }: Parameter): string {
  const type = tsType(array ? (schema.items ?? {}) : schema);
  const known = type === 'unknown' ? scalar.replace('integer', 'number') : type;
  return array ? `readonly ${known.includes(' ') ? `(${known})` : known}[]` : known;
}

function bodyMembers({ bodies, bodyRequired }: Operation, content: Content, typeOf: TypeOfContent): string[] {
  const body = `  body${bodyRequired ? '' : '?'}: ${typeOf(content)};`;
  const range = content.mediaType.includes('*');
  const doc =
    range && content.kind === 'binary'
      ? '  /** Media type of the body; by default that of a `Blob`, or `application/octet-stream`. */\n'
      : '';
  if (range) return [body, `${doc}  contentType?: string;`];
  if (bodies.length === 1) return [body];
  return [body, `  contentType${content === bodies[0] ? '?' : ''}: ${quote(content.mediaType)};`];
}

function indent(lines: string[]): string[] {
  return lines.map((line) => line.replace(/^/gm, '    '));
}
