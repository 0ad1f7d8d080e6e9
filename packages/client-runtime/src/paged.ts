import { call } from './call.ts';
import type { CallOptions } from './call-options.ts';
import type { Connection } from './connection.ts';
import { type Items, itemsOf } from './items.ts';
import type { Operation } from './operation.ts';
import type { Page } from './page.ts';
import type { Call, Ok } from './result.ts';

/** The function of a paged operation. A call returns one page; `all` iterates over the items of all pages. */
export interface PagedFunction<Arguments extends unknown[], Item, Documented extends number, Document = unknown> {
  (connection: Connection, ...args: Arguments): Call<Ok<200, Page<Item>>, Documented, Document>;
  /** All items, starting with the page given in the input. */
  all(connection: Connection, ...args: Arguments): Items<Item>;
}

/** A `PagedFunction` that is bound to a connection. */
export interface BoundPagedFunction<Arguments extends unknown[], Item, Documented extends number, Document = unknown> {
  (...args: Arguments): Call<Ok<200, Page<Item>>, Documented, Document>;
  /** All items, starting with the page given in the input. */
  all(...args: Arguments): Items<Item>;
}

/** Binds the function of a paged operation to a connection. */
export type BoundPaged<Function> =
  Function extends PagedFunction<infer Arguments, infer Item, infer Documented, infer Document>
    ? BoundPagedFunction<Arguments, Item, Documented, Document>
    : never;

export function paged<Arguments extends unknown[], Item, Documented extends number, Document = unknown>(
  operation: Operation,
): PagedFunction<Arguments, Item, Documented, Document> {
  const one = (connection: Connection, input: object = {}, options?: CallOptions) =>
    call(connection, operation, input, options);
  const all = (connection: Connection, input: object = {}, options?: CallOptions) =>
    itemsOf(connection, operation, input, options);
  return Object.assign(one, { all }) as unknown as PagedFunction<Arguments, Item, Documented, Document>;
}

export function bindPaged<Arguments extends unknown[], Item, Documented extends number, Document = unknown>(
  connection: Connection,
  list: PagedFunction<Arguments, Item, Documented, Document>,
): BoundPagedFunction<Arguments, Item, Documented, Document> {
  const one = (...args: Arguments) => list(connection, ...args);
  return Object.assign(one, { all: (...args: Arguments) => list.all(connection, ...args) });
}
