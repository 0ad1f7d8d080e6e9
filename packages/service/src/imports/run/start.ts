import { customFields } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { type ChosenTable, chooseTable } from '../files/file-tables.ts';
import { type ContactImport, markStarted, type Settings } from '../files/store.ts';
import { ImportFault } from '../import-fault.ts';
import { chooseFields } from '../reading/columns.ts';
import { chooseFormats } from '../reading/formats.ts';
import { importKind } from './import-kind.ts';

/** Settings of a request; without a format, a column has the one that fits. */
export interface WantedSettings extends Omit<Settings, 'formats'> {
  sheet: string | undefined;
  formats: readonly string[] | undefined;
}

/** Starts an import that was uploaded, in the open transaction. @throws ImportFault if the settings cannot be used */
export async function startImport(db: Db, uploaded: ContactImport, wanted: WantedSettings): Promise<ContactImport> {
  const { account_id: accountId, id } = uploaded;
  const { sheet, formats: wantedFormats = [], ...settings } = wanted;
  const { found, values } = requireTable(uploaded, sheet);
  const { columns } = found;
  const { fields, by_external_id } = settings;
  if (fields.length !== columns.length)
    throw new ImportFault(`the file has ${columns.length} columns, and the request ${fields.length} fields`);
  if (wantedFormats.length > 0 && wantedFormats.length !== columns.length)
    throw new ImportFault(`the file has ${columns.length} columns, and the request ${wantedFormats.length} formats`);
  const types = new Map(Array.from(await customFields(db, accountId), ([name, { type }]) => [name, type]));
  const key = by_external_id ? 'external_id' : 'email';
  const formats = inWords(() => {
    const targets = chooseFields(fields, [...types.keys()]);
    if (!fields.includes(key)) throw new Error(`no column has the field ${key}, by which contacts are recognized`);
    return chooseFormats(columns, targets, values, types, (_, index) => wantedFormats[index] || undefined);
  });
  const started = await markStarted(db, found, { ...settings, formats: formats.map((format) => format ?? '') });
  await enqueue(db, importKind, { accountId, key: String(id), payload: { importId: id } });
  return started;
}

/** Chooses the table of an uploaded file. @throws ImportFault if it has no such sheet */
export function requireTable(uploaded: ContactImport, sheet: string | undefined): ChosenTable {
  const chosen = chooseTable(uploaded, sheet);
  if (chosen !== undefined) return chosen;
  const { sheets } = chooseTable(uploaded, undefined)!;
  throw new ImportFault(
    sheets.length === 0
      ? `${uploaded.name} is no workbook, so it has no sheet "${sheet}"`
      : `${uploaded.name} has no sheet "${sheet}" with rows; its sheets are: ${sheets.join(', ')}`,
  );
}

function inWords<Result>(choose: () => Result): Result {
  try {
    return choose();
  } catch (error) {
    throw new ImportFault((error as Error).message);
  }
}
