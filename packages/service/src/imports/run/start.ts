import { customFields } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { type ContactImport, markStarted, type Settings } from '../files/store.ts';
import { ImportFault } from '../import-fault.ts';
import { chooseFields } from '../reading/columns.ts';
import { importKind } from './import-kind.ts';

/** Starts an import that was uploaded, in the open transaction. @throws ImportFault if the fields cannot be used */
export async function startImport(db: Db, uploaded: ContactImport, settings: Settings): Promise<ContactImport> {
  const { account_id: accountId, id, columns } = uploaded;
  const { fields, by_external_id } = settings;
  if (fields.length !== columns.length)
    throw new ImportFault(`the file has ${columns.length} columns, and the request ${fields.length} fields`);
  requireFields(fields, [...(await customFields(db, accountId)).keys()]);
  const key = by_external_id ? 'external_id' : 'email';
  if (!fields.includes(key)) throw new ImportFault(`no column has the field ${key}, by which contacts are recognized`);
  const started = await markStarted(db, uploaded, settings);
  await enqueue(db, importKind, { accountId, key: String(id), payload: { importId: id } });
  return started;
}

function requireFields(fields: readonly string[], customFields: readonly string[]): void {
  try {
    chooseFields(fields, customFields);
  } catch (error) {
    throw new ImportFault((error as Error).message);
  }
}
