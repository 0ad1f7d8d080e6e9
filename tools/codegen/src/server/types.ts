import { propertyKey, typeName } from '../common/names.ts';
import { givenHeaderValues } from '../emit/header-types.ts';
import { tsType } from '../emit/ts-type.ts';
import type { Content, JsonSchema, Operation, Parameter } from '../model/model.ts';
import { hasChoice } from '../model/operations.ts';
import { isIdempotencyKey, isMap, isWhole } from '../model/parameters.ts';
import type { Answers, OwnResponse } from './answers.ts';
import type { Part } from './parts.ts';

/** The types of an operation: `GetMailingNameInput`, `GetMailingNameOutput`. */
export function operationTypes(operation: Operation, answers: Answers): string {
  return `${inputType(operation)}\n${outputType(operation, answers)}`;
}

/** Types of a part, and the interface of its handlers. */
export function typesFile({ name, operations }: Part): [imports: string[], text: string] {
  const handlers = operations.map(({ operation: { id, summary } }) => {
    const type = upperFirst(id);
    return `${comment(summary, '  ')}  ${id}: (input: ${type}Input, context: Context) => ${type}Output | Promise<${type}Output>;`;
  });
  const text = [
    ...operations.map(({ types }) => types),
    `export interface ${handlersName(name)}<Context> {\n${handlers.join('\n')}\n}`,
  ].join('\n\n');
  const runtime = ['Paged', 'Reply', 'TypedHeaders'].filter((type) => new RegExp(`\\b${type}<`).test(text));
  const imports = [
    runtime.length > 0 && `import type { ${runtime.join(', ')} } from '@mailwright/server-runtime';`,
    /\btypes\.\w/.test(text.replaceAll(/\/\*.*?\*\//gs, '')) && `import type * as types from '../types/index.ts';`,
  ];
  return [imports.filter((line) => line !== false), text];
}

/** `mailingChecks-2` -> `MailingChecks2Handlers` */
export const handlersName = (part: string): string => `${upperFirst(part).replaceAll(/[-_]/g, '')}Handlers`;

/** `GetMailingName` */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Source text of the input type of an operation: all parameters by wire name, `body`, and its `contentType` if there is a choice. */
function inputType(operation: Operation): string {
  const { parameters, bodies } = operation;
  const members = parameters.filter((each) => !isIdempotencyKey(each)).map(parameterMember);
  const choice = hasChoice(bodies);
  if (bodies.length > 0 && !choice)
    members.push(`  body${operation.bodyRequired ? '' : '?'}: ${bodyType(bodies[0]!)};`);
  const name = `${upperFirst(operation.id)}Input`;
  const about = comment(`${operation.method} ${operation.path}. ${operation.summary}`);
  if (!choice) {
    if (members.length === 0) return `${about}export type ${name} = Record<never, never>;`;
    return `${about}export interface ${name} {\n${members.join('\n')}\n}`;
  }
  const forms = bodies
    .filter(({ twinOf }) => twinOf === undefined)
    .map((content) => `{ contentType: ${contentTypeType(content)}; body: ${bodyType(content)} }`);
  if (!operation.bodyRequired) forms.push('{ contentType?: undefined; body?: undefined }');
  const base = members.length > 0 ? `{\n${members.join('\n')}\n} & ` : '';
  return `${about}export type ${name} = ${base}(\n${forms.map((form) => `  | ${form}`).join('\n')}\n);`;
}

/** Source text of what the handler may return. */
function outputType({ id, paging }: Operation, { own }: Answers): string {
  const alone = own.filter((response) => isSuccess(response) && !response.implied).length === 1;
  const answers = own.map((response) => {
    const body = responseType(response);
    const value = paging && isSuccess(response) ? `Paged<${body}>` : body;
    const headers = response.headers.length > 0 ? `, TypedHeaders<${givenHeaderValues(response.headers)}>` : '';
    const empty = response.status === 'default' && body !== 'undefined' ? 'Reply<204 | 205 | 304, undefined> | ' : '';
    const reply = `${empty}Reply<${response.status === 'default' ? 'number' : response.status}, ${value}${headers}>`;
    if (!alone || response.implied || !isSuccess(response) || response.headers.some(({ required }) => required))
      return reply;
    return `${value === 'undefined' ? 'void' : value} | ${reply}`;
  });
  return `export type ${upperFirst(id)}Output = ${answers.join(' | ') || 'void'};`;
}

const isSuccess = ({ status }: OwnResponse): boolean => status !== 'default' && status < 400;

function parameterMember(parameter: Parameter): string {
  const { name, required, array, description, schema } = parameter;
  if (isWhole(parameter)) {
    const isThere = required || parameter.default !== undefined || isMap(parameter);
    return `${comment(description, '  ')}  ${propertyKey(name)}${isThere ? '' : '?'}: ${tsType(schema)};`;
  }
  const item = valueType(array ? (schema.items ?? {}) : schema, parameter.scalar);
  const there = required || array || parameter.default !== undefined;
  const type = array ? `${item.includes('|') ? `(${item})` : item}[]` : item;
  return `${comment(description, '  ')}  ${propertyKey(name)}${there ? '' : '?'}: ${type};`;
}

function valueType(schema: JsonSchema, scalar: Parameter['scalar']): string {
  const values: unknown[] | undefined = schema.const !== undefined ? [schema.const] : schema.enum;
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  return scalar === 'integer' ? 'number' : scalar;
}

function responseType({ contents }: OwnResponse): string {
  const types = new Set(contents.map(answerType));
  if (contents.some(({ empty }) => empty)) types.add('undefined');
  return [...types].join(' | ') || 'undefined';
}

function bodyType({ kind, schema, stream }: Content): string {
  if (kind === 'sequence') return `AsyncIterable<types.${typeName(schema!)}>`;
  if (kind === 'binary') return stream ? 'AsyncIterable<Uint8Array>' : 'Uint8Array';
  if (kind === 'text' || schema === undefined) return 'string';
  return `types.${typeName(schema)}`;
}

/** Bytes may be sent as they come. */
function answerType(content: Content): string {
  if (content.kind === 'sequence') return `Iterable<types.${typeName(content.schema!)}> | ${bodyType(content)}`;
  return content.kind === 'binary' ? 'Uint8Array | AsyncIterable<Uint8Array>' : bodyType(content);
}

function contentTypeType({ mediaType }: Content): string {
  return mediaType.includes('*') ? 'string' : JSON.stringify(mediaType);
}

function comment(text: string, indent = ''): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim();
  return line === '' ? '' : `${indent}/** ${line} */\n`;
}
