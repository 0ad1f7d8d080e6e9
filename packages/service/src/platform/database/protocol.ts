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

/** Rows as the database wrote them, and where each begins. */
export interface RawRows {
  bytes: Buffer;
  starts: number[];
}

/** Reply of the database to one execution. */
export interface StatementResult {
  error?: DatabaseError;
  /** How many statements were prepared before the error, if there was one. */
  parsed: number;
  /** Present when the statement was described; empty when it gives no rows. */
  columns?: Column[];
  rows: RawRows;
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

/** Type of a DataRow, and the bytes before its first value: type, length, number of values. */
const dataRow = 'D'.charCodeAt(0);
const rowHead = 1 + 4 + 2;

/** Takes the messages of an answer apart. Notices are left out; rows are left as they are. */
export function readAnswer(bytes: Uint8Array<ArrayBuffer>): StatementResult {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const rows: RawRows = { bytes: all, starts: [] };
  answer = { parsed: 0, rows, result: { command: '' as never, rowCount: 0 } };
  let taken = 0;
  for (let at = 0, next = 0; at + 5 <= all.length; at = next) {
    next = at + 1 + all.readInt32BE(at + 1);
    if (all[at] !== dataRow) continue;
    if (taken < at) stream.emit('data', all.subarray(taken, at));
    rows.starts.push(at + rowHead);
    taken = next;
  }
  if (taken < all.length) stream.emit('data', all.subarray(taken));
  return answer;
}

function read(message: Message): void {
  switch (message.name) {
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

/** Longer substrings keep the whole text in memory. */
const longestCopied = 12;
const isAscii = /^[\0-\x7f]*$/;

/** The same from what the database wrote. Most values are short, and a substring costs a third of decoding one. */
export function readRawRows(columns: readonly Column[], { bytes, starts }: RawRows): Record<string, unknown>[] {
  const text = bytes.toString('latin1');
  return starts.map((start) => {
    const row: Record<string, unknown> = {};
    let at = start;
    for (const { name, read } of columns) {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length < 0) {
        row[name] = null;
        continue;
      }
      const short = length <= longestCopied ? text.substring(at, at + length) : undefined;
      row[name] = read(short !== undefined && isAscii.test(short) ? short : bytes.toString('utf8', at, at + length));
      at += length;
    }
    return row;
  });
}

/** `INSERT 0 5` is an INSERT of 5 rows. */
export function commandOf(tag: string): StatementResult['result'] {
  const words = tag.split(' ');
  return { command: words[0] as never, rowCount: Number(words.at(-1)) || 0 };
}
