import { expect, test } from 'vitest';
import { checkTicket, isProof, writeTicket } from './ticket.ts';

const signer = { accountId: 1, formId: 2, secret: new Uint8Array(32) };
const ticket = writeTicket(signer, 1000);

test.each([
  ['at once', 1000, 'early'],
  ['after a moment', 1002, 'good'],
  ['after two hours', 1000 + 7200, 'good'],
  ['after more', 1000 + 7201, 'bad'],
  ['before it was written', 999, 'early'],
])('a ticket %s', (_, now, wanted) => {
  expect(checkTicket(ticket, signer, now)).toBe(wanted);
});

test.each<[string, string, typeof signer]>([
  ['of another form', ticket, { ...signer, formId: 3 }],
  ['of another account', ticket, { ...signer, accountId: 3 }],
  ['with another secret', ticket, { ...signer, secret: new Uint8Array(32).fill(1) }],
  ['with another time', ticket.replace('1000', '1001'), signer],
  ['that is none', 'x', signer],
  ['that is empty', '', signer],
])('a ticket %s is bad', (_, text, by) => {
  expect(checkTicket(text, by, 1010)).toBe('bad');
});

test('a proof is good for one ticket and one address', () => {
  let proof = 0;
  while (!isProof(ticket, 'a@example.org', String(proof))) proof++;
  expect(isProof(ticket, 'b@example.org', String(proof))).toBe(false);
  expect(isProof(`${ticket}x`, 'a@example.org', String(proof))).toBe(false);
  expect(isProof(ticket, 'a@example.org', `${proof}e0`)).toBe(false);
});
