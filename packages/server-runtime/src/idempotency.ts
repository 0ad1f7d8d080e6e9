import { createHash, type Hash } from 'node:crypto';
import type { OperationTable, ParameterTable } from './api.ts';
import { badRequest } from './api-error.ts';
import type { Input } from './parameters.ts';
import { header, type RawRequest } from './raw.ts';

/** The idempotency key of a change. */
export interface Idempotency {
  key: string;
  /**
   * SHA-256 of method, path, query string, media type and bytes of the body, to detect a different request with the same key.
   */
  requestHash: Uint8Array;
}

const headerName = 'idempotency-key';

/**
 * Removes the parameter `Idempotency-Key` from the input, if the operation has it and the request contains it: handlers do
 * not see it. `hash` is updated with the body when it is read.
 * @throws ApiError 400 for an empty one
 */
export function takeIdempotencyKey(
  { parameters }: OperationTable,
  input: Input,
  request: RawRequest,
): { key: string; hash: Hash } | undefined {
  const parameter = parameters.find(isKey);
  if (parameter === undefined) return undefined;
  const key = input[parameter.name] as string | undefined;
  delete input[parameter.name];
  if (key !== undefined) return { key, hash: requestHash(request) };
  if (header(request, headerName) !== undefined) throw badRequest(`"${parameter.name}" must not be empty`);
  return undefined;
}

const isKey = ({ in: place, name, required }: ParameterTable): boolean =>
  place === 'header' && name.toLowerCase() === headerName && !required;

function requestHash(request: RawRequest): Hash {
  const { method, path, query } = request;
  return createHash('sha256').update(JSON.stringify([method, path, query, header(request, 'content-type') ?? '']));
}
