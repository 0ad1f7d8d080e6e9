import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Extensions, PGlite } from '@electric-sql/pglite';
import { DurableNodeFS } from './durable-fs.ts';

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  shared_buffers: '16MB',
  max_connections: '10',
  max_wal_size: '96MB',
  min_wal_size: '32MB',
  max_slot_wal_keep_size: '1GB', // for backups that are continued; one that is not must not fill the disk
  timezone: 'UTC',
  wal_recycle: 'off', // a segment that is used again keeps its old content until it is overwritten
};

interface EngineOptions {
  extensions?: Extensions;
  /** Settings of PostgreSQL beside ours. */
  settings?: Record<string, string>;
  files?: DurableNodeFS;
}

/** Opens PGlite on a data directory (made by initdb if it is empty), durable and small, with all values as text. */
export async function openEngine(directory: string, options: EngineOptions = {}): Promise<PGlite> {
  const { extensions = {}, files = new DurableNodeFS(directory) } = options;
  removeServerLock(directory);
  const all = { ...settings, ...options.settings };
  const engine = await PGlite.create({
    fs: files,
    extensions,
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  });
  engine.serializers = {};
  engine.parsers = Object.fromEntries(Object.keys(engine.parsers).map((type) => [type, (text: string) => text]));
  return engine;
}

/**
 * PostgreSQL refuses to start beside an empty lock file of its own, as a process leaves that was killed while it wrote
 * it. Who may be here is said by the lock of the data directory, which a killed process gives back.
 */
export function removeServerLock(directory: string): void {
  rmSync(join(directory, 'postmaster.pid'), { force: true });
}
