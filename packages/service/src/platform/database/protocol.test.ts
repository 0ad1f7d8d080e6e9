import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, joinBytes, readAnswer, readRawRows } from './protocol.ts';

/** A message of the backend (documentation of PostgreSQL, "Message Formats"). */
function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const row = (values: (string | null)[]) =>
  message(
    'D',
    Buffer.from([0, values.length]),
    ...values.flatMap((value) =>
      value === null ? [int32(-1)] : [int32(Buffer.byteLength(value)), Buffer.from(value)],
    ),
  );
const begin = message('2');
const end = [message('C', Buffer.from('SELECT 3\0')), message('Z', Buffer.from('I'))];
const names = ['one', 'two', 'three'];
const texts = columnsOf(names.map((name) => ({ name, dataTypeID: 25 })));

test('rows have the values that the database wrote, short and long, in any letters, and null', () => {
  const value = fc.option(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constant('x'.repeat(200))));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value, value), { maxLength: 5 }), (rows) => {
      const { rows: raw, result } = readAnswer(joinBytes([begin, ...rows.map(row), ...end]));
      const wanted = rows.map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])));
      expect(readRawRows(texts, raw)).toEqual(wanted);
      expect(result).toEqual({ command: 'SELECT', rowCount: 3 });
    }),
  );
});

test('messages between rows are read, too', () => {
  const error = message('E', Buffer.from('SERROR\0C22012\0Mdivision by zero\0\0'));
  const { rows, error: read } = readAnswer(joinBytes([begin, row(['a', 'b', null]), error, row(['c', null, 'd'])]));
  expect(readRawRows(texts, rows)).toEqual([
    { one: 'a', two: 'b', three: null },
    { one: 'c', two: null, three: 'd' },
  ]);
  expect(read).toMatchObject({ code: '22012', message: 'division by zero' });
});
