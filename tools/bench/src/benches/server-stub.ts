import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alternate, type Figure } from '../bench.ts';
import { answersPerSecond } from '../load/sockets.ts';

const path = '/1.0/mailings/filter/states?states=draft&fields=name&page_size=100';
const headers = { authorization: 'Bearer benchmark-key-0123456789' };
/** Headers that the stub makes; the bare server sends the same. */
const copied = ['content-type', 'x-items', 'x-pages', 'link', 'x-request-id'];
const rounds = 5;

/** The stub with authentication, validation and XML, against a bare Fastify that sends the same bytes and headers. */
export async function serverStubBench(): Promise<Figure[]> {
  return [await compare('server-stub-100-items', 100, 0.85), await compare('server-stub-1-kB', 4, 0.8)];
}

async function compare(name: string, items: number, target: number): Promise<Figure> {
  const stub = await startServer('stub.ts', String(items));
  const answer = await fetch(`http://127.0.0.1:${stub.port}${path}`, { headers });
  const body = await answer.text();
  const file = join(mkdtempSync(join(tmpdir(), 'mailwright-bench-')), 'answer.json');
  const kept = copied.map((header) => [header, answer.headers.get(header)!]);
  writeFileSync(file, JSON.stringify({ headers: Object.fromEntries(kept), body }));
  const bare = await startServer('bare-fastify.ts', file);
  try {
    const load = { path, headers, connections: 32, milliseconds: 1500 };
    const { subject, baseline, ratio } = await alternate(
      rounds,
      () => answersPerSecond({ ...load, port: stub.port }),
      () => answersPerSecond({ ...load, port: bare.port }),
    );
    const detail = `${subject.toFixed(0)} requests/s against ${baseline.toFixed(0)}, ${body.length} bytes each`;
    return { name, ratio, target: { bound: 'at least', value: target }, detail };
  } finally {
    stub.stop();
    bare.stop();
  }
}

async function startServer(script: string, argument: string): Promise<{ port: number; stop(): void }> {
  const entry = fileURLToPath(new URL(`../servers/${script}`, import.meta.url));
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [entry, argument], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const [line] = await once(child.stdout, 'data');
  return { port: Number(String(line).trim()), stop: () => child.kill() };
}
