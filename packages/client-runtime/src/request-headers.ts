import type { CallOptions } from './call-options.ts';
import type { Connection } from './connection.ts';
import { mergedHeaders } from './headers.ts';
import type { AnswerContent, Operation } from './operation.ts';

/** Headers shared by all attempts of a call. */
export function requestHeaders(connection: Connection, operation: Operation, options: CallOptions): Headers {
  const headers = mergedHeaders({ accept: accepted(operation) }, connection.headers, options.headers);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  else if (createsUnsafely(operation) && !headers.has('idempotency-key'))
    headers.set('idempotency-key', crypto.randomUUID());
  return headers;
}

/** The media types of all responses, those of successes first. */
export function accepted({ responses }: Operation): string {
  const types = Object.values<readonly AnswerContent[]>({ ...responses }).flatMap((contents) =>
    contents.map(({ type }) => type),
  );
  return [...new Set(types)].join(', ') || '*/*';
}

/** A POST that is not safe could take effect twice; the key lets the service recognize a repeated request. */
function createsUnsafely({ method, retry }: Operation): boolean {
  return method === 'POST' && retry !== 'safe';
}
