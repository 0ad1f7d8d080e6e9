import { expect, test } from 'vitest';
import { refusalOf, SmtpError } from './refusal.ts';

test.each<[string, number | undefined, boolean, object]>([
  ['RCPT TO', 550, false, { concerns: 'mail', permanent: true, code: 550 }],
  ['RCPT TO', 500, false, { concerns: 'mail', permanent: true, code: 500 }],
  ['RCPT TO', 499, false, { concerns: 'mail', permanent: false, code: 499 }],
  ['RCPT TO', 451, false, { concerns: 'mail', permanent: false, code: 451 }],
  ['DATA', 554, true, { concerns: 'mail', permanent: true, code: 554 }],
  ['DATA', 421, true, { concerns: 'server', permanent: false, code: 421 }],
  ['MAIL FROM', 550, false, { concerns: 'server', permanent: false, code: 550 }],
  ['MAIL FROM', 552, false, { concerns: 'mail', permanent: true, code: 552 }],
  ['AUTH PLAIN', 535, false, { concerns: 'server', permanent: false, code: 535, hopeless: true }],
  ['AUTH PLAIN', 454, false, { concerns: 'server', permanent: false, code: 454 }],
  ['STARTTLS', 502, false, { concerns: 'server', permanent: false, code: 502, hopeless: true }],
  ['CONN', undefined, false, { concerns: 'server', permanent: false }],
  ['CONN', undefined, true, { concerns: 'server', permanent: false, uncertain: true }],
])('%s answered with %s, transferring %s', (command, responseCode, transferring, wanted) => {
  const error = new SmtpError(
    command,
    'no',
    responseCode === undefined ? undefined : { code: responseCode, text: 'no' },
  );
  expect(refusalOf(error, transferring)).toEqual({ ...wanted, message: 'no' });
});
