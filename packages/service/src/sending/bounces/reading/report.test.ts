import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { type BounceReport, readReport } from './report.ts';

const mail = (lines: string[]) => PostalMime.parse(lines.join('\r\n'));

const notification = (action: string, status: string) => [
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
  'Diagnostic-Code: smtp; 550 5.1.1 no such user',
  '',
  '--b',
  'Content-Type: text/rfc822-headers',
  '',
  'Subject: Spring',
  '--b--',
];

test.each<[string, string[], BounceReport]>([
  ['a failure', notification('failed', '5.1.1'), { kind: 'bounce', status: '5.1.1' }],
  ['a failure after a long time', notification('failed', '4.4.7'), { kind: 'bounce', status: '4.4.7' }],
  ['a notice of delay', notification('delayed', '4.4.1'), { kind: 'other' }],
  ['a success', notification('delivered', '2.0.0'), { kind: 'other' }],
  [
    'an abuse report',
    [
      'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
      'MIME-Version: 1.0',
      '',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      '--b--',
    ],
    { kind: 'complaint' },
  ],
  [
    'an out-of-office note that quotes a notification',
    ['Auto-Submitted: auto-replied', 'Content-Type: text/plain', '', 'Action: failed', 'Status: 5.1.1'],
    { kind: 'other' },
  ],
  ['an empty mail', [''], { kind: 'other' }],
])('%s', async (_, lines, wanted) => {
  expect(readReport(await mail(lines))).toEqual(wanted);
});
