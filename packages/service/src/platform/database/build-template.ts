import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { postgresDirectory } from './embedded/directory.ts';
import { openEngine } from './embedded/engine.ts';
import { templatePath } from './embedded/template.ts';
import { openDatabase } from './open.ts';

/** Makes the start template unless it is newer than all migrations: initdb and migrations once, so that no start has to. */
export async function buildTemplate(): Promise<void> {
  if (isUpToDate()) return;
  rmSync(templatePath, { force: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-template-'));
  try {
    await (await openDatabase({ dataDir })).close();
    const engine = await openEngine(postgresDirectory(dataDir));
    await engine.query('checkpoint');
    const dump = await engine.dumpDataDir('gzip');
    await engine.close();
    mkdirSync(dirname(templatePath), { recursive: true });
    const unfinished = `${templatePath}.${process.pid}`;
    writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()));
    renameSync(unfinished, templatePath);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function isUpToDate(): boolean {
  const made = statSync(templatePath, { throwIfNoEntry: false });
  if (made === undefined) return false;
  const migrations = globSync('migrations/*.ts', { cwd: import.meta.dirname });
  return migrations.every((file) => statSync(join(import.meta.dirname, file)).mtimeMs < made.mtimeMs);
}

if (import.meta.main) await buildTemplate();
