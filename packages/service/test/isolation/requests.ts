import { type OperationTable, operations } from '@mailwright/server';
import { readCorpus } from '@mailwright/spec';
import description from '@mailwright/spec/openapi.json' with { type: 'json' };
import { handlers } from '../../src/app/operations.ts';
import type { RawCall } from '../support/raw.ts';

/** The operations that the service has. */
export const implemented: OperationTable[] = Object.values<OperationTable>(operations).filter(({ id }) =>
  Object.hasOwn(handlers, id),
);

const corpus = readCorpus();

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
}
// biome-ignore lint/suspicious/noExplicitAny: the description is read as it stands
type Json = Record<string, any>;

function resolve(value: Json): Json {
  if (value.$ref === undefined) return value;
  const names: string[] = value.$ref.split('/').slice(1);
  return names.reduce((place: Json, name) => place[name], description);
}

const described = new Map<string, Json>(
  Object.values(description.paths as Json).flatMap((item) =>
    Object.values(item as Json)
      .filter((operation) => operation.operationId)
      .map((operation) => [operation.operationId, operation] as const),
  ),
);

export function parametersOf({ id }: OperationTable): Parameter[] {
  return (described.get(id)!.parameters ?? []).map(resolve);
}

/** The statuses that an operation answers with by the description. */
export const statusesOf = ({ id }: OperationTable): number[] => Object.keys(described.get(id)!.responses).map(Number);

/** A valid request by the examples of the description and the corpus; `value` knows better what some parameters are. */
export function exampleRequest(operation: OperationTable, value: (parameter: Parameter) => unknown): RawCall {
  const parameters = parametersOf(operation);
  const given = (parameter: Parameter) => String(value(parameter) ?? parameter.example);
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query' && (parameter.required || value(parameter) !== undefined))
      .flatMap((parameter) => {
        const values = [value(parameter) ?? parameter.example].flat();
        return values.map((one): [string, string] => [parameter.name, String(one)]);
      }),
  );
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given(parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)!)),
  );
  const call = { method: operation.method, path: query.size > 0 ? `${path}?${query}` : path };
  const content = described.get(operation.id)!.requestBody;
  if (content === undefined) return call;
  const [mediaType, { schema }] = Object.entries<Json>(resolve(content).content)[0]!;
  return { ...call, headers: { 'content-type': mediaType }, body: exampleBody(mediaType, schema) };
}

function exampleBody(mediaType: string, schema: Json): string {
  const kind = mediaType.endsWith('xml') ? 'xml' : mediaType.endsWith('json') ? 'json' : undefined;
  if (kind === undefined) return '<p>x</p>';
  const name: string = schema.$ref.split('/').at(-1);
  // A contact without fields: those of the corpus are no fields of the account, which would be said first.
  if (name === 'ContactInput' || name === 'ContactUpdate') return '<contact/>';
  const example = corpus.find(({ schema }) => schema === name);
  if (example === undefined) throw new Error(`The corpus has no ${name}.`);
  return kind === 'xml' ? example.xml! : JSON.stringify(example.value);
}
