/** A failed call. Base class of all errors of the client; `name` is the name of the class. */
export class CallError extends Error {
  override name = 'CallError';
  readonly operationId: string;

  constructor(operationId: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.operationId = operationId;
  }
}
