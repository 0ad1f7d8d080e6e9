import {
  type Call as AnyCall,
  type Hooks as AnyHooks,
  type Principal as AnyPrincipal,
  createDispatcher as createAnyDispatcher,
  type Dispatch,
  type Implementation,
  type RawRequest,
} from '@mailwright/server-runtime';

/** Holder of an API key; services extend it. */
export interface Principal extends AnyPrincipal {
  /** Rights of the key: get, post, put, delete or what the description names. */
  rights: ReadonlySet<string>;
}

/** An authenticated request with valid input. */
export type Call<P extends Principal = Principal> = AnyCall<P>;

/** Hooks and options of the stub. */
export interface Hooks<Context, P extends Principal = Principal> extends Omit<AnyHooks<Context, P>, 'authenticate'> {
  /** Returns the holder of a key, or `undefined` if there is none (401). */
  authenticate(key: string, request: RawRequest): P | undefined | PromiseLike<P | undefined>;
}

/**
 * The whole API as one function that never rejects. The order of checks: 403 plain HTTP, 401, 404 unknown
 * path / 405 / 403 right, 406, 415, 501 no handler, 400 against the description, 413; then `intercept` and the handler.
 */
export function createDispatcher<Context, P extends Principal>(
  implementation: Implementation<Context>,
  { authenticate, ...hooks }: Hooks<Context, P>,
): Dispatch {
  return createAnyDispatcher<Context, P>(implementation, {
    ...hooks,
    authenticate: ({ credentials, request }) =>
      'key' in credentials ? authenticate(credentials.key, request) : undefined,
  });
}
