import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { backUp } from '../../src/platform/database/backups/backup.ts';
import { verifyBackup } from '../../src/platform/database/backups/verify.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

const quiet = () => {};
const room = mkdtempSync(join(inject('runDirectory'), 'backups-'));
const sound = join(room, 'sound');
/** Files of a table and of its index, below the backup. */
let files: { table: string; index: string };

beforeAll(async () => {
  const dataDir = join(room, 'data');
  const { kysely, close } = await openDatabase({ dataDir });
  await sql`create table parent (id int primary key, text text not null)`.execute(kysely);
  await sql`create table child (id int primary key, parent_id int not null references parent (id))`.execute(kysely);
  await sql`insert into parent select i, repeat('text ', 50) from generate_series(1, 1000) as i`.execute(kysely);
  await sql`insert into child select i, i from generate_series(1, 1000) as i`.execute(kysely);
  const { rows } = await sql<{ table: string; index: string }>`
    select pg_relation_filepath('parent') as table, pg_relation_filepath('child_pkey') as index`.execute(kysely);
  files = { table: join('postgres', rows[0]!.table), index: join('postgres', rows[0]!.index) };
  await sql`checkpoint`.execute(kysely);
  await backUp(kysely, dataDir, sound, quiet);
  await close();
});

/** A copy of the backup in which something is changed, and whose checksums are right again unless said otherwise. */
function changed(change: (directory: string) => void, { listed = true } = {}): string {
  const copy = join(temporaryDirectory(), 'backup');
  cpSync(sound, copy, { recursive: true });
  change(copy);
  if (listed) {
    const lines = readFileSync(join(copy, 'SHA256SUMS'), 'utf8').split('\n').filter(Boolean);
    const right = lines.map((line) => {
      const path = line.slice(66);
      return `${createHash('sha256')
        .update(readFileSync(join(copy, path)))
        .digest('hex')}  ${path}\n`;
    });
    writeFileSync(join(copy, 'SHA256SUMS'), right.join(''));
  }
  return copy;
}

const overwrite = (path: string, at: number, bytes: Uint8Array) => {
  const content = readFileSync(path);
  content.set(bytes, at);
  writeFileSync(path, content);
};

test('a sound backup is read whole, and nothing of it is left or changed', async () => {
  const before = readdirSync(room).sort();
  const verified = await verifyBackup(sound, quiet);
  expect(verified.rows).toMatchObject({ parent: 1000, child: 1000, contact: 0 });
  expect(verified.indexes).toBeGreaterThan(100);
  expect(verified.references).toBeGreaterThan(50);
  expect(readdirSync(room).sort()).toEqual(before);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: sound });
});

describe('a damaged backup', () => {
  test.each<[string, (directory: string) => void, object, RegExp]>([
    [
      'a byte has changed',
      (at) => overwrite(join(at, files.table), 5000, Buffer.from('?')),
      { listed: false },
      /has changed/,
    ],
    ['a file is missing', (at) => rmSync(join(at, files.index)), { listed: false }, /is missing/],
    [
      'a page of a table has changed',
      (at) => overwrite(join(at, files.table), 5000, Buffer.from('?')),
      {},
      /invalid page/,
    ],
    [
      'an index is that of another moment',
      (at) => overwrite(join(at, files.index), 0, Buffer.alloc(statSync(join(at, files.index)).size)),
      {},
      /index "child_pkey"/,
    ],
  ])('%s', async (_title, change, options, fault) => {
    const backup = changed(change, options);
    const { message } = await verifyBackup(backup, quiet).then(
      () => new Error('It was taken for sound.'),
      (error: Error) => error,
    );
    expect(message).toMatch(fault);
    expect(message).toContain(`${backup} is damaged: `);
  });
});
