import { parse } from 'yaml';
import type { OpenApiDocument } from '../../src/model/model.ts';

/** A small OpenAPI 3.1 description, from the YAML text of what stands beside its head. */
export function describeApi(yaml: string): OpenApiDocument {
  return { openapi: '3.1.0', info: { title: 'Test', version: '1' }, ...parse(yaml) };
}

/** A description with one operation: `GET /things`, `POST` with a body, unless told otherwise. */
export function describeOperation(yaml: string, path = '/things', given?: string): OpenApiDocument {
  const operation = { operationId: 'op', responses: { 200: { description: 'OK' } }, ...parse(yaml) };
  const method = given ?? (operation.requestBody ? 'post' : 'get');
  return describeApi(JSON.stringify({ paths: { [path]: { [method]: operation } } }));
}
