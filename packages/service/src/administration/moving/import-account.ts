import { isDeepStrictEqual } from 'node:util';
import { findAccountById, moving, senders } from '../../account/index.ts';
import { findMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { movedKeys, relaying } from '../../sending/index.ts';
import type { MoveResult, Show } from '../moves.ts';
import { unfit } from '../refusal.ts';
import { takeOverDomains } from '../take-over-domains.ts';
import { type FileLimits, readMoveFile } from './file.ts';
import type { FileEnd, FileHead } from './file-parts.ts';
import { tablesOfFile } from './fit.ts';
import { describeRowFault } from './row-fault.ts';

/** A file, and what is needed to trust it. */
export interface MoveSource {
  path: string;
  /** Key that the installation which wrote the file has, too. */
  key: string;
  dkimDirectory: string | undefined;
  limits?: FileLimits;
}

/**
 * Reads an account from a file, in one transaction, and compares what is stored with the file. Ids stay: links in mails that
 * are out name them. The file is input: its rows are this account's and concern no other, whatever it says.
 * @throws Error after which nothing has changed, neither rows nor sequences nor files
 */
export async function importAccount(
  db: Db,
  { path, key, dkimDirectory, limits }: MoveSource,
  show: Show,
): Promise<MoveResult> {
  const from = performance.now();
  try {
    const { head, prints } = await db.transaction().execute(async (transaction) => {
      await takeOverDomains(transaction);
      const tables = await moving.accountTables(transaction);
      const file = await storeRows(transaction, tables, readMoveFile(path, key, limits), show);
      const { account, dkimKeys } = file.head;
      const own = tablesOfFile(tables, file.head.tables);
      show({ step: 'verifying' });
      await checkRows(transaction, tables, own, file);
      // A file says which domains its account has; it cannot take those of accounts that are here.
      await senders.removeForeignDomains(transaction, account.id);
      await refuseRoutedMailings(transaction, account.id);
      await moving.endSeal(transaction, account.id);
      if (dkimDirectory !== undefined) {
        const others = await domainsOfOthers(transaction, account.id);
        movedKeys.refuseKeyFiles(dkimDirectory, dkimKeys, { own: account.domain, others });
        movedKeys.holdKeyFiles(dkimDirectory, account.id, dkimKeys);
      }
      await moving.passNumbers(transaction, tables, account.id);
      return file;
    });
    const { id, name } = head.account;
    const dkimKeys = dkimDirectory === undefined ? [] : movedKeys.releaseKeyFiles(dkimDirectory, id, head.dkimKeys);
    const told = prints.flatMap(([table, print]) => (print.rows === 0 ? [] : [{ name: table, ...print }]));
    return { account: { id, name }, tables: told, dkimKeys, seconds: (performance.now() - from) / 1000 };
  } catch (error) {
    // Without the database nobody knows whether the commit has arrived: the next start of a service settles it.
    await settleMovedKeys(db, dkimDirectory).catch(() => {});
    throw error;
  }
}

/** Settles DKIM keys of imports that did not come to their end: they are used if their account is here, and removed if not. */
export async function settleMovedKeys(db: Db, dkimDirectory: string | undefined): Promise<void> {
  if (dkimDirectory === undefined) return;
  await movedKeys.settleKeyFiles(dkimDirectory, async (id) => (await findAccountById(db, id)) !== undefined);
}

async function domainsOfOthers(db: Db, accountId: number): Promise<string[]> {
  const owned = await senders.listSenderDomains(db);
  return owned.flatMap(({ account_id, domain }) => (account_id === accountId ? [] : [domain]));
}

async function storeRows(
  db: Db,
  tables: readonly moving.TableOfAccounts[],
  parts: ReturnType<typeof readMoveFile>,
  show: Show,
): Promise<{ head: FileHead; prints: FileEnd }> {
  let head: FileHead | undefined;
  let own: moving.TableOfAccounts[] = [];
  let prints: FileEnd = [];
  for await (const part of parts) {
    if ('head' in part) {
      head = part.head;
      await refuseKnownAccount(db, head);
      own = tablesOfFile(tables, head.tables);
      show({ step: 'copying', total: head.tables.reduce((sum, { rows }) => sum + rows, 0) });
    } else if ('rows' in part) {
      const table = own.find(({ name }) => name === part.table);
      if (table === undefined) throw new Error(`the file has rows of an unknown table: ${part.table}`);
      show({ added: await insertRows(db, table, head!.account.id, part.rows) });
    } else prints = part.end;
  }
  return { head: head!, prints };
}

/** @throws RefusalError if the database does not store a row */
async function insertRows(db: Db, table: moving.TableOfAccounts, accountId: number, rows: string): Promise<number> {
  try {
    return await moving.insertRows(db, table, accountId, rows);
  } catch (error) {
    const fault = describeRowFault(table.name, error);
    throw fault === undefined ? error : unfit(`the file cannot be imported: ${fault}`);
  }
}

/** @throws Error if what is stored is not what the file told, or not what an account may have */
async function checkRows(
  db: Db,
  tables: readonly moving.TableOfAccounts[],
  own: readonly moving.TableOfAccounts[],
  { head: { account }, prints }: { head: FileHead; prints: FileEnd },
): Promise<void> {
  for (const table of tables) {
    const fault = await moving.findFault(db, table, account.id);
    if (fault !== undefined) throw unfit(`the file cannot be imported: ${fault}`);
  }
  const told = new Map(prints);
  for (const table of own) {
    const wanted = told.get(table.name);
    const stored = await moving.fingerprintOf(db, table, account.id);
    if (!isDeepStrictEqual(stored, wanted))
      throw new Error(`${table.name} differs from the file: ${describe(wanted)} there, ${describe(stored)} here`);
  }
  const stored = await findAccountById(db, account.id);
  if (stored?.name !== account.name || stored.domain !== account.domain)
    throw new Error('the head of the file tells of another account than its rows');
}

const describe = (print: moving.Fingerprint | undefined) =>
  print === undefined ? 'nothing' : `${print.rows} rows with the sum ${print.sum}`;

async function refuseKnownAccount(db: Db, { account }: FileHead): Promise<void> {
  const taken = await findAccountById(db, account.id);
  if (taken !== undefined)
    throw unfit(
      `this installation already has an account ${account.id} (${taken.name}); an account keeps its number, because links in mails that are out name it. Import it into an installation that has no such account`,
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
