import { isDeepStrictEqual } from 'node:util';
import { findAccountById, moving, senders } from '../../account/index.ts';
import { findMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { putKeyFiles, relaying } from '../../sending/index.ts';
import type { MoveResult, Show } from '../moves.ts';
import { unfit } from '../refusal.ts';
import { takeOverDomains } from '../take-over-domains.ts';
import { type FileHead, readMoveFile } from './file.ts';

/**
 * Reads an account from a file, in one transaction, and compares what is stored with the file. Ids stay: links in mails that
 * are out name them.
 * @throws Error after which nothing of the account is there
 */
export async function importAccount(
  db: Db,
  path: string,
  dkimDirectory: string | undefined,
  show: Show,
): Promise<MoveResult> {
  const from = performance.now();
  const { head, prints } = await db.transaction().execute(async (transaction) => {
    await takeOverDomains(transaction);
    const stored = await storeFile(transaction, path, show);
    // A file says which domains its account has; it cannot take those of accounts that are here.
    await senders.removeForeignDomains(transaction, stored.head.account.id);
    await refuseRoutedMailings(transaction, stored.head.account.id);
    await moving.endSeal(transaction, stored.head.account.id);
    return stored;
  });
  const dkimKeys = dkimDirectory === undefined ? [] : putKeyFiles(dkimDirectory, head.dkimKeys);
  const tables = [...prints].flatMap(([name, print]) => (print.rows === 0 ? [] : [{ name, ...print }]));
  const { id, name } = head.account;
  return { account: { id, name }, tables, dkimKeys, seconds: (performance.now() - from) / 1000 };
}

async function storeFile(
  db: Db,
  path: string,
  show: Show,
): Promise<{ head: FileHead; prints: Map<string, moving.Fingerprint> }> {
  const tables = new Map((await moving.accountTables(db)).map((table) => [table.name, table]));
  let head: FileHead | undefined;
  let prints = new Map<string, moving.Fingerprint>();
  for await (const part of readMoveFile(path)) {
    if ('head' in part) {
      head = part.head;
      await refuseMisfit(db, head, [...tables.values()]);
      show({ step: 'copying', total: head.tables.reduce((sum, { rows }) => sum + rows, 0) });
    } else if ('rows' in part) {
      const table = tables.get(part.table);
      if (table === undefined) throw new Error(`the file has rows of an unknown table: ${part.table}`);
      show({ added: await moving.insertRows(db, table, part.rows) });
    } else {
      show({ step: 'verifying' });
      prints = new Map(part.end);
    }
  }
  const { id } = head!.account;
  for (const table of tables.values()) {
    const wanted = prints.get(table.name);
    const stored = await moving.fingerprintOf(db, table, id);
    if (!isDeepStrictEqual(stored, wanted))
      throw new Error(`${table.name} differs from the file: ${describe(wanted)} there, ${describe(stored)} here`);
    await moving.passNumbers(db, table, id);
  }
  return { head: head!, prints };
}

const describe = (print: moving.Fingerprint | undefined) =>
  print === undefined ? 'nothing' : `${print.rows} rows with the sum ${print.sum}`;

async function refuseMisfit(
  db: Db,
  { account, tables: given }: FileHead,
  tables: moving.TableOfAccounts[],
): Promise<void> {
  const taken = await findAccountById(db, account.id);
  if (taken !== undefined)
    throw unfit(
      `this installation already has an account ${account.id} (${taken.name}); an account keeps its number, because links in mails that are out name it. Import it into an installation that has no such account`,
    );
  const columns = (all: readonly { name: string; columns: string[] }[]) =>
    all.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
  const [there, here] = [new Set(columns(given)), new Set(columns(tables))];
  const different = [...there, ...here].filter((column) => !there.has(column) || !here.has(column));
  if (different.length > 0)
    throw unfit(
      `the file was written by another version of Mailwright (${different.slice(0, 3).join(', ')}); export and import with the same version`,
    );
}

/** A relay that is for certain mailings knows these by their numbers. */
async function refuseRoutedMailings(db: Db, accountId: number): Promise<void> {
  for (const { name, mailing_ids } of await relaying.listRelays(db))
    for (const id of mailing_ids)
      if (await findMailing(db, accountId, id))
        throw unfit(
          `relay "${name}" is for the mailing ${id}, and the account brings one with this number; change the relay`,
        );
}
