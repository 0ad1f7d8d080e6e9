import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiModel, OpenApiDocument, Operation } from '@mailwright/codegen';
import { parse } from 'yaml';
import type { Examples } from './examples.ts';
import { chooseParameters, type SampleRequest } from './request.ts';

interface Samples {
  parameters: Record<string, unknown>;
  operations: Record<string, Sample>;
}

interface Sample {
  with?: Record<string, unknown>;
  file?: string;
  body?: unknown;
  after?: string[];
  needs?: string;
}

/** `samples.yaml`. @throws Error naming operations that are not in the description */
export function readSamples({ operations }: ApiModel): Samples {
  const samples = parse(readFileSync(join(import.meta.dirname, 'samples.yaml'), 'utf8')) as Samples;
  const known = new Set(operations.map(({ id }) => id));
  const unknown = Object.entries(samples.operations).flatMap(([id, { after = [] }]) => [id, ...after]);
  const strange = unknown.filter((id) => !known.has(id));
  if (strange.length > 0) throw new Error(`samples.yaml names what is no operation: ${strange.join(', ')}`);
  return samples;
}

/** The requests of all operations, by operationId. */
export function sampleRequests(model: ApiModel, samples: Samples, examples: Examples): Map<string, SampleRequest> {
  const requests = new Map(model.operations.map((operation) => [operation.id, ownRequest(operation)]));
  for (const [id, { after = [] }] of Object.entries(samples.operations))
    requests.get(id)!.after = after.map((other) => requests.get(other)!);
  return requests;

  function ownRequest(operation: Operation): SampleRequest {
    const { document } = model;
    const node = document.paths[operation.path][operation.method.toLowerCase()];
    const nodes: OpenApiDocument[] = (node.parameters ?? []).map((one: OpenApiDocument) => resolve(document, one));
    const values = new Map<string, unknown>(
      nodes.map(({ name, example }) => [name, samples.parameters[name] ?? example]),
    );
    const sample = samples.operations[operation.id];
    const request: SampleRequest = { operation, parameters: chooseParameters(operation, values, sample?.with) };
    const [content] = operation.bodies;
    if (!content || !(operation.bodyRequired || content.kind === 'xml')) return request;
    const { mediaType, kind } = content;
    const schema = schemaName(node.requestBody.content[mediaType]);
    if (kind === 'binary') return { ...request, mediaType, file: sample?.file };
    const isXml = kind === 'xml';
    const body = sample?.body === undefined ? examples.of(schema, isXml)[0] : examples.made(schema, sample.body, isXml);
    return { ...request, mediaType, body };
  }
}

/** What a reference leads to, within a description in one document. */
export function resolve(document: OpenApiDocument, node: OpenApiDocument): OpenApiDocument {
  if (!node.$ref) return node;
  const [, , kind, name] = node.$ref.split('/');
  return document.components[kind][name];
}

/** Returns the name of the schema of a body; of several, as JSON and XML have in a twin, the first. */
export const schemaName = ({ schema }: OpenApiDocument): string =>
  (schema?.$ref ?? schema?.anyOf?.[0]?.$ref)?.split('/').at(-1) ?? '';
