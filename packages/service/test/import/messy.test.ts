import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SynchronizedContact } from '@mailwright/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openText } from '../../src/administration/import/open-text.ts';
import { readTable } from '../../src/administration/import/table.ts';
import { csvRows, fileKind, settleRows, workbookFileRows } from '../../src/imports/index.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { customFields, type MessyFile, messyFiles } from './messy.ts';

const directory = mkdtempSync(join(tmpdir(), 'mailwright-messy-'));

/** The values of a contact, in the order of the fields. */
function valuesOf(contact: SynchronizedContact, fields: readonly string[]): string {
  const values = new Map(
    [...(contact.standard_fields ?? []), ...(contact.custom_fields ?? [])].map((each) => [each.name, each.value]),
  );
  return fields
    .map((field) => {
      const value = field === 'email' ? contact.email : values.get(field);
      return value && field === 'Spent' ? String(Number(value)) : value || '-';
    })
    .join(' ');
}

/** Reads a file as the command line does. */
async function readAsCommand({ name, content, sheet, fields, ...options }: MessyFile) {
  const path = join(directory, name);
  writeFileSync(path, content);
  const kind = fileKind(path, typeof content === 'string' ? 'utf-8' : 'windows-1252');
  const table =
    kind.kind === 'workbook' ? workbookFileRows(path, undefined, sheet) : csvRows(openText(path, kind.encoding).text);
  const isTyped = kind.kind === 'workbook';
  const types = new Map(Object.entries(customFields));
  const columns: (string | undefined)[] = [];
  const stored: SynchronizedContact[] = [];
  const rows = [];
  const onColumns = (all: { target: { kind: string; field?: string } | undefined }[]) =>
    columns.push(...all.map(({ target }) => target && (target.field ?? target.kind)));
  for await (const row of readTable(table, { mapping: new Map(), customFields: types, isTyped, onColumns, ...options }))
    rows.push(row);
  const { unstored } = await settleRows(
    rows,
    new Set(),
    'email',
    async (contacts) => {
      const invalid = contacts.flatMap(({ email }, index) =>
        email?.includes('@') ? [] : [{ index, code: email ? 3 : 2, field: 'email' }],
      );
      stored.push(...contacts.filter((_, index) => !invalid.some((each) => each.index === index)));
      return { created: 0, existing: 0, unsubscribed: 0, invalid };
    },
    () => {},
  );
  const faults = unstored.flatMap(({ line, field, fault, bad }) =>
    (bad ?? [{ field, fault }]).map((each) =>
      [line, each.field, each.fault, bad && '(stored)'].filter(Boolean).join(' '),
    ),
  );
  return { columns, values: stored.map((contact) => valuesOf(contact, fields)), faults };
}

test.each(messyFiles)('the command line reads $what', async (file) => {
  const { columns, values, faults } = await readAsCommand(file);
  expect(columns).toEqual(file.fields);
  expect(values).toEqual(file.wanted);
  expect(faults).toEqual(file.faults ?? []);
});

test('a format that the values do not tell is asked for', async () => {
  const [dates, numbers] = ['slashes.csv', 'thousands.csv'].map(
    (name) => messyFiles.find((each) => each.name === name)!,
  );
  await expect(readAsCommand({ ...dates!, dateFormat: undefined as never })).rejects.toThrow(
    'the values of the column "Since" do not tell their format, such as 03/04/2020; choose day-month-year (2020-04-03) or month-day-year (2020-03-04) with --date-format',
  );
  await expect(readAsCommand({ ...numbers!, numberFormat: undefined as never })).rejects.toThrow(
    'choose decimal-point (1.250) or decimal-comma (1250) with --number-format',
  );
  const sheet = messyFiles.find((each) => each.name === 'sheets.xlsx')!;
  await expect(readAsCommand({ ...sheet, sheet: 'Notes' })).rejects.toThrow('its sheets are: Readers, Archive');
});

describe.each(usualDatabases())('on $kind, the API', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
    for (const [field, type] of Object.entries(customFields))
      await service.client.contacts.createCustomField({ field, type }).orThrow();
  });
  afterAll(() => service?.close());

  const upload = ({ name, content }: MessyFile) =>
    service.client.imports
      .create({ name, contentType: 'application/octet-stream', body: Buffer.from(content) })
      .orThrow();

  test.each(messyFiles)('stores $what', async (file) => {
    const { imports, contacts } = service.client;
    const { fields, dateFormat, numberFormat, badValues, sheet } = file;
    const { id: importId } = await upload(file);
    const { columns } = await imports.get({ importId, ...(sheet && { sheet }) }).orThrow();
    expect(columns.map(({ field }) => field)).toEqual(fields);
    const format = (field: string) => (field === 'Since' ? dateFormat : field === 'Spent' ? numberFormat : undefined);
    await imports
      .start({
        importId,
        body: {
          fields,
          formats: fields.map((field) => format(field) ?? ''),
          ...(badValues && { bad_values: badValues }),
          ...(sheet && { sheet }),
        },
      })
      .orThrow();
    const found = await vi.waitFor(async () => {
      service.wakeWorker();
      const current = await imports.get({ importId }).orThrow();
      expect(current.state).toBe('done');
      return current;
    });
    const said = (found.faults ?? []).map(({ line, field, fault, is_stored }) =>
      [line, field, fault, is_stored && '(stored)'].filter(Boolean).join(' '),
    );
    expect(said).toEqual(file.faults ?? []);
    expect(found.count_new_contacts).toBe(file.wanted.length);
    expect(found.count_incomplete).toBe(
      new Set(said.filter((text) => text.endsWith('(stored)')).map((text) => text[0])).size,
    );
    const stored = await Promise.all(
      file.wanted.map(async (line) => {
        const contact = await contacts
          .getByEmail({
            email: line.split(' ')[0]!,
            standard_field: fields.filter((each) => /^[A-Z]+$/.test(each)) as 'CITY'[],
            custom_field: fields.filter((each) => each in customFields),
          })
          .orThrow();
        return valuesOf(contact as SynchronizedContact, fields);
      }),
    );
    expect(stored).toEqual(file.wanted);
  });

  test('a format that the values do not tell is asked for, and one for other values refused', async () => {
    const { imports } = service.client;
    const file = messyFiles.find((each) => each.name === 'slashes.csv')!;
    const { id: importId, columns } = await upload(file);
    expect(columns[1]).toMatchObject({
      type: 'date',
      fitting_formats: [
        { format: 'day-month-year', example: '03/04/2020', value: '2020-04-03' },
        { format: 'month-day-year', example: '03/04/2020', value: '2020-03-04' },
      ],
    });
    const fields = file.fields;
    for (const [body, message] of [
      [{ fields }, 'the values of the column "Since" do not tell their format'],
      [
        { fields, formats: ['', 'decimal-point'] },
        'cannot have the format decimal-point for the field Since; allowed: year-month-day,',
      ],
      [{ fields, formats: ['day-month-year'] }, 'the file has 2 columns, and the request 1 formats'],
      [{ fields, sheet: 'A' }, 'slashes.csv is no workbook, so it has no sheet "A"'],
    ] as const) {
      const answer = await imports.start({ importId, body: body as { fields: string[] } });
      expect([answer.status, answer.ok ? '' : answer.error.message]).toEqual([400, expect.stringContaining(message)]);
    }
    const { id: bookId, sheet, sheets } = await upload(messyFiles.find((each) => each.name === 'sheets.xlsx')!);
    expect([sheet, sheets]).toEqual(['Readers', ['Readers', 'Archive']]);
    const unknown = await imports.get({ importId: bookId, sheet: 'Notes' });
    expect([unknown.status, unknown.ok ? '' : unknown.error.message]).toEqual([
      400,
      expect.stringContaining('its sheets are: Readers, Archive'),
    ]);
  });
});
