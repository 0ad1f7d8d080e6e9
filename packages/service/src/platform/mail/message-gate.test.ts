import { expect, test } from 'vitest';
import { faultOf, needsOf } from './message-gate.ts';

const line = (octets: number) => `${'x'.repeat(octets)}\r\n`;

test.each([
  ['short lines', line(70).repeat(100), undefined],
  ['the longest line', line(998) + line(998) + line(1), undefined],
  ['the longest line at the end', line(3) + line(998), undefined],
  ['a line that is too long', line(3) + line(999) + line(3), /more than 998/],
  ['a line that is too long at the end', line(3) + line(999), /more than 998/],
  ['one long line', line(5000), /more than 998/],
  ['a bare line feed', 'a\nb\r\n', /not CRLF/],
  ['a bare carriage return', 'a\rb\r\n', /not CRLF/],
  ['a carriage return at the end', 'a\r', /not CRLF/],
  ['two carriage returns', 'a\r\r\n', /not CRLF/],
  ['a line feed at the beginning', '\na\r\n', /not CRLF/],
  ['nothing', '', undefined],
])('%s', (_, message, wanted) => {
  const fault = faultOf(Buffer.from(message));
  if (wanted === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(wanted);
});

test.each([
  ['ASCII', 'A: b\r\n\r\nc\r\n', false, false],
  ['UTF-8 in its body', 'A: b\r\n\r\nü\r\n', true, false],
  ['UTF-8 in its header', 'A: ü\r\n\r\nc\r\n', true, true],
])('a message with %s', (_, message, eightBit, utf8Header) => {
  expect(needsOf(Buffer.from(message))).toEqual({ eightBit, utf8Header });
});
