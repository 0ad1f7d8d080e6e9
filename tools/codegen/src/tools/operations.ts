import { deprecationNotice } from '../common/deprecation.ts';
import type { ApiModel, Content, Operation, Parameter } from '../model/model.ts';
import { isBodiless } from '../model/operations.ts';
import { constantOf } from '../model/parameters.ts';
import { toolSchema } from './schemas.ts';

/** The operations as `ToolOperation`s of the runtime of command lines and assistants. */
export function toolOperations({ operations }: ApiModel): object[] {
  const taken = new Set<string>();
  return operations.map((operation) => {
    const { id, method, path, summary, description, parameters } = operation;
    const group = kebabCase(operation.group) || 'default';
    const name = distinct(taken, group, kebabCase(operation.clientName) || kebabCase(`${method} ${path}`));
    return {
      id,
      group,
      name,
      method,
      path,
      summary,
      description: [deprecationNotice(operation), withoutHtml(description)].filter(Boolean).join('\n\n'),
      ...(operation.confirm && { confirm: true }),
      parameters: parameters.filter((each) => !isSentByItself(each)).map(parameterOf),
      ...bodyOf(operation),
    };
  });
}

/** `getByEmail` -> `get-by-email`, `Swagger Petstore 3.0` -> `swagger-petstore-3-0`. */
export function kebabCase(text: string): string {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}

function distinct(taken: Set<string>, group: string, wanted: string): string {
  let name = wanted;
  for (let number = 2; taken.has(`${group} ${name}`); number++) name = `${wanted}-${number}`;
  taken.add(`${group} ${name}`);
  return name;
}

/** The client sends the only value that a required parameter of the query can have. */
const isSentByItself = (parameter: Parameter): boolean =>
  parameter.in === 'query' && !parameter.explicit && constantOf(parameter) !== undefined;

const BLOCK = /<\/?(p|ul|ol|li|br|div|note|important|h\d|table|tr|pre|dl|dt|dd)( [^<>]*)?\/?>/gi;
const INLINE = /<\/?(a|b|i|u|em|code|strong|span|tt|sup|sub|td|th)( [^<>]*)?\/?>/gi;

/** Descriptions are Markdown, which may hold HTML: tags are of no use on a terminal and cost an assistant tokens. */
export const withoutHtml = (text: string): string =>
  text
    .replaceAll(INLINE, '')
    .replaceAll(BLOCK, '\n')
    .replaceAll(/\n\s*\n\s*/g, '\n\n')
    .trim();

function parameterOf({ name, wire, in: place, required, description, schema }: Parameter): object {
  return {
    name,
    ...(wire !== undefined && { wire }),
    in: place,
    required,
    description: withoutHtml(description),
    schema: toolSchema(schema),
  };
}

function bodyOf({ method, bodies, bodyRequired }: Operation): object {
  if (bodies.length === 0 || isBodiless(method)) return {};
  const value = bodies.find(({ kind }) => kind !== 'text' && kind !== 'binary');
  const files = Object.entries(value?.form?.fields ?? {}).flatMap(([name, { file }]) => (file ? [name] : []));
  return {
    body: {
      required: bodyRequired,
      mediaTypes: bodies.map(({ mediaType }) => mediaType),
      ...(value && { schema: schemaOf(value) }),
      ...(files.length > 0 && { files }),
    },
  };
}

function schemaOf({ schema, sequence, raw }: Content): object {
  if (raw) return { type: 'string' };
  const named = schema === undefined ? {} : { $ref: `#/$defs/${schema}` };
  return sequence ? { type: 'array', items: named } : named;
}
