import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A bare server that runs. */
export interface Bare {
  url: string;
  pid: number;
  stop(): void;
}

/** Starts a bare server in a process of its own, with the certificate that a service has in its data directory. */
export async function startBare(program: URL, dataDir: string, args: string[] = []): Promise<Bare> {
  const tls = (file: string) => join(dataDir, 'tls', file);
  const child = spawn(process.execPath, [fileURLToPath(program), tls('key.pem'), tls('certificate.pem'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [port] = await once(child.stdout, 'data');
  const url = `https://localhost:${String(port).trim()}/`;
  return { url, pid: child.pid!, stop: () => child.kill() };
}
