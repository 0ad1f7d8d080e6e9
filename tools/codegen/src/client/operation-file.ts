import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Content, Operation } from '../model/model.ts';
import { countLines } from '../types/chunk.ts';
import { constantMembers, namedResponses, readsHeaders, usesForms, usesSequences, usesWire } from './constant.ts';
import { codecImports, contentList, runtimeFunctions } from './contents.ts';
import { type FailureLists, failureContents } from './failures.ts';
import { inputIsOptional, inputType } from './input-type.ts';
import type { Names } from './names.ts';
import { documentTypes, failureStatuses, itemType, successType } from './signature.ts';
import { deprecatedTag, docComment, nameList, PURE, sentence } from './source.ts';

/** One operation: its input, its constant, its function. */
export function operationFile(model: ApiModel, operation: Operation, names: Names, failures: FailureLists): string {
  const schemas = new Set<string>();
  const typeOf = ({ kind, schema }: Content): string => {
    if (kind === 'binary') return 'BinaryBody';
    if (kind === 'text' || schema === undefined) return 'string';
    const { type, imported } = names.schema(schema, operation);
    schemas.add(imported);
    return type;
  };
  const described = inputType(operation, names.input(operation), typeOf);
  // Hundreds of parameters go without their descriptions, so that the file stays below 800 lines.
  const input =
    countLines(described) > LIMIT ? inputType(withoutTexts(operation), names.input(operation), typeOf) : described;
  const members = `{
  ${constantMembers(operation, failures, model).join('\n  ')}
}`;
  // Bundlers keep what is spread, such as the reader of a sequence, unless it is made by a call that they may leave out.
  const value = usesSequences(operation) ? `${PURE}(() => (${members}))()` : members;
  const constant = `export const ${names.constant(operation)}: Operation = ${value};`;
  const parts = { names, operation, typeOf };
  const call = operation.paging ? [pagedFunction(model, parts)] : [resultType(parts), plainFunction(parts)];
  const text = [input, constant, ...call].join('\n\n');
  return sourceFile(model, imports(operation, text, schemas, failures), text);
}

const LIMIT = 400;

function withoutTexts(operation: Operation): Operation {
  return { ...operation, parameters: operation.parameters.map((each) => ({ ...each, description: '' })) };
}

interface Parts {
  names: Names;
  operation: Operation;
  typeOf: (content: Content) => string;
}

function resultType({ names, operation, typeOf }: Parts): string {
  const documents = documentTypes(operation, typeOf);
  return `export type ${names.call(operation)} = Call<${successType(operation, typeOf)}, ${failureStatuses(operation)}${documents ? `, ${documents}` : ''}>;`;
}

function plainFunction({ names, operation }: Parts): string {
  const optional = inputIsOptional(operation) ? ' = {}' : '';
  return `${documentation(operation)}export function ${names.function(operation)}(
  connection: Connection,
  input: ${names.input(operation)}${optional},
  options?: CallOptions,
): ${names.call(operation)} {
  return ${caller(operation)}(connection, ${names.constant(operation)}, input, options);
}`;
}

const caller = (operation: Operation): string => (usesSequences(operation) ? 'callSequence' : 'call');

function pagedFunction(model: ApiModel, { names, operation, typeOf }: Parts): string {
  const input = `input${inputIsOptional(operation) ? '?' : ''}: ${names.input(operation)}`;
  const documents = documentTypes(operation, typeOf);
  return `${documentation(operation)}export const ${names.function(operation)}: PagedFunction<
  [${input}, options?: CallOptions],
  ${itemType(model, operation, typeOf)},
  ${failureStatuses(operation)}${documents ? `,\n  ${documents}` : ''}
> = /* @__PURE__ */ paged(${names.constant(operation)});`;
}

function documentation(operation: Operation): string {
  const { summary, description, method, path, deprecated, responses } = operation;
  const statuses = responses.map((each) => `- ${each.class ?? each.status}: ${each.description}`);
  return docComment([
    ...(summary ? [sentence(summary), ''] : []),
    ...(description ? [description, ''] : []),
    `\`${method} ${path}\``,
    '',
    ...new Set(statuses),
    ...(deprecated ? ['', deprecatedTag(operation)] : []),
  ]);
}

const RUNTIME_TYPES = [
  'AnyStatus',
  'AnySuccess',
  'BinaryBody',
  'ByStatus',
  'Call',
  'CallOptions',
  'Connection',
  'Ok',
  'Operation',
  'PagedFunction',
  'TypedHeaders',
];

function imports(operation: Operation, text: string, schemas: Set<string>, failures: FailureLists): string[] {
  const answers = namedResponses(operation).flatMap(({ contents }) => contents);
  const values = [
    ...(operation.paging ? ['paged', 'pageOf'] : [caller(operation)]),
    ...(operation.bodies.length ? ['encodeBody'] : []),
    ...(operation.servers ? ['ownServer'] : []),
    ...(usesWire(operation) ? ['wire'] : []),
    ...(usesForms(operation) ? ['formsOf'] : []),
    ...(readsHeaders(operation) ? ['headerReader'] : []),
    ...runtimeFunctions('encode', operation.bodies),
    ...runtimeFunctions('decode', answers),
  ].sort();
  const types = RUNTIME_TYPES.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `type ${name}`);
  const list = failures.get(contentList('decode', failureContents(operation)));
  return [
    `import ${nameList([...types, ...new Set(values)])} from '@mailwright/client-runtime';`,
    ...codecImports('encode', operation.bodies, '../../'),
    ...codecImports('decode', answers, '../../'),
    ...(schemas.size ? [`import type ${nameList([...schemas].sort())} from '../../types/index.ts';`] : []),
    ...(list ? [`import { ${list.name} } from '../failures.ts';`] : []),
  ];
}
