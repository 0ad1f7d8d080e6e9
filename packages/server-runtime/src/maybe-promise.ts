/** A value that is there, or will be. */
export type MaybePromise<T> = T | PromiseLike<T>;

export const isPromise = <T>(value: MaybePromise<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** Goes on with a value, at once when it is there: an answer that waits for nothing costs no turn of the event loop. */
export const andThen = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  isPromise(value) ? value.then(next) : next(value);

/** Does the last thing, whether a value comes or a failure. */
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
