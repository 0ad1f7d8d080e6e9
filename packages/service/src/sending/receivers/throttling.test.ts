import { expect, test } from 'vitest';
import type { MailRefusal } from '../mail/transport.ts';
import { isDeferral, isThrottlingReply } from './throttling.ts';

test.each<[number | undefined, string, boolean, boolean]>([
  [421, '421 4.3.2 too busy', false, true],
  [421, '421 4.7.28 Our system has detected an unusual rate of unsolicited mail', true, true],
  [421, '421-4.7.0 [192.0.2.1] Our system has detected that this message is suspicious', true, true],
  [450, '450 4.7.1 slower', true, true],
  [450, '450 4.2.1 The user you are trying to contact is receiving mail too quickly', true, true],
  [451, '451 4.7.500 Server busy. Please try again later', true, true],
  [452, '452 Too many messages from this host', true, true],
  [451, '451 4.7.1 Greylisting in action, please come back later', false, false],
  [450, '450 greylisted', false, false],
  [451, '451 4.3.0 disk', false, true],
  [452, '452 4.2.2 Mailbox full', false, false],
  [550, '550 5.7.1 too many messages', false, false],
  [undefined, 'The connection was lost.', false, false],
])('%s %s', (code, message, asks, defers) => {
  const reply = { message, ...(code === undefined ? {} : { code }) };
  expect(isThrottlingReply(reply)).toBe(asks);
  const refusal: MailRefusal = { concerns: 'mail', permanent: (code ?? 0) >= 500, ...reply };
  expect(isDeferral(refusal)).toBe(defers);
  expect(isDeferral({ ...refusal, concerns: 'server' })).toBe(false);
});
