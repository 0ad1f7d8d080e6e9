import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { importJob, purgeImportsTask } from '../../src/imports/index.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A list as people have it: titles, an empty line, German names and an encoding of Windows. */
const german = Buffer.from(
  `Kunden;;;\r\n\r\nE-Mail-Adresse;Vorname;Straße;Notiz\r\n${[
    'zoe@imports.example;Zoë;Weg 1;"a;b"',
    'nobody;Änne;Weg 2;',
    'zoe@IMPORTS.example;Zweite;;',
    'ben@imports.example;Ben;;',
    'ben2@imports.example;Ben;;;x',
  ].join('\r\n')}\r\n`,
  'latin1',
);

describe.each(databases())('imports on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());
  const upload = (name: string, body: Uint8Array | string, encoding?: 'utf-16le') =>
    service.client.imports.create({
      name,
      contentType: 'application/octet-stream',
      body: Buffer.from(body),
      ...(encoding && { encoding }),
    });
  const untilDone = (importId: number) =>
    vi.waitFor(
      async () => {
        service.wakeWorker();
        const found = await service.client.imports.get({ importId }).orThrow();
        expect(found.state).toBe('done');
        return found;
      },
      { timeout: 60_000, interval: 100 },
    );

  test('a file is read, shown, stored, and its errors are listed with their rows', async () => {
    const { imports, contacts } = service.client;
    const uploaded = await upload('Kunden.csv', german).orThrow();
    expect(uploaded).toMatchObject({
      state: 'uploaded',
      kind: 'csv',
      encoding: 'windows-1252',
      separator: 'semicolon',
      count_rows: 5,
      columns: [
        { name: 'E-Mail-Adresse', field: 'email', examples: expect.arrayContaining(['zoe@imports.example']) },
        { name: 'Vorname', field: 'FIRSTNAME', examples: ['Zoë', 'Änne', 'Zweite', 'Ben', 'Ben'] },
        { name: 'Straße', field: 'ADDRESS' },
        { name: 'Notiz', examples: ['a;b', '', '', '', ''] },
      ],
    });
    expect(uploaded.columns[3]).not.toHaveProperty('field');
    expect(await imports.get({ importId: uploaded.id }).orThrow()).toEqual(uploaded);

    const importId = uploaded.id;
    const body = { fields: ['email', 'FIRSTNAME', 'ADDRESS', ''], permission: 2 as const };
    const started = await imports.start({ importId, body }).orThrow();
    expect([started.state, started.columns[1]]).toEqual(['running', { name: 'Vorname', field: 'FIRSTNAME' }]);
    expect((await imports.start({ importId, body })).status).toBe(409);
    expect(await untilDone(importId)).toMatchObject({
      count_done: 5,
      count_new_contacts: 2,
      count_existing_contacts: 0,
      count_duplicates: 1,
      count_invalid: 2,
    });
    const zoe = await contacts.getByEmail({ email: 'zoe@imports.example', standard_field: ['FIRSTNAME'] }).orThrow();
    expect([zoe.permission, zoe.standard_fields]).toEqual([2, [{ name: 'FIRSTNAME', value: 'Zoë' }]]);
    expect(await imports.getErrors({ importId }).orThrow()).toBe(
      [
        'line,field,fault,E-Mail-Adresse,Vorname,Straße,Notiz',
        '5,email,it is not an email address,nobody,Änne,Weg 2,',
        '6,email,an earlier row has the same email address,zoe@IMPORTS.example,Zweite,,',
        '8,,has 5 cells instead of 4,ben2@imports.example,Ben,,,x',
        '',
      ].join('\r\n'),
    );
    const rest = await service.db.selectFrom('contact_import_part').select('part').execute();
    expect(rest, 'the file is deleted').toEqual([]);

    await contacts.delete({ id: zoe.id }).orThrow();
    expect(await imports.getErrors({ importId }).orThrow(), 'erased with the contact').not.toContain('zoe@');
  });

  test('tags of rows are added to those of contacts, as the account spells them, and only where contacts change', async () => {
    const { imports, contacts } = service.client;
    const tagsOf = async (name: string) => {
      const email = `${name}@tagged.example`;
      const { standard_fields } = await contacts.getByEmail({ email, standard_field: ['CONTACT_TAGS'] }).orThrow();
      return standard_fields?.[0]?.value;
    };
    const start = async (lines: string[], settings: object) => {
      const { id: importId, columns } = await upload('t.csv', `email,Tags\n${lines.join('\n')}\n`).orThrow();
      expect(columns.map(({ field }) => field)).toEqual(['email', 'tags']);
      await imports.start({ importId, body: { fields: ['email', 'tags'], permission: 2, ...settings } }).orThrow();
      const { count_new_contacts, count_existing_contacts, count_invalid } = await untilDone(importId);
      return [count_new_contacts, count_existing_contacts, count_invalid];
    };
    const { email } = { email: 'old@tagged.example' };
    const id = Number(await contacts.createByEmail({ email, body: {} }).orThrow());
    await contacts.setTags({ id, tag: ['Press'] }).orThrow();
    const long = 'x'.repeat(51);
    const rows = ['old@tagged.example,"PRESS, Fair"', 'new@tagged.example,"fair, press, fair"', 'none@tagged.example,'];
    expect(await start([...rows, `bad@tagged.example,${long}`], { tag: 'May' })).toEqual([2, 1, 1]);
    expect(await tagsOf('old')).toBe('Press, May, Fair');
    expect(await tagsOf('new')).toBe('May, Fair, Press');
    expect(await tagsOf('none')).toBe('May');
    expect(await start([`bad@tagged.example,${long}`], { bad_values: 'field' })).toEqual([1, 0, 0]);
    expect(await tagsOf('bad')).toBeNull();

    const kept = { existing: 'keep', tag: 'June' };
    expect(await start(['old@tagged.example,Later', 'late@tagged.example,Later'], kept)).toEqual([1, 1, 0]);
    expect(await tagsOf('old')).toBe('Press, May, Fair, June');
    expect(await tagsOf('late')).toBe('June, Later');

    const many = Array.from({ length: 48 }, (_, at) => `tag ${at}`).join(', ');
    expect(await start([`old@tagged.example,"${many}"`], {})).toEqual([0, 1, 0]);
    expect((await tagsOf('old'))?.split(', ')).toHaveLength(50);
  });

  test('a long file is stored in several statements, in its order', async () => {
    const lines = Array.from({ length: 21_500 }, (_, at) => `p${at}@long.example`);
    const { id, count_rows } = await upload('long.csv', `email\n${lines.join('\n')}\n`).orThrow();
    expect(count_rows).toBe(21_500);
    const { rows } = await sql<{ part: number; first: number; rows: number }>`
      select part::int4, (rows::jsonb -> 0 ->> 'line')::int4 as first, jsonb_array_length(rows::jsonb) as rows
      from contact_import_part where import_id = ${id} order by part`.execute(service.db);
    expect(rows).toEqual(
      Array.from({ length: 22 }, (_, part) => ({ part, first: part * 1000 + 1, rows: part < 21 ? 1000 : 501 })),
    );
    await service.client.imports.delete({ importId: id }).orThrow();
  });

  test('a workbook without names, with existing contacts that are kept', async () => {
    const rows = [
      ['Ada', 'ada@workbook.example', null],
      ['Ben', 'ben@workbook.example', 'x'],
    ];
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows }] });
    await service.client.contacts
      .createByEmail({
        email: 'ada@workbook.example',
        permission: 1,
        body: { standard_fields: [{ name: 'FIRSTNAME', value: 'Augusta' }] },
      })
      .orThrow();
    const { id: importId, columns, kind } = await upload('readers.xlsx', Buffer.from(bytes)).orThrow();
    expect([kind, columns.map(({ name, field }) => [name, field])]).toEqual([
      'xlsx',
      [
        ['Column 1', undefined],
        ['Column 2', 'email'],
      ],
    ]);
    const body = { fields: ['FIRSTNAME', 'email'], existing: 'keep' as const };
    await service.client.imports.start({ importId, body }).orThrow();
    expect(await untilDone(importId)).toMatchObject({ count_existing_contacts: 1, count_invalid: 1 });
    const email = 'ada@workbook.example';
    const ada = await service.client.contacts.getByEmail({ email, standard_field: ['FIRSTNAME'] }).orThrow();
    expect(ada.standard_fields).toEqual([{ name: 'FIRSTNAME', value: 'Augusta' }]);
  });

  test.each<[what: string, name: string, body: string, message: string]>([
    ['a PDF', 'list.pdf', '%PDF-1.7', 'is a PDF'],
    ['XML', 'a.xml', '<contacts/>', 'send its contacts with POST /contacts'],
    ['a broken workbook', 'a.xlsx', 'PK\u0003\u0004 hello', 'is not a valid Excel workbook'],
    ['nothing', 'a.csv', '\n\n', 'is empty'],
  ])('%s is refused', async (_, name, body, message) => {
    const answer = await upload(name, body);
    expect([answer.status, answer.ok ? '' : answer.error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test.each<[fields: string[], by: 'email' | 'external_id', message: string]>([
    [['email'], 'email', 'the file has 2 columns, and the request 1 fields'],
    [['email', 'COLOUR'], 'email', 'there is no field COLOUR'],
    [['email', 'email'], 'email', 'the field email is there twice'],
    [['', 'FIRSTNAME'], 'email', 'no column has the field email'],
    [['email', 'FIRSTNAME'], 'external_id', 'no column has the field external_id'],
  ])('the fields %j by %s are refused', async (fields, identified_by, message) => {
    const { id: importId } = await upload('a.csv', 'a,b\n').orThrow();
    const answer = await service.client.imports.start({ importId, body: { fields, identified_by } });
    expect([answer.status, answer.ok ? '' : answer.error.message]).toEqual([400, expect.stringContaining(message)]);
    await service.client.imports.delete({ importId }).orThrow();
    expect((await service.client.imports.get({ importId })).status).toBe(404);
  });

  test('an interrupted import goes on, and knows what it has stored', async () => {
    const rows = Array.from({ length: 2500 }, (_, n) => `r${n === 2400 ? 3 : n}@resumed.example`);
    const { id: importId } = await upload('long.csv', `email\n${rows.join('\n')}`).orThrow();
    const { db, accountId } = service;
    await db
      .updateTable('contact_import')
      .set({ state: 'running', fields: ['email'] })
      .where('id', '=', importId)
      .execute();
    const stop = new AbortController();
    const job = { accountId, attempt: 1, now: () => new Date(), signal: stop.signal, complete: async () => {} };
    const parts = () => db.selectFrom('contact_import').select('parts_done').where('id', '=', importId).execute();
    // The signal aborts while the first part is stored, so the job ends after it.
    const first = importJob.run(db, { importId }, job);
    await vi.waitFor(async () => expect((await parts())[0]!.parts_done).toBeGreaterThan(0), { interval: 1 });
    stop.abort();
    await first;
    const { rows: sizes } = await sql<{ known: number }>`
      select reltuples::float8 as known from pg_class where oid = 'contact'::regclass`.execute(db);
    expect(sizes[0]!.known, 'the planner knows of the first part before the last is stored').toBeGreaterThan(500);
    await importJob.run(db, { importId }, { ...job, signal: new AbortController().signal });
    expect(await service.client.imports.get({ importId }).orThrow()).toMatchObject({
      state: 'done',
      count_done: 2500,
      count_new_contacts: 2499,
      count_duplicates: 1,
    });
  });

  test('an account has at most 20 that are not done, and files are deleted after a day', async () => {
    await service.db.deleteFrom('contact_import').execute();
    const answers = await Promise.all(Array.from({ length: 22 }, () => upload('a.csv', 'email\n')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 409, 409]);
    const list = await service.client.imports.list({ page_size: 5 }).orThrow();
    expect([list.items.length, list.total]).toEqual([5, 20]);
    await service.db
      .updateTable('contact_import')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .execute();
    await purgeImportsTask.run(service.db, new AbortController().signal);
    expect((await service.client.imports.list({}).orThrow()).total).toBe(0);
    expect(await runDueJobs(service.db, [importJob], () => {})).toBe(0);
  });
});
