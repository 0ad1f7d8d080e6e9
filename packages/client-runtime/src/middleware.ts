import type { Connection } from './connection.ts';
import type { Input, Operation } from './operation.ts';
import type { AnyResult } from './result.ts';

/** A call on its way out, its input still a JSON-style value. The body is encoded below, anew for each attempt. */
export interface CallRequest {
  readonly operation: Operation;
  readonly input: Input;
  /** Headers of each attempt; may be changed. */
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  /** Address of a further page, in place of the one that the input makes. */
  readonly url?: URL | undefined;
  /** Makes the result of a success whose body is read by the caller. */
  readonly streamed?: ((connection: Connection, response: Response) => AnyResult) | undefined;
}

export type Next = (request: CallRequest) => Promise<AnyResult>;

/**
 * Wraps each call, with all its attempts: sees the input before, the result after.
 *
 * @example
 * const log: Middleware = async (request, next) => {
 *   const result = await next(request);
 *   console.log(request.operation.id, result.status);
 *   return result;
 * };
 */
export type Middleware = (request: CallRequest, next: Next) => Promise<AnyResult>;
