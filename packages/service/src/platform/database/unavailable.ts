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
      'The connection to the database was lost just when the change was to be made: check whether it was made before you repeat it.',
      { retryAfterSeconds: 1, cause },
    );
  }
}

/** Others change the same again and again. */
export class ContendedError extends DatabaseUnavailableError {
  override name = 'ContendedError';
  constructor(cause: unknown) {
    super('Another request is changing the same data; nothing was changed.', { retryAfterSeconds: 1, cause });
  }
}

/** The server is a standby, or somebody has set it so. */
class ReadOnlyError extends DatabaseUnavailableError {
  override name = 'ReadOnlyError';
  constructor(cause: unknown) {
    super('The database accepts no changes at the moment. Reading works.', { retryAfterSeconds: 30, cause });
  }
}

/** There is no room on the disk, or so little that changes are refused. */
export class DiskFullError extends DatabaseUnavailableError {
  override name = 'DiskFullError';
  constructor(cause: unknown) {
    super('The disk of the database is nearly full: nothing can be changed until there is room. Reading works.', {
      retryAfterSeconds: 30,
      cause,
    });
  }
}

/** A trigger of a sealed account has refused a change. */
class AccountSealedError extends DatabaseUnavailableError {
  override name = 'AccountSealedError';
  constructor(cause: unknown) {
    super('The account is being moved to another installation; nothing was changed. Reading works.', {
      retryAfterSeconds: 30,
      cause,
    });
  }
}

/** Raised by `refuse_sealed_writes`. */
const sealed = 'MW001';

/**
 * SQLSTATEs that say nothing about the statement: connection exception, insufficient resources, operator intervention,
 * system error, lock not available, limits of idle and of long transactions (PostgreSQL documentation, "PostgreSQL
 * Error Codes").
 */
const unavailable = /^(?:08|53|57|58|55P03|25P0[34])/;

/** Classifies a PostgreSQL failure that the statement did not cause; otherwise returns `undefined`. */
export function unavailableReason(error: { code?: string | undefined }): DatabaseUnavailableError | undefined {
  const code = error.code ?? '';
  if (code === '53100') return new DiskFullError(error);
  if (code === sealed) return new AccountSealedError(error);
  if (code === '25006') return new ReadOnlyError(error);
  if (unavailable.test(code)) {
    return new DatabaseUnavailableError('The database cannot do this at the moment.', { cause: error });
  }
  return undefined;
}

/** A failed connection over several addresses is one error without a message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
