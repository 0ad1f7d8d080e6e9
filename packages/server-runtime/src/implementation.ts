import type { Api } from './api.ts';

/** Takes the flat input of an operation, gives what it answers or throws an `ApiError`. */
// biome-ignore lint/suspicious/noExplicitAny: the generated `Handlers` types each input
export type Handler<Context> = (input: any, context: Context) => unknown;

export type AnyHandlers<Context> = Readonly<Record<string, Handler<Context> | undefined>>;

/** An interface with its handlers, ready for `createDispatcher`. */
export interface Implementation<Context> {
  api: Api;
  handlers: AnyHandlers<Context>;
}

/**
 * Binds a handler to every operation.
 * @throws Error naming the handlers that are missing or belong to no operation
 */
export function implementApi<Context>(api: Api, handlers: AnyHandlers<Context>): Implementation<Context> {
  const missing = Object.keys(api.operations).filter((id) => handlers[id] === undefined);
  if (missing.length > 0) throw new Error(`Handlers are missing: ${missing.join(', ')}`);
  return implementApiPartially(api, handlers);
}

/** Binds the handlers that there are; the other operations answer 501. */
export function implementApiPartially<Context>(api: Api, handlers: AnyHandlers<Context>): Implementation<Context> {
  const surplus = Object.keys(handlers).filter((id) => !Object.hasOwn(api.operations, id));
  if (surplus.length > 0) throw new Error(`Handlers for unknown operations: ${surplus.join(', ')}`);
  return { api, handlers };
}
