import { isBulk } from './bulk.ts';
import type { Column } from './protocol.ts';

export interface Statement {
  /** Empty for one that is used once. */
  name: string;
  /** Known when it was described. */
  columns?: Column[] | undefined;
}

/** Reports whether an error says that a prepared statement is unknown, or has another result since the tables were changed. */
export const isOutOfDate = (sqlState: string | undefined): boolean => sqlState === '26000' || sqlState === '0A000';

/** Beyond this many prepared statements, the one that was used longest ago is dropped. */
const most = 256;

/** The prepared statements of a session by their text, and the names of those that the database may forget. */
export class Statements {
  #byText = new Map<string, Statement>();
  #dropped: string[] = [];
  #last = 0;

  /** The statement of this text, and whether it is to be prepared now. */
  use(sql: string, parameters: readonly unknown[]): { statement: Statement; isNew: boolean } {
    if (isBulk(sql, parameters)) return { statement: { name: '' }, isNew: true };
    const known = this.#byText.get(sql);
    if (known) {
      this.#byText.delete(sql);
      this.#byText.set(sql, known);
      return { statement: known, isNew: false };
    }
    const statement: Statement = { name: `s${++this.#last}` };
    this.#byText.set(sql, statement);
    if (this.#byText.size > most) {
      const [oldest] = this.#byText.keys();
      this.drop(oldest!);
    }
    return { statement, isNew: true };
  }

  /** The database need not keep the statement. */
  drop(sql: string): void {
    const statement = this.#byText.get(sql);
    if (statement === undefined) return;
    this.#byText.delete(sql);
    this.#dropped.push(statement.name);
  }

  dropAll(): void {
    for (const sql of [...this.#byText.keys()]) this.drop(sql);
  }

  /** Names for the database to forget, each told once. */
  takeDropped(): string[] {
    const names = this.#dropped;
    if (names.length > 0) this.#dropped = [];
    return names;
  }
}
