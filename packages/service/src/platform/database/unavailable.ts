/**
 * The database cannot do the work now, whatever the statement; later it may. The message is fit for clients, the cause
 * is for the operator.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly retryAfterSeconds: number;

  constructor(message: string, { retryAfterSeconds = 5, cause }: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The connection was lost before the end of the transaction, which is undone by that: it may be run again. */
export class ConnectionLostError extends DatabaseUnavailableError {
  override name = 'ConnectionLostError';
  constructor(cause: unknown) {
    super('The database cannot be reached at the moment; nothing was changed.', { retryAfterSeconds: 1, cause });
  }
}

/** The connection was lost during COMMIT: nobody knows whether the transaction is done or undone. */
export class CommitUnknownError extends DatabaseUnavailableError {
  override name = 'CommitUnknownError';
  constructor(cause: unknown) {
    super(
      'The connection to the database was lost just when the change was to be made: look whether it is made before you repeat it.',
      { retryAfterSeconds: 1, cause },
    );
  }
}
