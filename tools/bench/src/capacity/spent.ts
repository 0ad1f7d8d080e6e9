import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { BenchDatabase } from '../load/databases.ts';
import type { Cost } from './model.ts';

type Db = BenchDatabase['kysely'];

/** Clock ticks of the kernel in a second (Linux, proc_pid_stat(5)). */
const ticks = 100;

/** Milliseconds on processors of a process and of its children that have ended. */
export function cpuMillis(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * (1000 / ticks);
}

/** All processes of the PostgreSQL server that a connection leads to, over a socket of this machine. */
export async function serverMillis(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const postmaster = parentOf(rows[0]!.pid);
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isChild(pid, parentOf, postmaster));
  return [postmaster, ...children].reduce((sum, pid) => sum + cpuMillis(pid), 0);
}

/** Processes end while they are looked at. */
function isChild(pid: number, parentOf: (pid: number) => number, parent: number): boolean {
  try {
    return parentOf(pid) === parent;
  } catch {
    return false;
  }
}

/**
 * Measures what work costs for each one of those that it says it has done.
 * @param serviceMillis of the process that does the work
 */
export async function costOf(db: Db, serviceMillis: () => number, work: () => Promise<number>): Promise<Cost> {
  const state = async () => {
    await sql`checkpoint`.execute(db);
    const { rows } = await sql<{ bytes: number; wal: number }>`
      select pg_database_size(current_database())::float8 as bytes,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`.execute(db);
    return { ...rows[0]!, service: serviceMillis(), database: await serverMillis(db) };
  };
  const before = await state();
  const count = await work();
  const after = await state();
  return {
    bytes: (after.bytes - before.bytes) / count,
    walBytes: (after.wal - before.wal) / count,
    serviceMillis: (after.service - before.service) / count,
    databaseMillis: (after.database - before.database) / count,
  };
}
