/** A value or a promise of one. */
export type MaybePromise<T> = T | PromiseLike<T>;

export const isPromise = <T>(value: MaybePromise<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** Continues with a value, immediately if it is not a promise, which saves a turn of the event loop. */
export const andThen = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  isPromise(value) ? value.then(next) : next(value);

/** Runs a final function after a value or an error. */
export function lastly<T>(work: () => MaybePromise<T>, last: () => void): MaybePromise<T> {
  let value: MaybePromise<T>;
  try {
    value = work();
  } catch (error) {
    last();
    throw error;
  }
  if (isPromise(value)) return Promise.resolve(value).finally(last);
  last();
  return value;
}
