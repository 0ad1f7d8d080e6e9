import type { Accepted } from './accept.ts';
import type { ContentTable, ResponseTable } from './api.ts';
import { contentType, encode } from './encode.ts';
import { type HeaderValues, headerTexts } from './header-values.ts';
import type { Hooks } from './hooks.ts';
import type { CompiledOperation } from './operation.ts';
import { contentOf } from './operation.ts';
import { withOwn } from './own-headers.ts';
import type { Input } from './parameters.ts';
import type { RawRequest, RawResponse } from './raw.ts';
import { type Paged, Reply } from './reply.ts';
import { actualFaults, describeFault } from './schema-fault.ts';

/** The parts of a handler's result. */
interface Outcome {
  status: number;
  response: ResponseTable;
  value: unknown;
  total: number | undefined;
  headers: HeaderValues | undefined;
}

function takeApart(operation: CompiledOperation<never>, result: unknown): Outcome {
  const isReply = result instanceof Reply;
  const status = isReply ? result.status : operation.successStatus;
  const described = operation.responses.get(status) ?? operation.responses.get('default');
  // RFC 9110 allows these no content, whatever the description says of the others.
  const response = described && [204, 205, 304].includes(status) ? { ...described, contents: [] } : described;
  if (!response) throw new Error(`${operation.table.id} returned ${status}, which its description does not define`);
  const body = isReply ? result.body : result;
  const headers = isReply ? (result.headers as HeaderValues) : undefined;
  if (operation.writePaging === undefined || status >= 300)
    return { status, response, value: body, total: undefined, headers };
  const { items, total } = body as Paged<unknown>;
  return { status, response, value: items, total, headers };
}

/**
 * The response for a handler's result; its links start with `publicUrl`, or else with the URL of the request.
 * Items of a sequence are validated if `isChecked`.
 * @throws Error if
 * the description has no such response
 */
export function writeAnswer(
  operation: CompiledOperation<never>,
  request: RawRequest,
  publicUrl: Hooks<never>['publicUrl'],
  input: Input,
  accepted: Accepted | undefined,
  result: unknown,
  isChecked = false,
): RawResponse {
  const { status, response, value, total, headers: own } = takeApart(operation, result);
  const headers: RawResponse['headers'] = [];
  const content = contentToWrite(response, accepted?.mediaType, value);
  const body = content && encode(content, value, isChecked);
  if (content) headers.push(['Content-Type', contentType(content, accepted)]);
  // Caches must not give it to clients that accept another type (RFC 9110, 12.5.5).
  if (operation.offers.length > 1) headers.push(['Vary', 'Accept']);
  if (total !== undefined && operation.writePaging) {
    const base = typeof publicUrl === 'function' ? publicUrl(request) : publicUrl;
    const url = base === undefined ? request.url : base + request.path;
    operation.writePaging(headers, request, url, input, total);
  }
  return {
    status,
    headers: own
      ? withOwn(headers, headerTexts(own, response.headers, operation.table.id), operation.table.id, operation.reserved)
      : headers,
    body,
  };
}

/** Items from which a list is encoded in its client's turn: many long lists may be ready in the same turn of the event loop. */
const longList = 100;

export function isLongList(operation: CompiledOperation<never>, result: unknown): boolean {
  const { value } = takeApart(operation, result);
  return Array.isArray(value) && value.length >= longList;
}

/** No body for an absent value, if the body is optional. */
function contentToWrite(
  response: ResponseTable,
  accepted: string | undefined,
  value: unknown,
): ContentTable | undefined {
  const content = contentOf(response, accepted);
  return content?.empty && value === undefined ? undefined : content;
}

/** @throws Error if the value that a handler returned violates the description */
export function checkAnswer(operation: CompiledOperation<never>, accepted: string | undefined, result: unknown): void {
  const { id } = operation.table;
  const { status, response, value, total } = takeApart(operation, result);
  if (operation.writePaging && status < 300 && !(Number.isSafeInteger(total) && Number(total) >= 0)) {
    throw new Error(`${id} must return { items, total }`);
  }
  const content = contentToWrite(response, accepted, value);
  if (!content) {
    if (value === undefined || value === null) return;
    throw new Error(`${id} returned a body with ${status}, for which its description defines none`);
  }
  const { validate, root = 'body', sequence } = content;
  if (validate && !sequence && !validate(value)) {
    const faults = actualFaults(validate.errors ?? []).map((fault) => describeFault(fault, value, root));
    throw new Error(`${id} returned a value that its description does not allow: ${faults.join('; ')}`);
  }
}

/** 501 does not need to be documented. */
const notImplemented = 501;

/** @throws Error if the status of an error thrown by a handler is not in the description */
export function checkErrorStatus({ table, responses }: CompiledOperation<never>, status: number): void {
  if (status === notImplemented) return;
  if (table.errors.includes(status) || table.errors.includes('default') || responses.has(status)) return;
  throw new Error(`${table.id} returned ${status}, which its description does not define`);
}
