import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../../../../test/support/workbook.ts';
import { readReportFile } from './read-file.ts';
import { maxUnpackedBytes } from './report.ts';

const head = `<report_metadata><org_name>a</org_name><report_id>1</report_id>
  <date_range><begin>1772323200</begin><end>1772409599</end></date_range></report_metadata>
  <policy_published><domain>shop.example</domain><p>none</p></policy_published>`;
const record = (address: string, more = '') => `<record><row><source_ip>${address}</source_ip><count>1</count>
  <policy_evaluated><disposition>none</disposition>${more}</policy_evaluated></row></record>`;
const report = (records: string) => Buffer.from(`<feedback>${head}${records}</feedback>`);
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const address = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;

test('a report of many rows is summed up by source', async () => {
  const reading = await readReportFile(gzipSync(report(many(5000, (at) => record(address(at % 700))))));
  const [first] = 'reports' in reading ? reading.reports : [];
  expect(first?.kind === 'dmarc' && first.sources.length).toBe(700);
  expect(first?.kind === 'dmarc' && first.sources.reduce((sum, { messages }) => sum + messages, 0)).toBe(5000);
});

test('a ZIP archive may have several reports', async () => {
  const reading = await readReportFile(zipOf({ 'a.xml': report(record('192.0.2.1')), 'b.xml': report('') }));
  expect(reading).toMatchObject({ reports: [{ sources: [{ address: '192.0.2.1' }] }, { sources: [] }] });
});

const zeros = (bytes: number) => Buffer.alloc(bytes, ' ');

test.each<[string, () => Buffer, fault: string]>([
  ['more sources than there is room for', () => report(many(20_001, (at) => record(address(at)))), 'different sources'],
  ['gzip that unpacks to too much', () => gzipSync(zeros(maxUnpackedBytes + 1)), 'unpacks to more'],
  [
    'a long report in gzip',
    () => gzipSync(Buffer.concat([report('').subarray(0, -11), zeros(maxUnpackedBytes), Buffer.from('</feedback>')])),
    'maxElement',
  ],
  ['a ZIP archive that unpacks to too much', () => zipOf({ a: zeros(20_000_000) }), 'too much'],
  [
    'an archive of too many files',
    () => zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}`, 'x']))),
    '100 files',
  ],
  ['a long text', () => report(record('192.0.2.1', `<dkim>${'x'.repeat(70_000)}</dkim>`)), 'text'],
  ['a record that never ends', () => Buffer.from(`<feedback><record>${'<a>'.repeat(100_000)}`), 'maxElement'],
  ['a deep record', () => report(record('192.0.2.1', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)), 'depth'],
  [
    'JSON of too many policies',
    () =>
      Buffer.from(
        JSON.stringify({
          'organization-name': 'a',
          'report-id': '1',
          'date-range': { 'start-datetime': '2026-03-01T00:00:00Z', 'end-datetime': '2026-03-01T00:00:00Z' },
          policies: Array(1001).fill({}),
        }),
      ),
    '1000 policies',
  ],
  ['JSON of too many bytes', () => gzipSync(Buffer.concat([Buffer.from('{'), zeros(9_000_000)])), 'bytes'],
])('%s is too large', async (_, make, fault) => {
  expect(await readReportFile(make())).toEqual({ fault: expect.stringContaining(fault), isTooLarge: true });
});

test.each<[string, Buffer, fault: string]>([
  ['gzip that is cut', gzipSync(report(record('192.0.2.1'))).subarray(0, -20), 'gzip file is broken'],
  ['no gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3]), 'gzip file is broken'],
  ['an empty archive', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`), 'neither'],
  ['no archive', Buffer.from('PK\x03\x04 and more'), 'central directory'],
  ['nothing', Buffer.alloc(0), 'empty'],
  ['deep JSON', Buffer.from(`{"policies":${'['.repeat(100_000)}`), 'not valid JSON'],
])('%s is refused', async (_, file, fault) => {
  expect(await readReportFile(file)).toEqual({ fault: expect.stringContaining(fault), isTooLarge: false });
});
