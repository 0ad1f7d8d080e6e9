import { expect, test } from 'vitest';
import { marksAddress } from './marks-address.ts';

const at = (day: number) => new Date(Date.UTC(2031, 0, day));

test.each([
  ['nothing', undefined, null, false],
  ['a contact that has unsubscribed', undefined, at(1), true],
  ['a mark without a contact', { marked: true, at: at(1) }, null, true],
  ['a mark that was removed', { marked: false, at: at(1) }, null, false],
  ['a mark that was removed after the contact unsubscribed', { marked: false, at: at(2) }, at(1), false],
  ['a contact that unsubscribed after its mark was removed', { marked: false, at: at(2) }, at(3), true],
])('%s', (_, mark, unsubscribedAt, wanted) => {
  expect(marksAddress(mark, unsubscribedAt)).toBe(wanted);
});
