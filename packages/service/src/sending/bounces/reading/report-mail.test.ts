import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aggregateReport } from '../../../../test/support/domain-reports.ts';
import { readReportMail } from './read-mail.ts';

const packed = gzipSync(aggregateReport({ domain: 'shop.example', id: '7', day: '2026-03-01' }, []));
const part = (type: string, content: Uint8Array | string) =>
  [
    `--b`,
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64'),
  ].join('\r\n');
const mailOf = (...parts: string[]) =>
  ['Content-Type: multipart/mixed; boundary="b"', '', ...parts, '--b--', ''].join('\r\n');
const inner = (...parts: string[]) => ['--a', 'Content-Type: message/rfc822', '', mailOf(...parts)].join('\r\n');
const outer = (content: string) =>
  ['Content-Type: multipart/mixed; boundary="a"', '', content, '--a--', ''].join('\r\n');

test.each<[string, mail: string, reports: number, fault?: string]>([
  ['a report in gzip', mailOf(part('application/gzip', packed)), 1],
  ['a report with another media type', mailOf(part('application/x-msdownload', packed)), 1],
  ['two reports', mailOf(part('application/gzip', packed), part('application/zip', packed)), 2],
  ['a logo beside a report', mailOf(part('image/png', 'logo'), part('application/gzip', packed)), 1],
  ['a mail with a report in a mail', outer(inner(part('application/gzip', packed))), 1],
  [
    'a report beside what is none',
    mailOf(part('application/pdf', 'a'), part('application/gzip', packed)),
    1,
    'neither',
  ],
  ['a text', 'Subject: Hello\r\n\r\nIs anybody there?', 0],
  ['what is none', mailOf(part('application/gzip', 'none')), 0, 'neither'],
])('%s', async (_, mail, reports, fault) => {
  const found = await readReportMail(Buffer.from(mail));
  expect(found.reports).toHaveLength(reports);
  if (fault === undefined) expect(found).not.toHaveProperty('fault');
  else expect(found.fault).toContain(fault);
});
