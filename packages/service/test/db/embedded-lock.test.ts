import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DataDirectoryInUseError } from '../../src/platform/database/embedded/lock.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { startChild } from '../support/child.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

const hold = new URL('./scripts/hold.ts', import.meta.url);

test('a second process is refused by name of the first, and let in after a kill -9', async () => {
  const dataDir = temporaryDirectory();
  const child = startChild(hold, dataDir);
  expect(await child.line()).toBe('open');

  const refused = openDatabase({ dataDir });
  await expect(refused).rejects.toThrow(DataDirectoryInUseError);
  await expect(refused).rejects.toThrow(
    `The data directory ${dataDir} is in use by another Mailwright (process ${child.pid}). Stop it, or start this one with another --data directory.`,
  );

  await child.kill();
  // PostgreSQL's own lock file, as it is when the kill comes between its creation and its content.
  writeFileSync(`${dataDir}/postgres/postmaster.pid`, '');
  await (await openDatabase({ dataDir })).close();
});

test('a second opener in the same process is refused, and let in after the close', async () => {
  const dataDir = temporaryDirectory();
  const first = await openDatabase({ dataDir });
  await expect(openDatabase({ dataDir })).rejects.toThrow(DataDirectoryInUseError);
  await first.close();
  await (await openDatabase({ dataDir })).close();
});

test('a start that fails leaves no lock', async () => {
  const dataDir = temporaryDirectory();
  mkdirSync(`${dataDir}/postgres`);
  await expect(openDatabase({ dataDir })).rejects.toThrow(/is not a database/);
  rmSync(`${dataDir}/postgres`, { recursive: true });
  await (await openDatabase({ dataDir })).close();
});
