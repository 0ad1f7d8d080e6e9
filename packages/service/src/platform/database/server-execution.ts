import { type Parts, turns } from '@mailwright/server-runtime';
import type { PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { accountInCharge } from '../turns/on-behalf.ts';
import { type Column, columnsOf, commandOf, executionBytes, type Field, readRows } from './protocol.ts';
import type { Statement, Statements } from './statements.ts';

/** As the server says it when it notices by itself. */
const outOfDate = () => Object.assign(new Error('cached plan must not change result type'), { code: '0A000' });

const rowsAtOnce = 100;

/** Long results of an account, which arrive on many connections in one turn of the event loop, must not hold up the others. */
function readInTurn(columns: Column[], rows: (string | null)[][]): Promise<Record<string, unknown>[]> {
  return turns.run(accountInCharge(), readParts(columns, rows));
}

function* readParts(columns: Column[], rows: (string | null)[][]): Parts<Record<string, unknown>[]> {
  const read: Record<string, unknown>[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    if (start > 0) yield;
    read.push(...readRows(columns, rows.slice(start, start + rowsAtOnce)));
  }
  return read;
}

/** Connection to which queries of pg write. */
interface Connection {
  stream: { write(bytes: Uint8Array): void };
}

/**
 * One execution of a statement on a connection of pg, in place of pg's own `Query`. A statement that was prepared before
 * travels in one piece, and neither server nor client describes its columns once more: that was a third of the CPU which one
 * row took.
 */
class Execution implements pg.Submittable {
  #bytes: Uint8Array;
  #statement: Statement;
  #columns: Column[] | undefined;
  #rows: (string | null)[][] = [];
  #result: Pick<PostgresQueryResult<unknown>, 'command' | 'rowCount'> = commandOf('');
  #resolve: (result: PostgresQueryResult<unknown> | Promise<PostgresQueryResult<unknown>>) => void;
  #reject: (error: unknown) => void;

  constructor(
    bytes: Uint8Array,
    statement: Statement,
    resolve: (result: PostgresQueryResult<unknown> | Promise<PostgresQueryResult<unknown>>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#bytes = bytes;
    this.#statement = statement;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: unknown): void {
    (connection as Connection).stream.write(this.#bytes);
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = columnsOf(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#result = commandOf(text);
  }

  handleReadyForQuery(): void {
    try {
      const columns = this.#columns ?? this.#statement.columns ?? [];
      this.#statement.columns = columns;
      // Behind a pooler the server may have prepared the statement anew, for tables that were changed meanwhile.
      if (this.#rows.some(({ length }) => length !== columns.length)) throw outOfDate();
      const result = this.#result;
      if (this.#rows.length <= rowsAtOnce) this.#resolve({ ...result, rows: readRows(columns, this.#rows) });
      else this.#resolve(readInTurn(columns, this.#rows).then((rows) => ({ ...result, rows })));
    } catch (error) {
      this.#reject(error); // a value that JavaScript cannot hold
    }
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }
}

interface Run {
  sql: string;
  parameters: readonly unknown[];
  /** The parameters in PostgreSQL's text format. */
  values: (string | Buffer | null)[];
  /** Statement that begins a transaction; sent in the same message. */
  opening?: string | undefined;
}

/** Runs a statement that has rows or changes some; prepared under a name where the connection keeps `statements`. */
export async function execute(
  client: pg.ClientBase,
  statements: Statements | undefined,
  { sql, parameters, values, opening }: Run,
): Promise<PostgresQueryResult<unknown>> {
  const { statement, isNew } = statements?.use(sql, parameters) ?? { statement: { name: '' }, isNew: true };
  const closing = statements?.takeDropped() ?? [];
  const bytes = executionBytes({ opening, closing, name: statement.name, sql: isNew ? sql : undefined, values });
  try {
    return await new Promise((resolve, reject) => {
      client.query(new Execution(bytes, statement, resolve, reject));
    });
  } catch (error) {
    if (isNew) statements?.drop(sql); // perhaps it was not even prepared
    throw error;
  }
}
