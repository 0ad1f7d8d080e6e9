import { type HeaderFacts, headerValue } from './header-values.ts';

/** The documented headers of a success, by their names in the description. */
export interface TypedHeaders<Values> {
  /** Each header is decoded when it is read; throws a `HeaderError` if it does not match its schema. */
  typedHeaders: Values;
}

/** Documented headers of successes by status; `success` for statuses that are not listed. */
type HeaderTables = { readonly [status: number]: HeaderTable; readonly success?: HeaderTable };
type HeaderTable = { readonly [name: string]: HeaderFacts };

/** Creates the typed headers of a response. */
export type ReadHeaders = (answer: { status: number; headers: Headers }) => TypedHeaders<object>;

export function headerReader(tables: HeaderTables): ReadHeaders {
  return ({ status, headers }) => {
    const table = tables[status] ?? tables.success ?? {};
    const members = Object.entries(table).map(([name, facts]): [string, PropertyDescriptor] => [
      name,
      { get: () => headerValue(headers, name, facts), enumerable: true },
    ]);
    return { typedHeaders: Object.defineProperties({}, Object.fromEntries(members)) };
  };
}
