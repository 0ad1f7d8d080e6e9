import { type HeaderFacts, headerValue } from './header-values.ts';

/** The documented headers of a success, by the names of the description. */
export interface TypedHeaders<Values> {
  /** Each is read from its text when it is asked for; a `HeaderError` says that it is not what is documented. */
  typedHeaders: Values;
}

/** Documented headers of successes by status, `success` for those without a status of their own. */
type HeaderTables = { readonly [status: number]: HeaderTable; readonly success?: HeaderTable };
type HeaderTable = { readonly [name: string]: HeaderFacts };

/** Makes the typed headers of an answer. */
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
