import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface BenchWorker {
  pid: number;
  /** Sends what there is; resolves when nothing is left. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

/** A worker in a process of its own, ready to send. */
export async function startWorker(databaseUrl: string, smtp: string): Promise<BenchWorker> {
  const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, databaseUrl, smtp], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const line = () =>
    Promise.race([
      once(lines, 'line'),
      exited.then(([code]) => {
        throw new Error(`A worker ended with ${code}`);
      }),
    ]);
  await line();
  return {
    pid: child.pid!,
    async work() {
      const done = line();
      child.stdin.write('\n');
      await done;
    },
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
