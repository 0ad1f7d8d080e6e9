import type { PostgresQueryResult } from 'kysely';
import { prepareValue } from 'pg/lib/utils.js';
import { executionBytes, readAnswer, readRawRows } from '../protocol.ts';
import { isOutOfDate, Statements } from '../statements.ts';
import { DiskFullError, unavailableReason } from '../unavailable.ts';
import type { DatabaseThread } from './thread.ts';

/** The transaction is read-only, and so is every one while the disk is nearly full. */
const readOnly = '25006';

/** The one session of a database thread. Statements run in the order of the calls. */
export class Session {
  #thread: Pick<DatabaseThread, 'send' | 'diskFull'>;
  #statements = new Statements();

  constructor(thread: Pick<DatabaseThread, 'send' | 'diskFull'>) {
    this.#thread = thread;
  }

  /**
   * Sends the statement at once, and before it, in the same breath, what `opening` says.
   * @param tellMillis gets the milliseconds that the database was busy with it
   */
  async run(
    sql: string,
    parameters: readonly unknown[],
    { opening, tellMillis }: { opening?: string | undefined; tellMillis?: (millis: number) => void } = {},
  ): Promise<PostgresQueryResult<unknown>> {
    const values = parameters.map(prepareValue);
    const { statement, isNew } = this.#statements.use(sql, parameters);
    const closing = this.#statements.takeDropped();
    const { name } = statement;
    const bytes = executionBytes({ opening, closing, name, sql: isNew ? sql : undefined, values });
    const answer = await this.#thread.send(bytes);
    tellMillis?.(answer.millis);
    const { error, parsed, columns, rows, result } = readAnswer(answer.bytes);
    if (columns) statement.columns = columns;
    if (error === undefined) return { ...result, rows: readRawRows(statement.columns ?? [], rows) };
    if (isNew && parsed === (opening === undefined ? 0 : 1)) this.#statements.drop(sql);
    if (isOutOfDate(error.code)) this.#statements.dropAll();
    if (error.code === readOnly && this.#thread.diskFull) throw new DiskFullError(error);
    throw unavailableReason(error) ?? error;
  }
}
