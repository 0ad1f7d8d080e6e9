import { ApiError } from '@mailwright/server-runtime';

/** Work in a worker thread took more of a processor than it may. */
export class DeadlineError extends Error {
  override name = 'DeadlineError';
  readonly millis: number;

  constructor(millis: number) {
    super(`it takes more than ${millis} ms`);
    this.millis = millis;
  }
}

/** Work in a worker thread took more memory than a thread has. */
export class MemoryLimitError extends Error {
  override name = 'MemoryLimitError';
  constructor() {
    super('it takes too much memory');
  }
}

/** The machine gave work in a worker thread no processor. Nothing is wrong with the work: it can be tried again. */
export class BusyMachineError extends ApiError {
  constructor() {
    super(503, 'The service has too much to do at the moment. Repeat the request.', {
      headers: [['Retry-After', '5']],
    });
  }
}
