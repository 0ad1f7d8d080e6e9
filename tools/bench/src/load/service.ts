import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../../packages/service/src/cli/main.ts', import.meta.url));
const key = 'benchmark-key-0123456789';

export interface RunningService {
  /** `https://localhost:<port>/1.0` */
  baseUrl: string;
  key: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** The service in a process of its own, with fresh data; its log is thrown away. */
export async function startService(): Promise<RunningService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
  const args = [entry, 'serve', '--data', dataDir, '--port', '0', '--http-port', '0', '--key', key];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const baseUrl = await announcedUrl(child);
  return {
    baseUrl,
    key,
    dataDir,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function announcedUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^\s*API\s+(https:\S+)$/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('The service ended before it was ready');
}
