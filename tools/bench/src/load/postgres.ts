import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const guardian = fileURLToPath(
  new URL('../../../../packages/service/test/support/postgres-guardian.ts', import.meta.url),
);

export interface PostgresServer {
  /** `postgres://…` of an empty database. */
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL server of its own, the one that the tests use. */
export async function startPostgres(): Promise<PostgresServer> {
  const child = spawn(process.execPath, [guardian], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  for await (const line of createInterface(child.stdout)) {
    const { url, error } = JSON.parse(line) as { url?: string; error?: string };
    if (url !== undefined) return { url, stop };
    throw new Error(`There is no PostgreSQL: ${error}`);
  }
  throw new Error('PostgreSQL ended before it was ready');
}
