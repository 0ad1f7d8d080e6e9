import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../support/postgres-guardian.ts', import.meta.url));

test.each([
  ['closes its input, as the end of its process does', (guardian: ReturnType<typeof start>) => guardian.stdin.end()],
  ['interrupts it', (guardian: ReturnType<typeof start>) => guardian.kill('SIGINT')],
])('the PostgreSQL of a test run goes away when its owner %s', async (_, leave) => {
  const guardian = start();
  const [line] = await once(createInterface(guardian.stdout), 'line');
  const { url } = JSON.parse(line);
  const client = new pg.Client(url);
  await client.connect();
  expect((await client.query('show server_version_num')).rows).toHaveLength(1);
  client.on('error', () => {}); // it is cut off below
  leave(guardian);
  await once(guardian, 'exit');
  await expect(new pg.Client(url).connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

function start() {
  return spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
}
