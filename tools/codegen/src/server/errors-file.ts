import { createContext, runInContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Problem } from '../common/errors.ts';
import { typeName } from '../common/names.ts';
import type { ApiModel, Json, Response } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { addBigintKeyword } from './bigint-keyword.ts';
import { compileApart } from './compile-apart.ts';
import { type ErrorDocument, errorDocument } from './error-document.ts';
import { keyOf } from './key.ts';
import { anyPattern } from './pattern.ts';
import { restrictionsOfRoot, withProperties, withReferred } from './schema.ts';

/** The documents of errors that the stub can fill, by the names of their schemas. */
export type ErrorDocuments = ReadonlyMap<string, ErrorDocument>;

const isError = ({ status }: Pick<Response, 'status'>): boolean => status === 'default' || status >= 400;

/** Generates the functions that fill each described error document. Reports those that cannot be filled to `note`. */
export function errorDocuments(model: ApiModel, note: (note: Problem) => void): ErrorDocuments {
  const contents = model.operations
    .flatMap(({ responses }) => responses.filter(isError))
    .flatMap((each) => each.contents);
  const names = new Set(contents.flatMap(({ kind, schema }) => (kind === 'text' ? [] : (schema ?? []))));
  const documents = new Map<string, ErrorDocument>();
  for (const name of names) {
    const document = errorDocument(model.schemas, name);
    if (document) documents.set(name, document);
  }
  const fits = fitting(model, documents);
  for (const name of names) {
    if (documents.has(name) && fits(name)) continue;
    const message = 'the stub cannot make an error of this form by itself; give it the hook formatError';
    note({ pointer: joinPointer('#/components/schemas', name), message });
  }
  return documents;
}

/** Facts of an error that no schema is likely to refuse, for a try. */
const SAMPLE = {
  status: 400,
  reason: 'Bad Request',
  code: 'BadRequest',
  message: 'page must be an integer but was one',
  faults: undefined,
  requestId: '3b241101-e2bb-4255-8caf-4136c566a962',
  path: '/',
};

/**
 * Returns a test of documents against their schemas, each of which is compiled once, however many refer to it. Properties that no
 * document has are left out: an error of an answer of a large service may refer to half of its schemas, and says nothing of them.
 */
function fitting({ schemas }: ApiModel, documents: ReadonlyMap<string, ErrorDocument>): (name: string) => boolean {
  const codeFor = (_code: string, [first]: string[]) => first;
  const context = createContext({ error: SAMPLE, codeFor });
  const values = new Map(
    [...documents].map(([name, { source }]) => [name, asJson(runInContext(`(${source})`, context))] as const),
  );
  const keys = new Set([...values.values()].flatMap(keysIn));
  const told = new Map([...schemas].map(([name, schema]) => [name, withProperties(schema, keys)] as const));
  const regExp = Object.assign(anyPattern, { code: 'pattern' });
  const ajv = addBigintKeyword(
    new Ajv2020({ strict: false, logger: false, validateFormats: false, code: { regExp, optimize: false } }),
  );
  const compiled = withReferred(told, documents.keys());
  for (const each of compiled) ajv.addSchema(restrictionsOfRoot(told.get(each) ?? {}), keyOf(each));
  compileApart(ajv, compiled.map(keyOf));
  return (name) => ajv.validate(keyOf(name), values.get(name)) === true;
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

/** Names of members, at any depth. */
const keysIn = (value: Json): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries<Json>(value).flatMap(([key, each]) => [key, ...keysIn(each)])
    : [];

export const documentName = (schema: string): string => `document${typeName(schema)}`;

/** `server/errors.ts`: a function for each of these documents. */
export function errorsFile(documents: ErrorDocuments): [imports: string[], text: string] {
  const functions = [...documents].map(
    ([name, { source }]) =>
      `export const ${documentName(name)}: MakeErrorDocument = (${source.includes('error.') ? 'error' : ''}) => (${source});`,
  );
  const codes = functions.some((text) => text.includes('codeFor('));
  return [
    [
      `import ${codes ? '{ codeFor, type MakeErrorDocument }' : 'type { MakeErrorDocument }'} from '@mailwright/server-runtime';`,
    ],
    functions.join('\n\n'),
  ];
}
