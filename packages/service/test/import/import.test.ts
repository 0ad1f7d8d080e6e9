import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { commandLine } from '../support/command-line.ts';
import { emptyServerDatabase } from '../support/database.ts';
import { freshDirectory, runMailwright, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';
import { messyFiles } from './messy.ts';

const header = 'E-Mail;First name;Customer ID;Remark';
/** A workbook with a hidden sheet. */
const book = messyFiles.find(({ sheet }) => sheet !== undefined)!.content;
const csv = (...lines: string[]) => `\uFEFF${[header, ...lines].join('\r\n')}\r\n`;

/** Directory with the data and the files of one test. */
function workplace() {
  const directory = freshDirectory();
  const file = (name: string, content?: string) => {
    const path = join(directory, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };
  return { data: join(directory, 'data'), file };
}

async function exported(args: string[]): Promise<string[]> {
  const { stdout, code, stderr } = await runMailwright(['export', ...args]).ended;
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Account \d+: .+\n$/)]);
  return stdout
    .trimEnd()
    .split('\r\n')
    .filter((line) => line.includes('reader'));
}

describe('beside a running service', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  const { data, file } = workplace();
  const run = (...args: string[]) => commandLine([...args, '--data', data]);
  beforeAll(async () => {
    service = await startService(data);
  });
  afterAll(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });

  test('CSV: columns are recognised, errors are listed by line, the rest is stored', async () => {
    const readers = file(
      'readers.csv',
      csv(
        'reader1@example.org;Ada;c-1;x',
        'nobody;Ben;c-2;',
        '"reader2@example.org";"Ca;""rl""";;',
        'too;many;cells;x;y',
        '',
      ),
    );
    const rehearsal = await run('import', readers, '--dry-run', '--permission', '3');
    expect(rehearsal.stdout).toContain(
      '4 rows, 2 new, 0 existing, 0 unsubscribed and skipped, 0 duplicates, 2 with errors',
    );
    expect(await exported(['--data', data])).toEqual([]);

    const { code, stdout, stderr } = await run('import', readers, '--permission', '3');
    expect(stderr).toContain('Columns: E-Mail → email, First name → FIRSTNAME, Customer ID → external_id');
    expect(stderr).toContain('Skipped columns: Remark');
    expect(stdout).toContain('4 rows, 2 new, 0 existing, 0 unsubscribed and skipped, 0 duplicates, 2 with errors');
    expect(code).toBe(2);
    expect(statSync(`${readers}.errors.csv`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${readers}.errors.csv`, 'utf8').split('\r\n')).toEqual([
      'line,email,external_id,code,field,fault',
      '3,nobody,c-2,3,email,it is not an email address',
      '5,,,,,has 5 cells instead of 4',
      '',
    ]);
    const lines = await exported(['--data', data]);
    expect(lines.map((line) => line.slice(line.indexOf(',') + 1))).toEqual([
      expect.stringMatching(/^reader1@example\.org,c-1,3,subscribed,.*,Ada,/),
      expect.stringMatching(/^reader2@example\.org,,3,subscribed,.*,"Ca;""rl""",/),
    ]);
  });

  test('CSV: characters that XML cannot carry are told by line and column, and not stored', async () => {
    // NUL among the first bytes says that a file is no text at all.
    const rows = [
      `odd1@example.org;A\u000bda;c-1;${'-'.repeat(600)}`,
      'odd2@example.org;Ben\u0000;c-2;',
      'odd3@example.org;C\ufffe;c-3;',
    ];
    const readers = file('odd.csv', csv(...rows, 'odd4@example.org;Dö\u0085🌷;c-4;'));
    const { code, stdout, stderr } = await run('import', readers, '--permission', '3');
    expect(stdout, stderr).toContain(
      '4 rows, 1 new, 0 existing, 0 unsubscribed and skipped, 0 duplicates, 3 with errors',
    );
    expect(code).toBe(2);
    const fault = 'column 2 has a control character, or another that XML cannot carry';
    expect(readFileSync(`${readers}.errors.csv`, 'utf8').split('\r\n').slice(1, -1)).toEqual(
      [2, 3, 4].map((line) => `${line},,,,,"${fault}"`),
    );
    const lines = (await run('export')).stdout.split('\r\n').filter((line) => line.includes('odd'));
    expect(lines).toEqual([expect.stringContaining('Dö\u0085🌷')]);
  });

  test('XML of any length, existing contacts are kept', async () => {
    const contact = (n: number) =>
      `<contact><email>reader${n}@example.org</email><standard_fields><field><name>CITY</name><value><![CDATA[<Oslo>]]></value></field></standard_fields></contact>`;
    const readers = file(
      'readers.xml',
      `<?xml version="1.0"?><contacts>\n${[1, 2, 3].map(contact).join('\n')}</contacts>`,
    );
    const { stdout, code, stderr } = await run('import', readers, '--existing', 'keep');
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining('3 rows, 1 new, 2 existing')]);
    const cities = (await exported(['--data', data])).map((line) => line.includes('<Oslo>'));
    expect(cities).toEqual([false, false, true]);
  });

  test('fields of any name, and values that look like formulas, come back as they were', async () => {
    const fetch = trusting(join(data, 'tls/certificate.pem'));
    const client = createClient({ baseUrl: service.baseUrl, apiKey: service.key, fetch });
    for (const field of ['constructor', '__proto__', '=cmd']) {
      await client.contacts.createCustomField({ field, type: 'string' }).orThrow();
    }
    const values = ['=HYPERLINK("http://evil.example","x")', "'+1-2", "-2+3+cmd|' /C calc'!A0"];
    const hostile = file(
      'hostile.csv',
      `email,__proto__,constructor,=cmd\nreader8@example.org,${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\nreader9@example.org,,,\n`,
    );
    expect((await run('import', hostile)).code).toBe(0);
    const copy = file('copy.csv');
    await run('export', copy);
    const text = readFileSync(copy, 'utf8');
    expect(text).not.toContain('native code');
    expect(text).not.toMatch(/(^|[,;"\t\n])[=+@-]/m);
    expect((await run('import', copy, '--by', 'email', '--map', 'id=')).code).toBe(0);
    const again = await exported(['--data', data]);
    expect(again.join('\r\n')).toBe(
      text
        .split('\r\n')
        .filter((line) => line.includes('reader'))
        .join('\r\n'),
    );
  });

  test('tags of a column, of all contacts, and of an export, which come back', async () => {
    const tagged = file('tagged.csv', 'email,tags\ntag1@example.org,"Press, Fair"\ntag2@example.org,\n');
    expect((await run('import', tagged, '--tag', 'May  2026')).code).toBe(0);
    const tagsOf = async () => {
      const { stdout } = await run('export', '--json');
      const contacts = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { email: string; tags: string[] });
      return contacts.flatMap(({ email, tags }) => (email.startsWith('tag') ? [[email, tags]] : []));
    };
    const wanted = [
      ['tag1@example.org', ['May 2026', 'Press', 'Fair']],
      ['tag2@example.org', ['May 2026']],
    ];
    expect(await tagsOf()).toEqual(wanted);
    const copy = file('tags-copy.csv');
    await run('export', copy);
    const moved = readFileSync(copy, 'utf8').replaceAll(/\btag(?=\d@)/g, 'tag-again');
    expect((await run('import', file('moved.csv', moved), '--map', 'id=')).code).toBe(0);
    expect((await tagsOf()).map(([, tags]) => tags).sort()).toEqual(
      [...wanted, ...wanted].map(([, tags]) => tags).sort(),
    );
    expect((await run('import', tagged, '--dry-run', '--tag', 'Rehearsed')).code).toBe(0);
    expect((await tagsOf()).flat(2)).not.toContain('Rehearsed');
    const refused = await run('import', tagged, '--tag', 'one, two');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('must not have a comma')]);
  });

  test('a workbook of Excel, and a file without a line of names', async () => {
    const rows = [
      ['E-Mail', 'Vorname', 'Geburtsdatum'],
      ['xlsx@example.org', 'Änne', new Date(Date.UTC(1980, 1, 29))],
      ['XLSX@example.org', 'Again', null],
    ];
    const path = file('kunden.xlsx');
    writeFileSync(path, await writeXlsx({ sheets: [{ name: 'Kunden', rows }] }));
    const book = await run('import', path, '--permission', '3');
    expect([book.code, book.stdout], book.stderr).toEqual([0, expect.stringContaining('2 rows, 1 new')]);
    expect(book.stdout).toContain('1 duplicate, 0 with errors');
    const plain = file('plain.csv', 'plain@example.org,x,Ben\n');
    expect((await run('import', plain, '--columns', 'email,,Vorname')).stdout).toContain('1 row, 1 new');
    const lines = (await run('export')).stdout.split('\r\n').filter((line) => /xlsx|plain/.test(line));
    expect(lines).toEqual([expect.stringMatching(/1980-02-29.*Änne/), expect.stringContaining('Ben')]);
  });

  test('formats, sheets, and values that are left out', async () => {
    const path = file(
      'slashes.csv',
      'email;BIRTHDAY;CITY\nslash@example.org;3/4/1980;Ulm\nbad@example.org;30/4/1980;Rom\n',
    );
    const options = ['--date-format', 'month-day-year', '--bad-values', 'field'];
    const { code, stdout, stderr } = await run('import', path, ...options);
    expect([code, stdout], stderr).toEqual([
      2,
      expect.stringContaining('0 with errors, 1 stored without some values.'),
    ]);
    expect(stderr).toContain(
      'line 3: bad@example.org BIRTHDAY: it must be a date such as 12/31/1980; stored without it',
    );
    expect(readFileSync(`${path}.errors.csv`, 'utf8').split('\r\n')[1]).toBe(
      '3,bad@example.org,,17,BIRTHDAY,"it must be a date such as 12/31/1980; stored without it"',
    );
    const workbookPath = file('sheets.xlsx');
    writeFileSync(workbookPath, book);
    expect((await run('import', workbookPath, '--sheet', 'Archive')).stdout).toContain('1 row, 1 new');
    const lines = (await run('export')).stdout.split('\r\n').filter((line) => /slash|bad@|old@/.test(line));
    expect(lines).toEqual([
      expect.stringMatching(/slash@.*1980-03-04.*Ulm/),
      expect.stringMatching(/bad@.*Rom/),
      expect.stringMatching(/old@.*Ulm/),
    ]);
  });

  test.each([
    ['UTF-16', Buffer.from('\uFEFFE-Mail;Vorname\nutf16@example.org;Jörg\n', 'utf16le'), []],
    [
      'Windows-1252',
      Buffer.from('E-Mail;Vorname\nlatin@example.org;J\xf6rg\n', 'latin1'),
      ['--encoding', 'windows-1252'],
    ],
  ])('a file of Excel in %s is imported', async (name, content, args) => {
    const path = file(`excel-${name}.csv`);
    writeFileSync(path, content);
    const { code, stdout, stderr } = await run('import', path, ...args);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Vorname → FIRSTNAME')]);
    expect(stdout).toContain('1 row, 1 new');
  });

  test.each<[what: string, name: string, content: string | Buffer, args: string[], message: string]>([
    ['a column that is none', 'a.csv', csv(), ['--map', 'Mail=email'], 'there is no column "Mail"'],
    ['a field that is none', 'b.csv', csv(), ['--map', 'Remark=HAT'], 'there is no field HAT for the column "Remark"'],
    ['a mapping of no form', 'c.csv', csv(), ['--map', 'email'], 'must look like'],
    ['nothing', 'd.csv', '', [], 'the file is empty'],
    ['a file without names', 'e.csv', 'solo@example.org\n', [], '--columns "email"'],
    ['Latin 1', 'f.csv', Buffer.from('email\nj\xf6rg@example.org\n', 'latin1'), [], 'is not UTF-8 text'],
    ['a DOCTYPE', 'g.xml', '<!DOCTYPE a [<!ENTITY b "c">]><contacts/>', [], 'a DOCTYPE is not allowed'],
    ['another root', 'h.xml', '<people/>', [], 'the root must be contacts but is people'],
    ['XML that ends early', 'i.xml', '<contacts><contact>', [], 'not valid XML'],
    ['a permission that is none', 'j.csv', csv(), ['--permission', '9'], 'Allowed choices are 1, 2'],
    ['dates of two orders', 'l.csv', 'email,BIRTHDAY\na@b.example,3/4/1980\n', [], '(1980-03-04) with --date-format'],
    ['a sheet of CSV', 'm.csv', csv(), ['--sheet', 'A'], '--sheet is for workbooks, and'],
    ['a sheet that is none', 'n.xlsx', book, ['--sheet', 'Notes'], 'its sheets are: Readers, Archive'],
    ['nothing to resume', 'k.csv', csv(), ['--resume'], 'there is no interrupted import'],
  ])('refused: %s', async (_what, name, content, args, message) => {
    const path = file(name);
    writeFileSync(path, content);
    const { code, stderr } = await run('import', path, ...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('exports of other systems: contacts, those who said no, and dead addresses', async () => {
    const columns = 'Email Address,First Name,LAST_CHANGED,LEID,EUID';
    const audience = (name: string, more: string, ...addresses: string[]) =>
      file(
        name,
        [columns + more, ...addresses.map((address) => `${address},Ada,,1,2${more && ',2026-01-02'}`)].join('\n'),
      );
    const files = [
      audience('subscribed_1.csv', '', 'mover1@example.org', 'mover2@example.org'),
      audience('unsubscribed_1.csv', ',UNSUB_TIME', 'mover3@example.org'),
      audience('cleaned_1.csv', ',CLEAN_TIME', 'mover2@example.org', 'dead@example.org', 'nobody'),
    ];
    const command = ['import', '--from', 'mailchimp', ...files, '--permission', '2'];
    const rehearsal = await run(...command, '--dry-run');
    const [subscribed, unsubscribed, cleaned] = rehearsal.stdout.split('\n');
    expect(subscribed).toContain('2 new');
    expect(unsubscribed).toContain('1 taken over as unsubscribed');
    expect(cleaned).toContain('2 addresses as blocked');
    expect((await run('export')).stdout).not.toContain('mover');
    const { stdout, code } = await run(...command);
    expect([stdout.replaceAll('Imported ', 'Would import '), code]).toEqual([rehearsal.stdout, 2]);
    const contacts = (await run('export')).stdout.split('\r\n').filter((line) => line.includes('mover'));
    expect(contacts.map((line) => line.split(',').slice(1, 5).join())).toEqual([
      'mover1@example.org,,2,subscribed',
      'mover2@example.org,,2,blocked',
      'mover3@example.org,,1,unsubscribed',
    ]);
    const again = await run(...command);
    expect(again.stdout).toContain('0 new, 2 existing');
    const listed = await run('import', file('old.csv', 'email\nmover1@example.org\n'), '--state', 'blocked');
    expect(listed.stdout).toContain('1 addresses as blocked');
    expect((await run('export')).stdout).toMatch(/mover1@example\.org,,2,blocked/);
  });
});

test.each((['SIGKILL', 'SIGINT'] as const).slice(0, deep ? 2 : 1))(
  'interrupted by %s and resumed: every row once, in PostgreSQL',
  async (signal) => {
    const { file } = workplace();
    const { config, remove } = await emptyServerDatabase();
    const place = ['--database', config.databaseUrl];
    const database = await openServiceDatabase(config);
    await database.kysely.insertInto('account').values({ name: 'Import', domain: 'example.com' }).execute();
    const lines = Array.from({ length: 60_000 }, (_, i) => (i % 1000 === 7 ? 'bad,Eve' : `reader${i}@example.org,Ada`));
    const readers = file('many.csv', `email,First name\n${lines.join('\n')}\n`);
    const count = async () => {
      const { rows } = await database.kysely
        .selectFrom('contact')
        .select((contact) => contact.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      return rows;
    };

    const first = runMailwright(['import', readers, ...place]);
    for (let stored = 0; stored === 0 && first.child.exitCode === null; ) stored = await count();
    first.child.kill(signal);
    const interrupted = await first.ended;
    if (signal === 'SIGINT') {
      expect([interrupted.code, interrupted.stdout]).toEqual([130, expect.stringContaining('Stopped in')]);
      expect(interrupted.stderr).toContain('Run the command with --resume to continue.');
    }
    expect(await count()).toBeLessThan(59_940);
    const { code, stdout, stderr } = await runMailwright(['import', readers, '--resume', ...place]).ended;
    expect([code, stdout], stderr).toEqual([2, expect.stringContaining('60,000 rows')]);
    expect(stdout).toContain('60 with errors');
    expect(await count()).toBe(59_940);
    const errors = readFileSync(`${readers}.errors.csv`, 'utf8').trim().split('\r\n');
    expect(errors).toHaveLength(61);
    expect(errors[1]).toBe('9,bad,,3,email,it is not an email address');
    expect((await exported(place)).length).toBe(59_940);
    await database.close();
    await remove();
  },
);
