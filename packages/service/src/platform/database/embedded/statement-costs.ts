import { BoundedMap } from '../../cache/bounded-map.ts';

/** Statements beyond this number are forgotten, the oldest first. */
const most = 512;
/** Expected of a statement that is new: some microseconds more than it needs to be read and planned. */
const newStatementMillis = 1;
/** Weight of the last time among those before. */
const weight = 0.3;

/** How many milliseconds the database was busy with each statement, by its text. */
export class StatementCosts {
  #millis = new BoundedMap<string, number>(most);

  of(sql: string): number {
    return this.#millis.get(sql) ?? newStatementMillis;
  }

  note(sql: string, millis: number): void {
    const before = this.#millis.get(sql);
    this.#millis.set(sql, before === undefined ? millis : before + weight * (millis - before));
  }
}
