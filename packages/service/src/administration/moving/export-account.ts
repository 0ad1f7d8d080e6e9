import { setTimeout as pause } from 'node:timers/promises';
import { findAccount, moving } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { isRunningJobs } from '../../platform/queue/store.ts';
import { isDelivering, keyFiles } from '../../sending/index.ts';
import type { MoveResult, Show } from '../moves.ts';
import { unfit } from '../refusal.ts';
import { pageLines, writeMoveFile } from './file.ts';
import type { FileEnd, FileHead } from './file-parts.ts';

/** Leases of killed processes end after half a minute; a job may take longer. */
const quietPatience = { attempts: 600, pause: 200 };

/** The file to write. */
export interface MoveTarget {
  path: string;
  /** Key that the installation which reads the file has, too. */
  key: string;
  dkimDirectory: string | undefined;
}

/**
 * Seals an account and writes its rows to a file. The account stays sealed: it goes on where the file is imported.
 * @throws Error after which the account is not sealed
 */
export async function exportAccount(
  db: Db,
  accountId: number,
  { path, key, dkimDirectory }: MoveTarget,
  show: Show,
): Promise<MoveResult> {
  const tables = await moving.accountTables(db);
  for (const table of tables) {
    const fault = await moving.findFault(db, table, accountId);
    if (fault !== undefined) throw unfit(`account ${accountId} cannot move: ${fault}`);
  }
  await moving.beginSeal(db, accountId);
  try {
    await waitUntilQuiet(db, accountId);
    const from = performance.now();
    await moving.fence(db, tables, accountId);
    // What was claimed at the moment of the seal has ended or is refused: nobody hands over mails.
    await waitUntilQuiet(db, accountId);
    const { id, name, domain } = await findAccount(db, accountId);
    const counted = await counts(db, tables, accountId);
    const dkimKeys = dkimDirectory === undefined ? {} : keyFiles(dkimDirectory, domain);
    const head: FileHead = { format: 2, account: { id, name, domain }, tables: counted, dkimKeys };
    const end: FileEnd = [];
    show({ step: 'copying', total: counted.reduce((sum, { rows }) => sum + rows, 0) });
    await writeMoveFile(path, fileLines(db, tables, head, end, show), key);
    const told = end.flatMap(([name, print]) => (print.rows === 0 ? [] : [{ name, ...print }]));
    const seconds = (performance.now() - from) / 1000;
    return { account: { id, name }, tables: told, dkimKeys: Object.keys(dkimKeys), seconds };
  } catch (error) {
    await moving.unseal(db, tables, accountId);
    throw error;
  }
}

async function waitUntilQuiet(db: Db, accountId: number): Promise<void> {
  for (let attempt = 1; (await isRunningJobs(db, accountId)) || (await isDelivering(db, accountId)); attempt++) {
    if (attempt === quietPatience.attempts) throw new Error('jobs or mails of the account do not come to an end');
    await pause(quietPatience.pause);
  }
}

async function counts(
  db: Db,
  tables: readonly moving.TableOfAccounts[],
  accountId: number,
): Promise<FileHead['tables']> {
  const counted: FileHead['tables'] = [];
  for (const table of tables) {
    const { name, columns } = table;
    counted.push({ name, columns, rows: await moving.countRows(db, table, accountId) });
  }
  return counted;
}

/** @param end gets the fingerprints */
async function* fileLines(
  db: Db,
  tables: readonly moving.TableOfAccounts[],
  head: FileHead,
  end: FileEnd,
  show: Show,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ head })}\n`;
  for (const table of tables) {
    const print = moving.startFingerprint();
    for await (const rows of moving.readRows(db, table, head.account.id)) {
      print.add(rows);
      yield* pageLines(table.name, rows);
      show({ added: rows.length });
    }
    end.push([table.name, print.result]);
  }
  yield `${JSON.stringify({ end })}\n`;
}
