import type { Database } from '../platform/database/open.ts';
import { DatabaseUnavailableError } from '../platform/database/unavailable.ts';
import { voidKeyLeases } from '../platform/idempotency/store.ts';
import type { Log } from '../platform/log/log.ts';
import { voidLeases } from '../platform/queue/store.ts';
import { voidBatchLeases } from '../sending/index.ts';

/**
 * Nobody else works on an embedded database: what its last process had under way when it ended begins again at once. On
 * a server, another process may be at it, and leases have to run out. To be called before this process takes any.
 */
export async function voidFormerLeases({ kind, kysely }: Database, log: Log): Promise<void> {
  if (kind === 'server') return;
  try {
    await voidLeases(kysely);
    await voidKeyLeases(kysely);
    await voidBatchLeases(kysely);
  } catch (error) {
    // Without room on the disk it can be read at least; leases run out by themselves.
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    log(`Interrupted work continues a minute later, because its leases could not be released: ${error.message}`);
  }
}
