import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { backUp } from '../../src/platform/database/backups/backup.ts';
import { continueBackup } from '../../src/platform/database/backups/log.ts';
import { readNote } from '../../src/platform/database/backups/note.ts';
import { restoreBackup } from '../../src/platform/database/backups/restore.ts';
import { verifyBackup } from '../../src/platform/database/backups/verify.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

const quiet = () => {};

test('a backup is continued by the log, and restored as it was at any time', async () => {
  const room = temporaryDirectory();
  const dataDir = join(room, 'data');
  const backup = join(room, 'backup');
  const { kysely, close } = await openDatabase({ dataDir });
  await sql`create table written (id int primary key, at timestamptz not null default clock_timestamp())`.execute(
    kysely,
  );
  const write = async (id: number) => {
    const { rows } = await sql<{ at: string }>`insert into written values (${id}) returning at`.execute(kysely);
    // Upkeep at its worst: without the slot the log of before would be gone.
    await sql`select pg_switch_wal()`.execute(kysely);
    await sql`checkpoint`.execute(kysely);
    return new Date(rows[0]!.at);
  };
  await write(1);
  await backUp(kysely, dataDir, backup, quiet, { continuable: true });
  await write(2);
  await continueBackup(kysely, dataDir, backup, quiet);
  await write(3);
  const deleted = new Date();
  await sql`delete from written`.execute(kysely);
  await write(4);
  await continueBackup(kysely, dataDir, backup, quiet);
  await continueBackup(kysely, dataDir, backup, quiet);
  await write(5);

  const restored = async (until?: Date) => {
    const directory = join(temporaryDirectory(), 'restored');
    await restoreBackup(backup, directory, quiet, { until });
    const copy = await openDatabase({ dataDir: directory });
    const { rows } = await sql<{ id: number }>`select id from written order by id`.execute(copy.kysely);
    await sql`insert into written values (99)`.execute(copy.kysely);
    return { copy, directory, ids: rows.map(({ id }) => id) };
  };
  const whole = await restored();
  expect(whole.ids).toEqual([4]);
  await whole.copy.close();
  const { finished, log } = readNote(backup);
  const first = await restored(new Date(finished));
  expect(first.ids).toEqual([1]);
  await first.copy.close();
  const saved = await restored(deleted);
  expect(saved.ids).toEqual([1, 2, 3]);

  // The rescued database is another one from now on: its log does not continue the backup.
  await expect(continueBackup(saved.copy.kysely, saved.directory, backup, quiet)).rejects.toThrow(
    'before it was restored; make a new one',
  );
  await backUp(saved.copy.kysely, saved.directory, join(room, 'rescued'), quiet, { continuable: true });
  await continueBackup(saved.copy.kysely, saved.directory, join(room, 'rescued'), quiet);
  await saved.copy.close();
  expect((await verifyBackup(join(room, 'rescued'), quiet)).rows).toMatchObject({ written: 4 });

  const late = new Date(Date.parse(log!.until) + 1000);
  for (const until of [late, new Date(0)])
    await expect(restoreBackup(backup, join(room, 'no'), quiet, { until })).rejects.toThrow(
      `from ${finished} to ${log!.until}`,
    );

  // Another backup takes the log over, and what it no longer needs is removed.
  await backUp(kysely, dataDir, join(room, 'other'), quiet, { continuable: true });
  await write(6);
  await expect(continueBackup(kysely, dataDir, backup, quiet)).rejects.toThrow('is no longer there; make a new one');
  await continueBackup(kysely, dataDir, join(room, 'other'), quiet);
  await write(7);
  expect(readdirSync(join(dataDir, 'postgres/pg_wal')).filter((name) => name.length === 24).length).toBeLessThan(5);
  await backUp(kysely, dataDir, join(room, 'plain'), quiet);
  await expect(continueBackup(kysely, dataDir, join(room, 'plain'), quiet)).rejects.toThrow('not made with --continue');
  await close();
});
