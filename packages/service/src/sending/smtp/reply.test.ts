import { expect, test } from 'vitest';
import { ReplyReader } from './reply.ts';

test.each<[string, string[], [number, string][]]>([
  ['one line', ['250 OK\r\n'], [[250, '250 OK']]],
  ['several lines', ['250-a\r\n250-b\r\n250 c\r\n'], [[250, '250-a\n250-b\n250 c']]],
  ['in pieces', ['25', '0-a\r', '\n250 c', '\r\n'], [[250, '250-a\n250 c']]],
  [
    'several at once',
    ['250 a\r\n550 b\r\n354 '],
    [
      [250, '250 a'],
      [550, '550 b'],
    ],
  ],
  ['without words', ['354\r\n'], [[354, '354']]],
  ['with bare line feeds', ['220 hi\n'], [[220, '220 hi']]],
])('%s', (_, pieces, wanted) => {
  const reader = new ReplyReader();
  const replies = pieces.flatMap((piece) => reader.read(piece));
  expect(replies.map(({ code, text }) => [code, text])).toEqual(wanted);
});

test.each([['HTTP/1.1 400 Bad Request\r\n'], ['199 no\r\n'], ['250x\r\n'], ['2'.repeat(9000)]])(
  '%.20s is no SMTP',
  (piece) => {
    expect(() => new ReplyReader().read(piece)).toThrow(/not SMTP/);
  },
);
