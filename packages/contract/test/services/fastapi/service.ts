import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { waitUntilReachable } from '../../../src/exchange/reachable.ts';
import type { CorpusService, StartOptions } from '../service.ts';

/** The Python for which Debian's python3-fastapi and python3-uvicorn are installed. */
const PYTHON = '/usr/bin/python3';

/** Why FastAPI cannot be started here; undefined when it can. */
export function fastapiIsMissing(): string | undefined {
  try {
    execFileSync(PYTHON, ['-c', 'import fastapi, uvicorn'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return "FastAPI is left out: Debian's packages python3-fastapi and python3-uvicorn are not installed";
  }
}

export async function startFastapi({ defects }: StartOptions): Promise<CorpusService> {
  const port = await freePort();
  const child: ChildProcess = spawn(PYTHON, [join(import.meta.dirname, 'service.py')], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PORT: String(port), DEFECTS: defects ? '1' : '0' },
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReachable(url, 60_000);
  const read = async (path: string) => (await fetch(url + path)).json() as Promise<string[]>;
  return {
    url,
    description: await read('/openapi.json'),
    state: () => read('/--state'),
    async close() {
      child.kill();
      await once(child, 'close');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
