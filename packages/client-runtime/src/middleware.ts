import type { Input, Operation } from './operation.ts';
import type { AnyResult } from './result.ts';

/** A call before encoding; the input is a plain value. The body is encoded after the middleware, once for each attempt. */
export interface CallRequest {
  readonly operation: Operation;
  readonly input: Input;
  /** Headers of each attempt; can be modified. */
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  /** URL of a further page, used instead of the one built from the input. */
  readonly url?: URL | undefined;
  /** Creates the result of a success whose body the caller reads. */
  readonly streamed?: ((response: Response) => AnyResult | Promise<AnyResult>) | undefined;
}

export type Next = (request: CallRequest) => Promise<AnyResult>;

/**
 * Wraps each call with all its attempts: sees the input before and the result after.
 *
 * @example
 * const log: Middleware = async (request, next) => {
 *   const result = await next(request);
 *   console.log(request.operation.id, result.status);
 *   return result;
 * };
 */
export type Middleware = (request: CallRequest, next: Next) => Promise<AnyResult>;
