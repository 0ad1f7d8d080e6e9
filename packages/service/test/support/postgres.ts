import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Postgres {
  /** Where the server is, or why there is none. */
  answer: { url?: string; error?: string };
  /** `pg_ctl restart -m fast`: cuts every connection, and ends when the server takes new ones. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL server in the care of a process of its own.
 * @param room an empty directory for its data, removed with it however this process ends
 */
export async function startPostgres(room?: string): Promise<Postgres> {
  const script = fileURLToPath(new URL('./postgres-guardian.ts', import.meta.url));
  const guardian = spawn(process.execPath, [script, ...(room === undefined ? [] : [room])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(guardian, 'exit');
  const lines = createInterface(guardian.stdout)[Symbol.asyncIterator]();
  const answer = async (): Promise<Postgres['answer']> => {
    const { done, value } = await lines.next();
    return done ? { error: 'The guardian of PostgreSQL ended without an answer.' } : JSON.parse(value);
  };
  return {
    answer: await answer(),
    async restart() {
      guardian.stdin.write('restart\n');
      const { error } = await answer();
      if (error !== undefined) throw new Error(error);
    },
    async stop() {
      guardian.stdin.end();
      await exited;
    },
  };
}
