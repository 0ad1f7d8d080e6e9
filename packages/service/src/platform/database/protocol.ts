import { EventEmitter } from 'node:events';
import type { PostgresQueryResult } from 'kysely';
import { type DatabaseError, parse, serialize } from 'pg-protocol';
import { textParser } from './wire.ts';

/** How a column of a result is called and read. */
export interface Column {
  name: string;
  read(text: string): unknown;
}

/** A column as the protocol describes it. */
export interface Field {
  name: string;
  dataTypeID: number;
}

export interface Execution {
  /** Runs before the statement in the same breath: `begin`. */
  opening?: string | undefined;
  /** Names of prepared statements that are not needed any more. */
  closing: string[];
  /** Name of the prepared statement; empty for one without a name. */
  name: string;
  /** Present when the statement has to be prepared first. */
  sql?: string | undefined;
  /** In text format; bytes as they are. */
  values: (string | Buffer | null)[];
}

/** Messages of PostgreSQL's extended query protocol (documentation, "Message Flow") up to the Sync, in memory of their own. */
export function executionBytes({ opening, closing, name, sql, values }: Execution): Uint8Array<ArrayBuffer> {
  const messages: Uint8Array[] = [];
  if (opening !== undefined) messages.push(...[parseMessage('', opening), serialize.bind(), serialize.execute({})]);
  for (const old of closing) messages.push(serialize.close({ type: 'S', name: old }));
  if (sql !== undefined) messages.push(parseMessage(name, sql));
  messages.push(serialize.bind({ statement: name, values }));
  if (sql !== undefined) messages.push(serialize.describe({ type: 'P', name: '' }));
  messages.push(serialize.execute({}), serialize.sync());
  return joinBytes(messages);
}

const parseMessage = (name: string, text: string) => serialize.parse({ name, text, types: [] });

export function joinBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reply of the database to one execution. */
export interface StatementResult {
  error?: DatabaseError;
  /** How many statements were prepared before the error, if there was one. */
  parsed: number;
  /** Present when the statement was described; empty when it gives no rows. */
  columns?: Column[];
  rows: (string | null)[][];
  result: Pick<PostgresQueryResult<unknown>, 'command' | 'rowCount'>;
}

interface Message {
  name: string;
  fields: never;
  text: string;
}

const stream = new EventEmitter();
let answer: StatementResult;
void parse(stream as never, (received) => read(received as unknown as Message));

/** Takes the messages of an answer apart. Notices are left out. */
export function readAnswer(bytes: Uint8Array<ArrayBuffer>): StatementResult {
  answer = { parsed: 0, rows: [], result: { command: '' as never, rowCount: 0 } };
  stream.emit('data', Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  return answer;
}

function read(message: Message): void {
  switch (message.name) {
    case 'dataRow':
      answer.rows.push(message.fields);
      return;
    case 'parseComplete':
      answer.parsed++;
      return;
    case 'rowDescription':
      answer.columns = columnsOf(message.fields);
      return;
    case 'noData':
      answer.columns = [];
      return;
    case 'commandComplete':
      answer.result = commandOf(message.text);
      return;
    case 'error':
      answer.error ??= message as unknown as DatabaseError;
  }
}

export const columnsOf = (fields: Field[]): Column[] =>
  fields.map(({ name, dataTypeID }) => ({ name, read: textParser(dataTypeID) }));

/** The values of rows, by the names of their columns. */
export function readRows(columns: Column[], rows: (string | null)[][]): Record<string, unknown>[] {
  return rows.map((texts) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) {
      const { name, read } = columns[i]!;
      const text = texts[i]!;
      row[name] = text === null ? null : read(text);
    }
    return row;
  });
}

/** `INSERT 0 5` is an INSERT of 5 rows. */
export function commandOf(tag: string): StatementResult['result'] {
  const words = tag.split(' ');
  return { command: words[0] as never, rowCount: Number(words.at(-1)) || 0 };
}
