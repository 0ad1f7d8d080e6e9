import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import type { Database } from '../../../../packages/service/src/platform/database/open.ts';
import { startPostgres } from './postgres.ts';

export interface BenchDatabase {
  kysely: Database['kysely'];
  close(): Promise<void>;
}

/** The embedded database in a directory of its own. */
export async function openEmbeddedDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
  const { kysely, close } = await openServiceDatabase({ dataDir });
  return { kysely, close: () => close().then(() => rmSync(dataDir, { recursive: true, force: true })) };
}

/** A PostgreSQL server of its own; throws when there is none. */
export async function openServerDatabase(): Promise<BenchDatabase> {
  const { url, stop } = await startPostgres();
  const { kysely, close } = await openServiceDatabase({ databaseUrl: url });
  return { kysely, close: () => close().then(stop) };
}
