import { type Extensions, PGlite } from '@electric-sql/pglite';
import { DurableNodeFS } from './durable-fs.ts';

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  shared_buffers: '16MB',
  max_connections: '10',
  max_wal_size: '96MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  wal_recycle: 'off', // a segment that is used again keeps its old content until it is overwritten
};

/** Opens PGlite on a data directory (made by initdb if it is empty), durable and small, with all values as text. */
export async function openEngine(directory: string, extensions: Extensions = {}): Promise<PGlite> {
  const engine = await PGlite.create({
    fs: new DurableNodeFS(directory),
    extensions,
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  });
  engine.serializers = {};
  engine.parsers = Object.fromEntries(Object.keys(engine.parsers).map((type) => [type, (text: string) => text]));
  return engine;
}
