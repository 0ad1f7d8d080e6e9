/** A value that is there, or will be. */
export type MaybePromise<T> = T | PromiseLike<T>;

export const isPromise = <T>(value: MaybePromise<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** Goes on with a value, at once when it is there: an answer that waits for nothing costs no turn of the event loop. */
export const andThen = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  isPromise(value) ? value.then(next) : next(value);
