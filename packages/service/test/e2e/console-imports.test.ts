import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isKnownFault } from '../../../console/src/pages/imports/fault-words.ts';
import { csvRows } from '../../src/imports/index.ts';
import { faultWords } from '../../src/imports/reading/describe-fault.ts';
import { readRow } from '../../src/imports/reading/row.ts';
import { valueFormats } from '../../src/imports/reading/values/column-values.ts';
import { describeAllowed, type ValueType } from '../../src/imports/reading/values/read-value.ts';
import { messyFiles } from '../import/messy.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Browser, signedIn } from '../support/users.ts';

describe.each(usualDatabases())('imports in the console on $kind', ({ open }) => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService(await open());
    ({ browser } = await signedIn(service, 'administrator'));
  });
  afterAll(() => service?.close());

  const read = async (path: string) => plain(await (await browser.get(path)).text());
  /** The text of a page, without its tags. */
  const plain = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&\w+;|\s+/g, ' ');

  async function upload(name: string, content: string | Buffer): Promise<string> {
    const page = await (await browser.get('/console/imports')).text();
    const form = new FormData();
    form.set('token', /name="token" value="([^"]+)"/.exec(page)![1]!);
    form.set('file', new File([Buffer.from(content)], name));
    const answer = await service.fetch(`${service.origin}/console/imports`, {
      method: 'POST',
      body: form,
      headers: { cookie: browser.cookie },
      redirect: 'manual',
    });
    return answer.headers.get('location')!;
  }

  const untilDone = (path: string) =>
    vi.waitFor(async () => {
      service.wakeWorker();
      const page = await (await browser.get(path)).text();
      expect(page).not.toContain('<progress');
      return page;
    });

  const customers = Buffer.from(
    'Kundenliste\r\nE-Mail;Vorname;Geburtsdatum;Kunde seit;Umsatz;Aktiv\r\n' +
      'Rut Roe <rut@office.example>;Rut;17.4.1975;03/04/2020;1.250,50;ja\r\n' +
      'kai@office.example;Kai;31.2.1980;05/06/2021;12,5;nein\r\n' +
      'kaputt;Änne;1.1.1980;05/06/2021;=1+1;nein\r\n',
    'latin1',
  );

  test('a list of an office is checked, asked about, stored, and what is wrong with it is told', async () => {
    const path = await upload('kunden.csv', customers);
    const page = await read(path);
    for (const text of [
      'Windows-1252',
      'Dates of “Geburtsdatum”',
      '“17.4.1975” is read as April 17, 1975.',
      '“03/04/2020” can be April 3, 2020 / March 4, 2020. Which one is meant?',
      '“1.250,50” is read as 1,250.5.',
      'New number field “Umsatz”',
      'New date field “Kunde seit”',
      'New yes-or-no field “Aktiv”',
      'the address is stored. A name is stored if a column of its own has it.',
      'Keep existing consent; none for new contacts',
    ])
      expect(page).toContain(text);
    const fields = {
      'column-0': 'email',
      'column-1': 'FIRSTNAME',
      'column-2': 'BIRTHDAY',
      'format-2': 'day-month-year',
      'column-3': 'new-date:Kunde seit',
      'format-3': '',
      'column-4': 'new-double:Umsatz',
      'format-4': 'decimal-comma',
      'column-5': 'new-boolean:Aktiv',
      permission: '3',
      'bad-values': 'field',
    };
    for (const [wrong, message] of [
      [{ 'column-0': '' }, 'Choose the column that has the email addresses'],
      [{}, 'Choose how the values of “Kunde seit” are written'],
    ] as const) {
      const answer = await browser.submit(`${path}/start`, { ...fields, ...wrong });
      expect([answer.status, plain(await answer.text())]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await browser.submit(`${path}/start`, { ...fields, 'format-3': 'month-day-year' })).status).toBe(303);
    const done = await untilDone(path);
    expect(done).toContain('<span class="badge plain">Done, with errors</span>');
    const rows = [...done.matchAll(/<tr>(<td.*?)<\/tr>/gs)].map(([, cells]) => plain(cells!).trim());
    expect(rows).toEqual([
      '4 Geburtsdatum 31.2.1980 It must be a date such as 31.12.1980 The rest of the row was stored.',
      '5 E-Mail kaputt It is not an email address',
    ]);
    const { contacts } = service.client;
    const custom = { standard_field: ['BIRTHDAY'] as 'BIRTHDAY'[], custom_field: ['Kunde seit', 'Umsatz', 'Aktiv'] };
    const [rut, kai] = await Promise.all(
      ['rut@office.example', 'kai@office.example'].map((email) => contacts.getByEmail({ email, ...custom }).orThrow()),
    );
    expect([rut!.permission, rut!.standard_fields, rut!.custom_fields]).toEqual([
      3,
      [{ name: 'BIRTHDAY', value: '1975-04-17' }],
      expect.arrayContaining([
        { name: 'Kunde seit', value: '2020-03-04' },
        { name: 'Umsatz', value: '1250.5' },
        { name: 'Aktiv', value: 'true' },
      ]),
    ]);
    expect(kai!.custom_fields).toContainEqual({ name: 'Umsatz', value: '12.5' });

    const file = await browser.get(`${path}/errors.csv`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=windows-1252');
    expect(new TextDecoder('windows-1252').decode(await file.arrayBuffer())).toBe(
      [
        'Reason;E-Mail;Vorname;Geburtsdatum;Kunde seit;Umsatz;Aktiv',
        'Line 4: Geburtsdatum: It must be a date such as 31.12.1980;kai@office.example;Kai;31.2.1980;05/06/2021;"12,5";nein',
        "Line 5: E-Mail: It is not an email address;kaputt;Änne;1.1.1980;05/06/2021;'=1+1;nein",
        '',
      ].join('\r\n'),
    );
  });

  test('another sheet of a workbook can be chosen', async () => {
    const { name, content } = messyFiles.find((each) => each.sheet !== undefined)!;
    const path = await upload(name, content);
    expect(await read(path)).toContain('new@messy.example');
    const page = await browser.get(`${path}?sheet=Archive`);
    const text = await page.text();
    expect(plain(text)).toContain('old@messy.example');
    expect(plain(text)).not.toContain('hidden@messy.example');
    expect(text).toContain('<input type="hidden" name="sheet" value="Archive">');
    await browser.submit(`${path}/start`, { sheet: 'Archive', 'column-0': 'email', 'column-1': 'CITY' });
    expect(await untilDone(path)).toContain('<span class="badge good">Done</span>');
    expect((await service.client.contacts.getByEmail({ email: 'old@messy.example' })).status).toBe(200);
  });

  test.each([
    ['no rows', 'email;CITY\n', 'There is nothing to import: the file has no rows'],
    ['no addresses', 'Name;Ort\nAda;Rom\n', 'No column has email addresses, so there is nobody to import.'],
  ])('a file with %s is explained, and cannot be started', async (_, content, message) => {
    const page = await (await browser.get(await upload('a.csv', content))).text();
    expect(plain(page)).toContain(message);
    expect(page).not.toContain('/start"');
  });

  test('an import that stored nothing does not look like a success', async () => {
    const path = await upload('none.csv', 'email;CITY\nnobody;Rom\n');
    await browser.submit(`${path}/start`, { 'column-0': 'email', 'column-1': 'CITY' });
    for (const page of [await untilDone(path), await (await browser.get('/console/imports')).text()])
      expect(page).toContain('<span class="badge bad">Nothing stored</span>');
  });
});

test('the console says every sentence of the service on rows in all languages', async () => {
  const types: ValueType[] = ['string', 'integer', 'float', 'double', 'boolean', 'date', 'timestamp', 'day'];
  const values = types.flatMap((type) => [undefined, ...valueFormats].map((format) => describeAllowed(type, format)));
  const codes = Array.from({ length: 30 }, (_, code) => faultWords(code));
  const targets = (['email', 'status', 'permission', 'tags'] as const).map((kind) => ({ kind }));
  const mapping = { targets, formats: [], types: new Map(), onBadValue: 'row' as const };
  async function* text() {
    for (const tags of ['x'.repeat(51), 'a\u0085b', Array.from({ length: 51 }, (_, at) => `t${at}`).join()])
      yield `a@x.example,,,"${tags}"\n`;
    yield 'a@x.example,blocked,\na@x.example,,7\na@x.example,,,,8\na@x.example,\u0001\n"a" b,,\na,"b,\n';
  }
  const rows: (string | undefined)[] = [];
  for await (const row of csvRows(text())) {
    const result = readRow(row, mapping);
    rows.push('fault' in result ? result.fault : undefined);
  }
  expect(rows).not.toContain(undefined);
  expect(new Set(rows).size).toBe(9);
  const sentences = [...values, ...codes, ...rows].filter((sentence) => sentence !== undefined);
  expect(sentences.filter((sentence) => !isKnownFault(sentence))).toEqual([]);
});
