/** Work in a worker thread took longer than it may. */
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
