import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readReportFile } from '../../src/sending/domain-reports/reading/read-file.ts';
import type { ReportedMails, TlsRow } from '../../src/sending/domain-reports/reading/report.ts';
import { zipOf } from '../support/workbook.ts';

const folder = join(import.meta.dirname, 'corpus');
const read = (name: string) => readFileSync(join(folder, name));

const day = { begin: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-03-01T23:59:59Z') };
const dmarc = {
  kind: 'dmarc',
  reporter: 'Receiver One',
  reportId: 'r-1',
  ...day,
  domain: 'shop.example',
  policy: 'none',
  subdomainPolicy: undefined,
  unreadableRows: 0,
};
const row = (address: string, messages: number, other: Partial<ReportedMails> = {}): ReportedMails => ({
  from: 'shop.example',
  address,
  disposition: 'none',
  dkim: true,
  spf: true,
  messages,
  ...other,
});
const failed = { dkim: false, spf: false };
const one = [row('192.0.2.1', 1)];
const two = [row('192.0.2.1', 2)];
const tls = (result: string, sessions: number): TlsRow => ({ domain: 'shop.example', result, sessions });

/** Figures of a file, beside those of most reports; or a part of the reason why it cannot be read. */
const wanted: Record<string, object | string> = {
  'rfc9990.xml': {
    reportId: '2026.r1',
    policy: 'quarantine',
    subdomainPolicy: 'reject',
    sources: [
      row('192.0.2.17', 1204, { disposition: 'pass' }),
      row('2001:db8::25', 3, {
        from: 'news.shop.example',
        disposition: 'reject',
        ...failed,
        provenBy: 'mailer.example',
      }),
      row('198.51.100.9', 2, { ...failed, override: 'mailing_list' }),
    ],
  },
  'rfc7489.xml': {
    reporter: 'Old Receiver',
    sources: [
      row('203.0.113.4', 17, { disposition: 'quarantine', dkim: false }),
      row('203.0.113.4', 5, { spf: false }),
    ],
  },
  'prefixed.xml': { reporter: 'Prefix', sources: one },
  'undeclared-encoding.xml': { reporter: 'Müller & Co', sources: one },
  'utf16.xml': { reporter: 'Sechzehn', sources: one },
  'mark-and-blank.xml': { reporter: 'Blank', sources: one },
  'repeated-rows.xml': { reporter: 'Repeats', sources: [row('192.0.2.1', 20)] },
  'unreadable-rows.xml': { reporter: 'Rows', sources: [row('192.0.2.2', 8)], unreadableRows: 8 },
  'strange-words.xml': {
    reporter: 'Words',
    policy: undefined,
    sources: [row('192.0.2.1', 2, failed), row('192.0.2.2', 2, { ...failed, from: undefined })],
  },
  'no-org-name.xml': { reporter: 'noreply@receiver.example', sources: two },
  'no-records.xml': { reporter: 'Nothing', policy: 'reject', sources: [] },
  'international.xml': {
    reporter: 'IDN',
    domain: 'xn--bcher-kva.example',
    sources: [row('192.0.2.1', 2, { from: 'xn--bcher-kva.example' })],
  },
  'seconds-with-fraction.xml': { reporter: 'Fractions', sources: two },
  'wrong-bytes.xml': { reporter: 'Café ‘M’', sources: one },
  'words-as-reasons.xml': { reporter: 'Reasons', sources: [row('192.0.2.1', 1, { override: 'mailing_list' })] },
  'bad-unclosed-schema.xml': 'not valid XML',
  'bad-word-unused.xml': 'neither a DMARC report in XML nor',
  'bad-entities.xml': 'not valid XML',
  'bad-external-entity.xml': 'not valid XML',
  'bad-unknown-entity.xml': 'not valid XML',
  'bad-other-root.xml': 'must be feedback',
  'bad-cut.xml': 'not valid XML',
  'bad-no-id.xml': 'no report ID',
  'bad-no-domain.xml': 'which domain',
  'bad-no-range.xml': 'no valid range',
  'bad-backwards.xml': 'ends before it begins',
  'bad-long-range.xml': 'more than 40 days',
  'bad-page.html': 'not valid XML',
  'bad-text.txt': 'neither a DMARC report in XML nor',
  'bad-empty.xml': 'the file is empty',
  'tls-rfc8460.json': {
    kind: 'tls',
    reporter: 'Receiver TLS',
    reportId: '2026-03-01_shop.example',
    ...day,
    sessions: [
      tls('success', 5326),
      tls('certificate-expired', 100),
      tls('starttls-not-supported', 200),
      tls('validation-failure', 3),
    ],
  },
  'tls-loose.json': {
    kind: 'tls',
    reporter: 'Loose',
    reportId: 'l 1',
    begin: new Date('2026-03-01T00:00:00Z'),
    end: new Date('2026-03-01T23:00:00Z'),
    sessions: [tls('success', 12), tls('unknown', 4)],
  },
  'tls-no-domain.json': {
    kind: 'tls',
    reporter: 'Receiver',
    reportId: 'n-1',
    ...day,
    sessions: [tls('sts-policy-fetch-error', 3)],
  },
  'bad-tls-no-policies.json': 'no policies',
  'bad-tls-cut.json': 'not valid JSON',
  'bad-tls-date.json': 'no valid range',
  'bad-tls-no-id.json': 'no report ID',
};

test('each file of the corpus has wanted figures', () => {
  expect(Object.keys(wanted).sort()).toEqual(readdirSync(folder).sort());
});

const packings: [name: string, pack: (bytes: Buffer) => Buffer][] = [
  ['as it is', (bytes) => bytes],
  ['in gzip', (bytes) => gzipSync(bytes)],
  ['in ZIP', (bytes) => zipOf({ 'receiver!shop.example!1!2.bin': bytes })],
];

const cases = Object.entries(wanted).flatMap(([name, figures]) =>
  packings.map(([packing, pack]) => ({ name, figures, packing, pack })),
);

test.each(cases)('$name $packing', async ({ name, figures, pack }) => {
  const reading = await readReportFile(pack(read(name)));
  if (typeof figures === 'string') {
    expect(reading).toEqual({ fault: expect.stringContaining(figures), isTooLarge: false });
    return;
  }
  expect(reading).toEqual({ reports: [{ ...('kind' in figures ? {} : dmarc), ...figures }] });
});
