import { PostgresDialect, type PostgresPool, sql } from 'kysely';
import { hooks } from '../../src/app/compose.ts';
import { pooledConnection } from '../../src/platform/database/embedded/connection.ts';
import { ConnectionQueue } from '../../src/platform/database/embedded/connection-queue.ts';
import { openEngine } from '../../src/platform/database/embedded/engine.ts';
import { RawEngine } from '../../src/platform/database/embedded/raw-engine.ts';
import { Session } from '../../src/platform/database/embedded/session.ts';
import { guardedKysely } from '../../src/platform/database/guarded.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { withHooks } from '../../src/platform/hooks/hooks.ts';

/** The embedded database in this thread, where its calls of the file system can be recorded. */
export async function openInThisThread(directory: string): Promise<{ db: Db; close(): Promise<void> }> {
  const pglite = await openEngine(directory);
  let failure: Error | undefined;
  let isExecuting = false;
  const engine = new RawEngine(pglite, (reason): never => {
    failure ??= new Error(`The database broke: ${reason}`);
    // Told later by PGlite too, where nobody catches an error; the thread of the service ends itself in both cases.
    if (isExecuting) throw failure;
    return undefined as never;
  });
  const send = async (bytes: Uint8Array<ArrayBuffer>) => {
    if (failure !== undefined) throw failure;
    isExecuting = true;
    const began = performance.now();
    const answer = engine.execute(bytes);
    isExecuting = false;
    if (failure !== undefined) throw failure;
    return { bytes: answer, millis: performance.now() - began };
  };
  const session = new Session({ send, diskFull: false });
  const queue = new ConnectionQueue(60_000);
  const pool: PostgresPool = {
    options: {},
    connect: async () => pooledConnection(async () => session, queue, 300_000),
    end: async () => {},
  };
  const { kysely, close } = guardedKysely(new PostgresDialect({ pool }));
  return { db: withHooks(kysely, hooks), close: () => close().then(() => pglite.close()) };
}

/** Runs statements that Kysely has no words for. */
export const run = (db: Db, statement: string) => sql.raw(statement).execute(db);
