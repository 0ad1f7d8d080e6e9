import type { PostgresPool } from 'kysely';
import { duePlan, type TableStatistics } from './maintenance-plan.ts';

export interface Maintenance {
  /** Does what is due, one statement at a turn, so that callers get in between. Calls do not overlap. */
  maintain(): Promise<void>;
  /** Ends the timer and waits for what runs. */
  stop(): Promise<void>;
}

/**
 * CHECKPOINT, VACUUM and ANALYZE for the embedded database, which has no background processes: without them its log and
 * its dead rows grow for ever. A timer looks at the database at every interval in which somebody used it.
 * @param uses how often the connection was taken until now
 */
export function startMaintenance(
  pool: Pick<PostgresPool, 'connect'>,
  uses: () => number,
  intervalMillis: number,
  log: (line: string) => void,
): Maintenance {
  let running: Promise<void> | undefined;
  let usesSeen = uses();
  let writtenSeen: number | undefined;

  const run: Run = async <Row>(sql: string) => {
    usesSeen++; // its own use is none
    const client = await pool.connect();
    try {
      return (await client.query<Row>(sql, [])).rows;
    } finally {
      client.release();
    }
  };
  const work = async () => {
    if (uses() === usesSeen) return;
    usesSeen = uses();
    const { walBytes, written } = await readLog(run);
    // An idle service reads what there is to do, and writes nothing.
    if (written === writtenSeen) return;
    for (const statement of duePlan({ walBytes, tables: await readTables(run) })) await run(statement);
    writtenSeen = written;
  };
  const maintain = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
  const report = (error: Error) => log(`Database maintenance failed: ${error.message}`);
  const timer = setInterval(() => maintain().catch(report), intervalMillis).unref();
  return {
    maintain,
    stop: async () => {
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}

type Run = <Row>(sql: string) => Promise<Row[]>;

/** Bytes of the log since the last checkpoint, and since ever. */
async function readLog(run: Run): Promise<{ walBytes: number; written: number }> {
  const [log] = await run<{ bytes: number; written: number }>(`
    select (pg_current_wal_insert_lsn() - redo_lsn)::int8 as bytes, (pg_current_wal_insert_lsn() - '0/0')::int8 as written
    from pg_control_checkpoint()`);
  return { walBytes: log!.bytes, written: log!.written };
}

async function readTables(run: Run): Promise<TableStatistics[]> {
  // Counters reach the shared statistics at most once a second unless asked for.
  await run('select pg_stat_force_next_flush()');
  return run<TableStatistics>(`
    select format('%I.%I', schemaname, relname) as name,
           n_live_tup as live, n_dead_tup as dead, n_mod_since_analyze as changed
    from pg_stat_user_tables`);
}
