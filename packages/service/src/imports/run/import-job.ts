import { customFields, synchronize } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { learnSizes } from '../../platform/database/statistics.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { faultLines, insertFaults } from '../files/faults.ts';
import { type ContactImport, findImport, lockImport, markDone, readPart } from '../files/store.ts';
import { type ColumnTarget, targetsOf } from '../reading/columns.ts';
import { readRow } from '../reading/row.ts';
import type { TableRow } from '../reading/table-row.ts';
import { importKind } from './import-kind.ts';
import { invalidRows, isDuplicate, keyOf, settleRows } from './settle.ts';

/** Stores the rows of an import, each part in a transaction of its own, so that it goes on where it was interrupted. */
export const importJob: JobHandler<{ importId: number }> = {
  ...importKind,
  async run(db, { importId }, { accountId, signal }) {
    const started = await findImport(db, accountId, importId);
    if (started?.state !== 'running') return;
    const fields = [...(await customFields(db, accountId)).keys()];
    const targets = targetsOf(started.fields ?? [], fields);
    const stored = await storedKeys(db, started, targets);
    for (let part = started.parts_done; part < started.parts; part++) {
      if (signal.aborted) return;
      const keys = await retrying(() =>
        db.transaction().execute((transaction) => storePart(transaction, started, part, targets, stored)),
      );
      if (keys === undefined) return;
      for (const key of keys) stored.add(key);
    }
    await db.transaction().execute((transaction) => markDone(transaction, started));
    await learnSizes(db, ['contact']);
  },
};

type Targets = readonly (ColumnTarget | undefined)[];

const knownBy = ({ by_external_id }: ContactImport) => (by_external_id ? 'external id' : 'email');

/** Reads what earlier attempts have stored. */
async function storedKeys(db: Db, started: ContactImport, targets: Targets): Promise<Set<string>> {
  const keys = new Set<string>();
  if (started.parts_done === 0) return keys;
  const faults = await faultLines(db, started);
  for (let part = 0; part < started.parts_done; part++) {
    for (const row of await readRows(db, started, part, targets)) {
      if (!('fault' in row) && !row.unsubscribed && !faults.has(row.line))
        keys.add(keyOf(row.contact, knownBy(started)));
    }
  }
  return keys;
}

async function readRows(db: Db, started: ContactImport, part: number, targets: Targets) {
  return toSourceRows(started, await readPart(db, started, part), targets);
}

/** A sheet has no cells where nothing was written. */
const toSourceRows = ({ kind }: ContactImport, rows: readonly TableRow[], targets: Targets) =>
  rows.map(({ line, cells }) => {
    const missing = kind === 'xlsx' ? Math.max(0, targets.length - cells.length) : 0;
    return readRow(line, [...cells, ...Array<string>(missing).fill('')], targets);
  });

/** Stores a part. Returns the keys of its contacts, or `undefined` if the import was deleted or another process goes on with it. */
async function storePart(
  db: Db,
  started: ContactImport,
  part: number,
  targets: Targets,
  stored: ReadonlySet<string>,
): Promise<string[] | undefined> {
  const { account_id: accountId } = started;
  const current = await lockImport(db, accountId, started.id);
  if (current?.parts_done !== part) return undefined;
  const cells = await readPart(db, started, part);
  const rows = toSourceRows(started, cells, targets);
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
    async (contacts, { permission }) => {
      const wanted = { ...options, permission: started.permission ?? permission };
      const result = await synchronize(db, accountId, contacts, wanted);
      return { ...result, invalid: invalidRows(contacts, result.invalid) };
    },
    (result) => {
      for (const name of ['created', 'existing', 'unsubscribed'] as const) counts[name] += result[name];
    },
  );
  await insertFaults(db, started, unstored, cells);
  const duplicates = unstored.filter(isDuplicate).length;
  await db
    .updateTable('contact_import')
    .set({
      ...counts,
      parts_done: part + 1,
      rows_done: current.rows_done + rows.length,
      duplicates: current.duplicates + duplicates,
      invalid: current.invalid + unstored.length - duplicates,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', started.id)
    .execute();
  return keys;
}
