import { expect } from 'vitest';
import type { Stage } from '../stage.ts';
import { type OfficeFile, officeFiles } from './files.ts';
import { type Cut, enter, join, type Studio, said, textsOf } from './studio.ts';

/** An editor imports the files of an office, and reads on the same page what became of each row. */
export async function importFiles(studio: Studio, cut: Cut): Promise<void> {
  const account = await studio.openAccount(`Files ${cut.run}`);
  const { email } = await join(account, studio.sink, 'editor');
  await studio.play('files', account, cut, async (stage) => {
    await enter(stage, email);
    for (const file of officeFiles) await importFile(stage, file, cut.run.toLowerCase());
  });
}

async function importFile(stage: Stage, wanted: OfficeFile, run: string): Promise<void> {
  const { page, service } = stage;
  const file = wanted.file(run);
  await stage.navigate('Import');
  await stage.give('CSV file or Excel workbook', file);
  await stage.press('Upload and preview');
  await stage.heading(file.name);
  const own = new URL(page.url()).pathname;
  await stage.look(`${file.name}-preview`);
  for (const [column, field] of Object.entries(wanted.guesses))
    expect(await stage.field(column).inputValue(), `${wanted.what}: ${column}`).toBe(field);
  for (const reading of wanted.readings) expect(await said(stage)).toContain(reading);
  for (const [label, option] of wanted.choices) await stage.choose(label, option);
  await stage.press(`Import ${wanted.rows} rows`);
  await stage.until(() => page.locator('#result .badge').textContent(), wanted.badge);
  await stage.look(`${file.name}-done`);

  expect(new URL(page.url()).pathname, 'nothing of it needs another page').toBe(own);
  expect(await page.locator('.figures dd').allTextContents()).toEqual(wanted.figures);
  expect(await textsOf(page.locator('#result tbody tr'))).toEqual(wanted.faults);
  const errors = wanted.errors(run);
  const link = page.getByRole('link', { name: 'Download these rows' });
  expect(await link.count()).toBe(errors === undefined ? 0 : 1);
  if (errors !== undefined) {
    const answer = await page.context().request.get(`${service.origin}${await link.getAttribute('href')}`);
    const [, charset] = /charset=(\S+)/.exec(answer.headers()['content-type']!)!;
    expect(new TextDecoder(charset).decode(await answer.body())).toBe(errors);
  }
  for (const [email, values] of Object.entries(wanted.contacts(run)))
    expect(await valuesOf(stage, email)).toMatchObject(values);
}

async function valuesOf({ service: { client } }: Stage, email: string): Promise<Record<string, string | null>> {
  const custom = (await client.contacts.listCustomFields().orThrow()).map(({ name }) => name);
  const { standard_fields = [], custom_fields = [] } = await client.contacts
    .getByEmail({
      email,
      standard_field: ['FIRSTNAME', 'LASTNAME', 'CITY', 'ZIP', 'BIRTHDAY'],
      custom_field: custom.filter((name) => ['Rabatt', 'Stammkunde'].includes(name)),
    })
    .orThrow();
  return Object.fromEntries([...standard_fields, ...custom_fields].map(({ name, value }) => [name, value]));
}
