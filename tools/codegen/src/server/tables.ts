import { isDeepStrictEqual } from 'node:util';
import { BIGINTS_FILE, codecFile, codecName } from '../codec/index.ts';
import { typeName } from '../common/names.ts';
import { headerTable } from '../emit/header-types.ts';
import { NAME } from '../model/distinct-names.ts';
import type { ApiModel, Content, FormField, Operation, Parameter } from '../model/model.ts';
import { splitPointer } from '../model/pointer.ts';
import { ownPaths } from '../model/servers.ts';
import { type Answers, checkedSchema, type ErrorTypes } from './answers.ts';
import { documentName, type ErrorDocuments } from './errors-file.ts';
import { leniencyOfBody } from './leniency.ts';
import type { Part } from './parts.ts';
import { mayBeInfinite, plainList } from './schema.ts';
import { shapeOfBody } from './shapes.ts';
import { parametersValidator, schemaValidator, type ValidatorModule } from './validators.ts';

/** Source text of what the runtime knows of an operation: an `OperationTable` as member of an object. */
export function operationTable(
  model: ApiModel,
  operation: Operation,
  answers: Answers,
  common: ErrorTypes,
  documents: ErrorDocuments,
): string {
  const { id, method, path, aliases, parameters, bodies, security = [] } = operation;
  const content = (each: Content) => contentTable(model, each);
  const body = (each: Content) => bodyTable(model, each);
  const ofError = (each: Content) => contentTable(model, each, filledBy(each, documents));
  const constants = (operation.constants ?? []).map((each) => ({ in: 'query' as const, ...each }));
  const paths = ownPaths(model.document, operation);
  const conditions = [...(operation.conditions ?? []), ...constants];
  const lines = [
    `id: ${text(id)},`,
    `group: ${text(operation.group)},`,
    `method: ${text(method)},`,
    `path: ${text(path)},`,
    paths !== undefined && `servers: ${data(paths)},`,
    aliases.length > 0 && `aliases: ${data(aliases)},`,
    conditions.length > 0 && `conditions: ${data(conditions)},`,
    operation.excludes && operation.excludes.length > 0 && `excludes: ${data(operation.excludes)},`,
    operation.acceptAliases.length > 0 && `acceptAliases: ${data(operation.acceptAliases)},`,
    `right: ${text(operation.right)},`,
    operation.privilege !== undefined && `privilege: ${text(operation.privilege)},`,
    !operation.secured && 'secured: false,',
    !isDeepStrictEqual(security, model.security) && `security: ${data(security)},`,
    operation.sealed !== undefined && `sealed: ${text(operation.sealed)},`,
    operation.deprecated && `deprecation: ${data({ since: operation.deprecatedSince, sunset: operation.sunset })},`,
    operation.longRunning && 'longRunning: true,',
    operation.secret && 'secret: true,',
    operation.paging && `paging: ${data({ ...operation.paging, items: undefined })},`,
    list('parameters', parameters.map(parameterTable)),
    parameters.length > 0 && `validateParameters: ${parametersValidator(id)},`,
    list('bodies', bodies.map(body)),
    operation.bodyRequired && 'bodyRequired: true,',
    list(
      'responses',
      answers.own.map(
        ({ status, contents, headers }) =>
          `{ status: ${data(status)}, contents: [${contents.map(status === 'default' || status >= 400 ? ofError : content).join(', ')}]${headers.length ? `, headers: ${headerTable(headers)}` : ''} }`,
      ),
    ),
    `errors: ${data(answers.errors)},`,
    answers.bodiless.length > 0 && `bodiless: ${data(answers.bodiless)},`,
    answers.badRequest !== undefined && `badRequest: ${answers.badRequest},`,
    differs(answers.errorTypes, common) && `errorTypes: ${data(answers.errorTypes)},`,
  ];
  return `  ${id}: {\n${lines
    .filter((line) => line !== false && line !== undefined)
    .map((line) => `    ${line}`)
    .join('\n')}\n  },`;
}

/** The tables of a part; `checks` are the modules with the validators of its parameters. */
export function tablesFile({ name, operations }: Part, checks: ValidatorModule[]): [imports: string[], text: string] {
  const text = `export const ${tablesName(name)} = {\n${operations.map(({ table }) => table).join('\n')}\n} satisfies Record<string, OperationTable>;`;
  const contents = operations.flatMap(({ operation, answers }) => [
    ...operation.bodies,
    ...answers.own.flatMap((response) => response.contents),
  ]);
  const names = (found: (string | undefined)[]) => [...new Set(found)].filter((each) => each !== undefined).sort();
  const codecs = names(contents.map(({ kind, schema }) => (kind === 'xml' ? schema : undefined)));
  const checked = names(contents.map((content) => checkedSchema(content)));
  const documents = [...new Set(text.match(/\bdocument: document\w+/g))].map((each) => each.slice(10)).sort();
  const imports = [
    `import type { OperationTable } from '@mailwright/server-runtime';`,
    ...(contents.some(({ bigints }) => bigints) ? [`import { bigints } from '../../${BIGINTS_FILE}';`] : []),
    ...codecs.map((schema) => `import { ${codecName(schema)} } from '../../${codecFile(schema)}';`),
    ...(documents.length > 0 ? [`import { ${documents.join(', ')} } from '../errors.ts';`] : []),
    ...checks.map(({ names: exported, file }) => `import { ${exported.join(', ')} } from '../${file}.ts';`),
    ...checked.map(
      (schema) => `import { ${schemaValidator(schema)} } from '../validators/schemas/${typeName(schema)}.ts';`,
    ),
  ];
  return [imports, text];
}

/** `mailingChecks-2` -> `mailingChecks2Operations` */
export const tablesName = (part: string): string => `${part.replaceAll('-', '')}Operations`;

function parameterTable({
  name,
  in: place,
  scalar,
  required,
  array,
  explode,
  aliases,
  ignoreCase,
  ...rest
}: Parameter): string {
  const values = (array ? rest.schema.items?.enum : rest.schema.enum) as unknown[] | undefined;
  return data({
    name,
    ...(rest.wire !== undefined && { wire: rest.wire }),
    in: place,
    scalar,
    ...(rest.greedy && { greedy: true }),
    ...(rest.dropsFraction && { dropsFraction: true }),
    ...(rest.form && { form: { ...rest.form, repeated: undefined } }),
    ...(rest.empty !== undefined && { empty: rest.empty }),
    ...(required && { required }),
    ...(array && { array }),
    ...(array && place === 'query' && !explode && !rest.form && { commas: true }),
    ...(rest.default !== undefined && { default: rest.default }),
    ...(aliases.length > 0 && { aliases }),
    ...(ignoreCase && values && { ignoreCase: values.map(String) }),
    ...(scalar === 'number' && mayBeInfinite(array ? (rest.schema.items ?? {}) : rest.schema) && { words: true }),
  });
}

/** The schema of an error document that the stub fills. JSON that would tell nothing is a bare message. */
function filledBy({ kind, schema }: Content, documents: ErrorDocuments): string | undefined {
  const document = schema === undefined || kind === 'text' ? undefined : documents.get(schema);
  return document && (document.tells || kind === 'xml' || document.source !== '{}') ? schema : undefined;
}

function bodyTable(model: ApiModel, content: Content): string {
  const checked = checkedSchema(content);
  const list = checked === undefined || content.bigints ? undefined : plainList(model.schemas.get(checked)!);
  const shape = shapeOfBody(model, content);
  const leniency = leniencyOfBody(model, content);
  const own = [
    list && `list: ${data(list)}`,
    shape && `shape: ${text(shape)}`,
    leniency && `leniency: ${data(leniency)}`,
  ].filter((each) => each !== undefined);
  return contentTable(model, content, undefined, own);
}

function contentTable(model: ApiModel, content: Content, document?: string, own: string[] = []): string {
  const { mediaType, kind, schema } = content;
  const members = [`mediaType: ${text(mediaType)}`, `kind: ${text(kind)}`];
  if (kind === 'xml' && schema !== undefined) {
    members.push(`root: ${text(rootOf(model, schema))}`, `codec: ${codecName(schema)}`);
  }
  if (content.form) {
    const { fields, rest } = content.form;
    const read = Object.entries(fields).map(([name, field]) => [name, readFacts(field)]);
    members.push(`form: ${data(Object.fromEntries(read))}`);
    if (rest) members.push(`restOfForm: ${data(readFacts(rest))}`);
  }
  if (content.sequence) {
    members.push(`sequence: ${text(content.sequence.form)}`);
    if (content.sequence.json) members.push(`dataIsJson: ${data(content.sequence.json)}`);
  }
  if (content.bigints) members.push(`bigints: [bigints, ${text(schema!)}]`);
  if (content.stream) members.push('stream: true');
  if (content.empty) members.push('empty: true');
  if (content.twinOf) members.push(`twinOf: ${text(content.twinOf)}`);
  const checked = checkedSchema(content);
  if (checked !== undefined) members.push(`validate: ${schemaValidator(checked)}`);
  members.push(...own);
  if (document !== undefined) members.push(`document: ${documentName(document)}`);
  return `{ ${members.join(', ')} }`;
}

/** Returns the facts from which the runtime reads a field, without the media type that clients write. */
function readFacts({ type: _type, headers, ...facts }: FormField): object {
  if (!headers) return facts;
  const read = Object.entries(headers).map(([name, { scalar, array }]) => [name, { scalar, array }]);
  return { ...facts, headers: Object.fromEntries(read) };
}

/** Name of the root element of a schema. */
function rootOf(model: ApiModel, name: string): string {
  const schema = model.schemas.get(name);
  if (schema?.xml?.name !== undefined) return String(schema.xml.name);
  if (typeof schema?.[NAME] === 'string') return schema[NAME];
  return schema?.$ref === undefined ? name : rootOf(model, String(splitPointer(schema.$ref).at(-1)));
}

function differs(own: ErrorTypes, common: ErrorTypes): boolean {
  if (own.xml === undefined && own.json === undefined) return false;
  return !isDeepStrictEqual({ ...own }, { ...common });
}

const list = (name: string, items: string[]): string =>
  items.length === 0 ? `${name}: [],` : `${name}: [\n${items.map((item) => `      ${item},`).join('\n')}\n    ],`;

const text = (value: string): string => JSON.stringify(value);

/** Plain data as source text on one line. */
export const data = (value: unknown): string => JSON.stringify(value);
