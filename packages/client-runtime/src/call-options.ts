/** Options of one call, before those of the connection. */
export interface CallOptions {
  /** Aborts the call, also between attempts. */
  signal?: AbortSignal;
  /** Milliseconds that one attempt may take. */
  timeout?: number;
  /** Milliseconds that the call may take with all attempts and pauses. */
  deadline?: number;
  /** How often the call is repeated after a failure that may pass. */
  retries?: number;
  /** Further headers; they win over any other. */
  headers?: Record<string, string>;
  /** Value of `Idempotency-Key`, in place of a random one. The same key means the same call, also after a restart. */
  idempotencyKey?: string;
}
