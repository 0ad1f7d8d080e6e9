import { ApiError } from '@mailwright/server/runtime';
import { type CustomFields, type contactTags, customFields, importedContacts } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { learnSizes } from '../../platform/database/statistics.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { faultLines, insertFaults } from '../files/faults.ts';
import { type ContactImport, findImport, lockImport, markDone, readPart } from '../files/store.ts';
import { targetsOf } from '../reading/columns.ts';
import type { Mapping } from '../reading/contact.ts';
import { readRow } from '../reading/row.ts';
import type { SourceRow } from '../reading/source.ts';
import type { TableRow } from '../reading/table-row.ts';
import { valueFormats } from '../reading/values/column-values.ts';
import { importKind } from './import-kind.ts';
import { recordImport } from './outcome.ts';
import { countUnstored, invalidRows, keyOf, settleRows } from './settle.ts';
import { storeContacts } from './store-contacts.ts';

/** Stores the rows of an import, each part in a transaction of its own, so that it goes on where it was interrupted. */
export const importJob: JobHandler<{ importId: number }> = {
  ...importKind,
  async run(db, { importId }, { accountId, signal }) {
    const started = await findImport(db, accountId, importId);
    if (started?.state !== 'running') return;
    const mapping = mappingOf(started, await customFields(db, accountId));
    const stored = await storedKeys(db, started, mapping);
    const spellings: contactTags.Spellings = new Map();
    let next: Promise<Part> | undefined;
    for (let part = started.parts_done; part < started.parts; part++) {
      if (signal.aborted) return;
      const { cells, rows } = await (next ?? readPartRows(db, started, part, mapping));
      // The next part is asked for before this one takes the only connection of the embedded database, and read while it is stored.
      next = part + 1 < started.parts ? readPartRows(db, started, part + 1, mapping) : undefined;
      next?.catch(() => {}); // it is awaited in the next turn
      const keys = await retrying(() =>
        db
          .transaction()
          .execute((transaction) => storePart(transaction, started, { part, cells, rows }, { stored, spellings })),
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409) return 'full' as const;
        throw error;
      });
      if (keys === undefined) return;
      // Another attempt would find as little room.
      if (keys === 'full') return db.transaction().execute((transaction) => endFull(transaction, started));
      for (const key of keys) stored.add(key);
      // Until the planner knows better, references to contacts are looked for in an index that finds them one by one.
      await learnSizes(db, ['contact']);
    }
    await db.transaction().execute((transaction) => end(transaction, started));
  },
  async giveUp(db, { importId }, accountId) {
    const given = await lockImport(db, accountId, importId);
    if (given?.state === 'running') await recordImport(db, given, [{ code: 'gave_up' }]);
  },
};

/** Ends an import once, whoever else ends it. */
async function end(db: Db, { account_id, id }: ContactImport): Promise<void> {
  const ended = await lockImport(db, account_id, id);
  if (ended?.state !== 'running' || ended.parts_done < ended.parts) return;
  await markDone(db, ended);
  await recordImport(db, ended);
}

/** Ends an import in the middle: the account has no room for the contacts of the next part. */
async function endFull(db: Db, { account_id, id }: ContactImport): Promise<void> {
  const ended = await lockImport(db, account_id, id);
  if (ended?.state !== 'running') return;
  await markDone(db, ended);
  await recordImport(db, ended, [{ code: 'contacts_full', count: ended.rows - ended.rows_done }]);
}

function mappingOf({ fields, formats, keep_rows }: ContactImport, custom: CustomFields): Mapping {
  return {
    targets: targetsOf(fields ?? [], [...custom.keys()]),
    formats: (formats ?? []).map((format) => valueFormats.find((each) => each === format)),
    types: new Map(Array.from(custom, ([name, { type }]) => [name, type])),
    onBadValue: keep_rows ? 'field' : 'row',
  };
}

const knownBy = ({ by_external_id }: ContactImport) => (by_external_id ? 'external id' : 'email');

/** Reads what earlier attempts have stored. */
async function storedKeys(db: Db, started: ContactImport, mapping: Mapping): Promise<Set<string>> {
  const keys = new Set<string>();
  if (started.parts_done === 0) return keys;
  const faults = await faultLines(db, started);
  for (let part = 0; part < started.parts_done; part++) {
    for (const row of (await readPartRows(db, started, part, mapping)).rows) {
      if (!('fault' in row) && !row.unsubscribed && !faults.has(row.line))
        keys.add(keyOf(row.contact, knownBy(started)));
    }
  }
  return keys;
}

/** Rows of a part, as they are in the file and as contacts. */
interface Part {
  cells: TableRow[];
  rows: SourceRow[];
}

async function readPartRows(db: Db, started: ContactImport, part: number, mapping: Mapping): Promise<Part> {
  const cells = await readPart(db, started, part);
  return { cells, rows: cells.map((row) => readRow(row, mapping)) };
}

/** Stores a part. Returns the keys of its contacts, or `undefined` if the import was deleted or another process goes on with it. */
async function storePart(
  db: Db,
  started: ContactImport,
  { part, cells, rows }: Part & { part: number },
  { stored, spellings }: { stored: ReadonlySet<string>; spellings: contactTags.Spellings },
): Promise<string[] | undefined> {
  const { account_id: accountId } = started;
  const current = await lockImport(db, accountId, started.id);
  if (current?.state !== 'running' || current.parts_done !== part) return undefined;
  const counts = {
    created: current.created,
    existing: current.existing,
    unsubscribed: current.unsubscribed + rows.filter((row) => 'unsubscribed' in row).length,
  };
  const options = {
    knownBy: knownBy(started),
    overwrite: !started.keep_existing,
    overridePermission: true,
    reimportUnsubscribed: false,
    updateOnly: false,
    ignoreInvalid: true,
  } as const;
  const { unstored, keys } = await settleRows(
    rows,
    stored,
    knownBy(started),
    async (contacts, { permission, tags }) => {
      const wanted = { ...options, permission: started.permission ?? permission };
      const result = await storeContacts(db, accountId, contacts, wanted, { tag: started.tag, tags, spellings });
      await importedContacts.noteImported(db, accountId, started.id, result.ids);
      return { ...result, invalid: invalidRows(contacts, result.invalid) };
    },
    (result) => {
      for (const name of ['created', 'existing', 'unsubscribed'] as const) counts[name] += result[name];
    },
  );
  await insertFaults(db, started, unstored, cells);
  const { duplicates, incomplete, invalid } = countUnstored(unstored);
  await db
    .updateTable('contact_import')
    .set({
      ...counts,
      parts_done: part + 1,
      rows_done: current.rows_done + rows.length,
      duplicates: current.duplicates + duplicates,
      invalid: current.invalid + invalid,
      incomplete: current.incomplete + incomplete,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', started.id)
    .execute();
  return keys;
}
