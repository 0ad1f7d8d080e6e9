import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';

/** A new empty directory that is removed after the test. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'mailwright-data-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/**
 * A data directory that was opened before and holds nothing but tables, for tests that are not about a first start, which
 * takes three times as long. Goes away with the test run at the latest.
 * @param parent of the new directory
 */
export async function usedDirectory(parent = inject('runDirectory')): Promise<string> {
  const path = mkdtempSync(join(parent, 'data-'));
  cpSync(await migrated(), path, { recursive: true });
  return path;
}

/** Made once in a test run. */
async function migrated(): Promise<string> {
  const ready = join(inject('runDirectory'), 'migrated');
  if (existsSync(ready)) return ready;
  const dataDir = mkdtempSync(`${ready}-`);
  await (await openDatabase({ dataDir })).close();
  try {
    renameSync(dataDir, ready);
  } catch {
    rmSync(dataDir, { recursive: true, force: true }); // another test file was first
  }
  return ready;
}
