import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openEngine } from './engine.ts';
import { templatePath } from './template.ts';

/** Makes the start template unless it is there: initdb once, so that no start has to. */
export async function buildTemplate(): Promise<void> {
  if (existsSync(templatePath)) return;
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-template-'));
  try {
    const engine = await openEngine(directory);
    await engine.query('checkpoint');
    const dump = await engine.dumpDataDir('gzip');
    await engine.close();
    mkdirSync(dirname(templatePath), { recursive: true });
    const unfinished = `${templatePath}.${process.pid}`;
    writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()));
    renameSync(unfinished, templatePath);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

if (import.meta.main) await buildTemplate();
