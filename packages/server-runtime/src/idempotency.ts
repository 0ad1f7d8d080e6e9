import type { OperationTable, ParameterTable } from './api.ts';
import { badRequest } from './api-error.ts';
import { joined } from './bytes.ts';
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

/** A request with a key, and the bytes by which it is told from others. */
export interface NamedRequest {
  key: string;
  parts: Uint8Array[];
}

const headerName = 'idempotency-key';

/**
 * Removes the parameter `Idempotency-Key` from the input, if the operation has it and the request contains it: handlers do
 * not see it. The body is added to `parts` when it is read.
 * @throws ApiError 400 for an empty one
 */
export function takeIdempotencyKey(
  { parameters }: OperationTable,
  input: Input,
  request: RawRequest,
): NamedRequest | undefined {
  const parameter = parameters.find(isKey);
  if (parameter === undefined) return undefined;
  const key = input[parameter.name] as string | undefined;
  delete input[parameter.name];
  if (key !== undefined) return { key, parts: [headOf(request)] };
  if (header(request, headerName) !== undefined) throw badRequest(`"${parameter.name}" must not be empty`);
  return undefined;
}

const isKey = ({ in: place, name, required }: ParameterTable): boolean =>
  place === 'header' && name.toLowerCase() === headerName && !required;

function headOf(request: RawRequest): Uint8Array {
  const { method, path, query } = request;
  return new TextEncoder().encode(JSON.stringify([method, path, query, header(request, 'content-type') ?? '']));
}

/** Takes the parts, so that a body need not stay in memory while the request is answered. */
export async function toIdempotency({ key, parts }: NamedRequest): Promise<Idempotency> {
  const bytes = joined(parts.splice(0)) as Uint8Array<ArrayBuffer>;
  return { key, requestHash: new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) };
}
