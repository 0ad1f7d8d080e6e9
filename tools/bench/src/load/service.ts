import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../../packages/service/src/cli/main.ts', import.meta.url));
export const key = 'benchmark-key-0123456789';

export interface RunningService {
  /** `https://localhost:<port>/1.0` */
  baseUrl: string;
  key: string;
  dataDir: string;
  pid: number;
  stop(): Promise<void>;
}

/** The service in a process of its own, with fresh data; its log is thrown away. `more` are options of its own. */
export async function startService(more: string[] = [], dataDir = freshDirectory()): Promise<RunningService> {
  const args = [entry, 'serve', '--data', dataDir, '--port', '0', '--http-port', '0', '--key', key, ...more];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const baseUrl = await announcedUrl(child);
  return {
    baseUrl,
    key,
    dataDir,
    pid: child.pid!,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const freshDirectory = () => mkdtempSync(join(tmpdir(), 'mailwright-bench-'));

/** `mailwright …` in a process of its own, which must end well; returns the seconds that took. `onStart` gets its id. */
export async function runCommand(args: string[], onStart?: (pid: number) => void): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  onStart?.(child.pid!);
  const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`mailwright ${args[0]} ended with ${code}: ${complaints}`);
  return (performance.now() - started) / 1000;
}

async function announcedUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^\s*API\s+(https:\S+)$/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('The service ended before it was ready');
}
