import { isBulk } from './bulk.ts';

/** Statements that PostgreSQL plans; for others a name saves nothing. */
const planned = /^\s*(?:select|with|insert|update|delete|merge)\b/i;
/** A connection that has prepared so many is replaced by a new one, which knows none: pg cannot forget a statement. */
const most = 256;

/** The names of the statements that one connection to a PostgreSQL server has prepared. */
export class ServerStatements {
  #names = new Map<string, string>();

  /** The name under which the statement is prepared at its first use; undefined when it is not worth one. */
  nameOf(sql: string, parameters: readonly unknown[]): string | undefined {
    if (isBulk(sql, parameters)) return undefined;
    const known = this.#names.get(sql);
    if (known !== undefined) return known;
    if (!planned.test(sql)) return undefined;
    const name = `s${this.#names.size + 1}`;
    this.#names.set(sql, name);
    return name;
  }

  get full(): boolean {
    return this.#names.size >= most;
  }
}
