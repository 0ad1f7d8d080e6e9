import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../support/postgres-guardian.ts', import.meta.url));

test.each([
  ['closes its input, as the end of its process does', (guardian: ReturnType<typeof start>) => guardian.stdin.end()],
  ['interrupts it', (guardian: ReturnType<typeof start>) => guardian.kill('SIGINT')],
])('the PostgreSQL of a test run goes away when its owner %s', async (_, leave) => {
  const room = mkdtempSync(join(tmpdir(), 'mailwright-room-'));
  const guardian = start(room);
  const [line] = await once(createInterface(guardian.stdout), 'line');
  const { url } = JSON.parse(line);
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('show data_directory');
  expect(dirname(rows[0].data_directory)).toBe(room);
  client.on('error', () => {}); // it is cut off below
  leave(guardian);
  await once(guardian, 'exit');
  expect(existsSync(room)).toBe(false);
  await expect(new pg.Client(url).connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

function start(room: string) {
  return spawn(process.execPath, [script, room], { stdio: ['pipe', 'pipe', 'inherit'] });
}
