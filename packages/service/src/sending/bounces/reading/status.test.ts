import { expect, test } from 'vitest';
import { isHard } from '../../bounce-reasons/status.ts';
import { diagnoseReply } from './reply-status.ts';

test.each([
  [550, '550 5.1.1 <gone@example.org>: no such user', '5.1.1', true],
  [550, '550-5.7.1 Message rejected as spam', '5.7.1', false],
  [550, '5.2.1 mailbox disabled', '5.2.1', true],
  [550, '550 no such user', '5.1.1', true],
  [552, '552 mailbox full', '5.2.2', false],
  [554, '554 transaction failed', '5.0.0', false],
  [550, '550 4.2.2 a code of another class than the reply', '5.1.1', true],
  [550, '550 see RFC 5.1.10 for details', '5.1.1', true],
  [550, '550 blocked using a blocklist', '5.7.0', false],
  [550, '550 5.1.1 rejected by our spam filter', '5.7.0', false],
  [450, '450 user unknown', '4.1.1', false],
  [450, '450 try again later', '4.0.0', false],
  [421, '421 4.7.0 try again later', '4.7.0', false],
])('%i "%s" is %s, hard: %s', (code, words, status, hard) => {
  expect([diagnoseReply(code, words).status, isHard(status)]).toEqual([status, hard]);
});
