/** Options of one call. They override those of the connection. */
export interface CallOptions {
  /** Aborts the call, even between attempts. */
  signal?: AbortSignal;
  /** Timeout of one attempt in milliseconds. */
  timeout?: number;
  /** Timeout of the call in milliseconds, with all attempts and delays. */
  deadline?: number;
  /** Number of retries after temporary failures. */
  retries?: number;
  /** Additional headers; they override all others. */
  headers?: Record<string, string>;
  /** Value of `Idempotency-Key`, instead of a random one. The same key identifies the same call, even after a restart. */
  idempotencyKey?: string;
  /** Bytes of one item of a sequence, such as a line of NDJSON or an event; 16 MiB by default. */
  maxItem?: number;
  /**
   * Number of times in a row that server-sent events go on in a new request with `Last-Event-ID`, after the connection ended or
   * broke; 0 by default.
   */
  reconnects?: number;
}
