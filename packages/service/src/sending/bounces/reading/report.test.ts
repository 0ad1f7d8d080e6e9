import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

const read = async (lines: string[]) => {
  const reading = await readMail(Buffer.from(lines.join('\r\n')));
  if (reading.kind !== 'bounce') return reading.kind;
  return reading.recipients.map(({ reason, status, hard }) => `${reason} ${status}${hard ? ' hard' : ''}`).join(', ');
};

const notification = (action: string, status: string, diagnosis = '') => [
  'From: MAILER-DAEMON@mx.example.net',
  'Message-ID: <dsn-1@mx.example.net>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'This is the mail system.',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.example.net',
  '',
  'Final-Recipient: rfc822; gone@example.org',
  `Action: ${action}`,
  `Status: ${status}`,
  `Diagnostic-Code: smtp; ${diagnosis}`,
  '',
  '--b',
  'Content-Type: text/rfc822-headers',
  '',
  'Subject: Spring',
  '--b--',
];

test.each<[string, string[], string]>([
  ['a failure', notification('failed', '5.1.1', '550 5.1.1 no such user'), 'mailbox-unknown 5.1.1 hard'],
  ['a failure without words', notification('failed', '5.1.1'), 'mailbox-unknown 5.1.1 hard'],
  [
    'a failure in the word of OpenSMTPD',
    notification('error', '5.0.0', 'Domain does not exist'),
    'host-unknown 5.1.2 hard',
  ],
  ['a failure after a long time', notification('failed', '4.4.7'), 'expired 4.4.7'],
  ['a full mailbox', notification('failed', '5.0.0', '552 the mailbox is full'), 'mailbox-full 5.2.2'],
  [
    'a code for spam and words for blocks',
    notification('failed', '5.1.1', '550 5.7.1 blocked using a blocklist'),
    'blocked 5.7.0',
  ],
  ['a doubtful code', notification('failed', '5.2.1', '550 5.2.1 user unknown'), 'mailbox-disabled 5.2.1'],
  ['another answer tomorrow', notification('failed', '4.1.1', '450 user unknown'), 'mailbox-unknown 4.1.1'],
  ['a notice of delay', notification('delayed', '4.4.1'), 'delay'],
  ['a success', notification('delivered', '2.0.0'), 'other'],
  ['a mail that left this world of reports', notification('relayed', '2.0.0'), 'other'],
])('a report of %s', async (_, lines, wanted) => {
  expect(await read(lines)).toBe(wanted);
});

const feedback = (type: string) => [
  'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
  'MIME-Version: 1.0',
  '',
  '--b',
  'Content-Type: message/feedback-report',
  '',
  `Feedback-Type: ${type}`,
  '--b--',
];

test.each([
  ['abuse', 'complaint'],
  ['fraud', 'complaint'],
  ['opt-out', 'complaint'],
  ['auth-failure', 'other'],
  ['not-spam', 'other'],
])('feedback of the type %s', async (type, wanted) => {
  expect(await read(feedback(type))).toBe(wanted);
});

const inWords = (
  text: string[],
  { from = 'Mail Delivery System <MAILER-DAEMON@mx.example.net>', subject = 'Mail' } = {},
) => [`From: ${from}`, `Subject: ${subject}`, '', ...text];

test.each<[string, string[], string]>([
  [
    'Exim',
    [
      'This message was created automatically by mail delivery software.',
      'A message that you sent could not be delivered. The following address failed:',
      '',
      '  gone@example.org',
      '    host mx.example.org [192.0.2.1]: 550 5.1.1 <gone@example.org> User unknown',
      '------ This is a copy of the message, including all the headers. ------',
      'Subject: our policy on spam',
    ],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'qmail',
    [
      'Hi. This is the qmail-send program at mx.example.net.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      '<full@example.org>:',
      'Remote host said: 552 over quota',
      '--- Below this line is a copy of the message.',
    ],
    'mailbox-full 5.2.2',
  ],
  [
    'Sendmail',
    [
      '   ----- The following addresses had permanent fatal errors -----',
      '<a@nowhere.example>',
      '   ----- Transcript of session follows -----',
      '550 nowhere.example (smtp)... 550 Host unknown',
    ],
    'host-unknown 5.1.2 hard',
  ],
  [
    'Sendmail, with a filter that answers the message',
    ['   ----- Transcript of session follows -----', '>>> DATA', '<<< 550 Unknown user a@example.org'],
    'policy 5.7.1',
  ],
  [
    'Sendmail, with a server that answers the recipient late',
    [
      '   ----- Transcript of session follows -----',
      '>>> DATA',
      '<<< 550 Unknown user a@example.org',
      '<<< 503 Need RCPT (recipient)',
    ],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'OpenSMTPD, about two recipients',
    [
      'This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.',
      '',
      'a@example.org: 552 5.2.2 mailbox full',
      'b@example.org: 550 5.1.1 no such user',
    ],
    'mailbox-full 5.2.2, mailbox-unknown 5.1.1 hard',
  ],
  [
    'OpenSMTPD',
    [
      'Hi!',
      'This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.',
      'a@example.org: 550 5.7.25 reverse DNS missing',
    ],
    'reverse-dns 5.7.25',
  ],
  [
    'MailMarshal, with the reason before the address',
    [
      'Your message:',
      '   From:    news@example.com',
      'Could not be delivered because of',
      '',
      '550 5.1.1 User unknown',
      '',
      'The following recipients were affected: ',
      '    a@example.org',
      '',
      'Additional Information',
    ],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'Domino',
    [
      'Your message',
      '  Subject: Spring',
      'was not delivered to:',
      '  a@example.org',
      'because:',
      '  User a not listed in public Name & Address Book',
    ],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'Exchange',
    [
      'Your message did not reach some or all of the intended recipients.',
      'a@example.org',
      'The recipient name is not recognized',
    ],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'a server that goes on trying',
    [
      'This message was created automatically by mail delivery software.',
      'It has not yet been delivered.',
      '450 try later',
    ],
    'delay',
  ],
])('words of %s', async (_, text, wanted) => {
  expect(await read(inWords(text))).toBe(wanted);
});

const daemon = 'MAILER-DAEMON@mx.example.net';

/** Servers of makes that no format names: their headers, an address and the reason tell enough. */
test.each<[string, { from?: string; subject?: string }, string[], string]>([
  [
    'a postmaster that only names the address',
    { from: 'Postmaster <postmaster@mx.example.net>', subject: 'Undeliverable Mail' },
    ['Invalid final delivery userid: gone@example.org', '', 'Original message follows.'],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'a gateway with a list',
    { from: 'SMTP_Mail_Service@mx.example.net', subject: 'Returned Mail - Error During Delivery' },
    ['------ Failed Recipients ------', '<gone@example.org>: mailbox unavailable. [SMTP Error Code 550]'],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'a gateway of persons',
    { from: 'admin@example.net', subject: 'Non-Delivery: Spring' },
    ['The email below could not be delivered to the following user:', '', '"Gone" <gone@example.org>', 'No such user'],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'a daemon without a subject',
    { from: daemon, subject: '' },
    ['example.net.', '', '<full@example.org>:', 'mailbox is full'],
    'mailbox-full 5.2.2',
  ],
  [
    'a daemon in words of its own',
    { from: daemon, subject: 'failure notice' },
    ['He is not one of our users.', '<gone@example.org>:', 'Sorry, no mailbox here by that name. (#5.1.1)'],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'Dovecot',
    { from: 'Mail Delivery Subsystem <admin@example.net>', subject: 'Automatically rejected mail' },
    ['Your message to <full@example.org> was automatically rejected:', 'Quota exceeded'],
    'mailbox-full 5.2.2',
  ],
  [
    'MDaemon',
    { from: 'MDaemon@mx.example.net', subject: 'Warning: gone@example.org - User unknown!' },
    ['gone@example.org - no such user here.', 'There is no user by that name at this server.'],
    'mailbox-unknown 5.1.1 hard',
  ],
  [
    'a server that will try again',
    { from: 'postmaster@mx.example.net', subject: 'Mail Delivery Warning' },
    ['Delivery to "full@example.org" has been postponed due to a full mailbox.', 'We will continue to try.'],
    'delay',
  ],
  [
    'a scanner below',
    { from: daemon, subject: 'Delivery Status Notification (Failure)' },
    ['Delivery to the following recipients failed: gone@example.org', '5.1.1', '_'.repeat(40), 'Scanned for viruses'],
    'mailbox-unknown 5.1.1 hard',
  ],
])('words of %s', async (_, headers, text, wanted) => {
  expect(await read(inWords(text, headers))).toBe(wanted);
});

const quoted = ['This is the qmail-send program at mx.example.net.', '550 5.1.1 user unknown'];

test.each<[string, string[]]>([
  [
    'an out-of-office note that quotes a notification',
    ['Auto-Submitted: auto-replied', '', 'Action: failed', 'Status: 5.1.1'],
  ],
  ['a person who quotes a notification', inWords(quoted, { from: 'Ada <ada@example.org>', subject: 'What is that?' })],
  [
    'a newsletter about bounces',
    inWords(['550 5.1.1 user unknown: what it means'], {
      from: 'news@example.org',
      subject: 'Delivery failures explained',
    }),
  ],
  [
    'an answer',
    inWords(['Thank you!', 'My mailbox is full of your mails.'], { from: 'ada@example.org', subject: 'Re: Spring' }),
  ],
  [
    'a person who is away',
    inWords(['I could not be reached until Monday.'], { from: 'ada@example.org', subject: 'Abwesenheit: Spring' }),
  ],
  [
    'a ticket about a delivery',
    inWords(['Dear ada@example.org, your parcel was not delivered to: the address was unknown.'], {
      from: 'shop@example.org',
      subject: 'Delivery problem with your order',
    }),
  ],
  [
    'a question of a person about a mail',
    inWords(['Did you get my last mail? Mails of bruno@example.org bounce: user unknown.'], {
      from: 'ada@example.org',
      subject: 'Undelivered mail?',
    }),
  ],
  [
    'a warning of a server',
    inWords(['Your password expires soon, ada@example.org.'], { from: daemon, subject: 'Notice' }),
  ],
  [
    'a newsletter of a server for mails',
    [
      'From: Shop <bounce@mailserver.example>',
      'Subject: Delivery status of your order',
      'List-Unsubscribe: <mailto:u@shop.example>',
      '',
      'Dear ada@example.org, your parcel could not be delivered.',
    ],
  ],
  ['an empty mail', ['']],
])('%s is no bounce', async (_, lines) => {
  expect(await read(lines)).toBe('other');
});
