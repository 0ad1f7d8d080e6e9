import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

test('the first lines of the README work, and answer what it says', async () => {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const [, address = '', answer] = /Bearer my-secret-key' http:\/\/localhost:8080(\S+)\n(.*)\n/.exec(readme) ?? [];
  const program = `${code.replace('8080', '0')}\nconsole.log(app.server.address().port);`;
  const server = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const ended = once(server, 'exit').then(([status]) => Promise.reject(new Error(`it ended with status ${status}`)));
    const [port] = await Promise.race([once(server.stdout, 'data'), ended]);
    const response = await fetch(`http://localhost:${Number(port)}${address}`, {
      headers: { authorization: 'Bearer my-secret-key' },
    });
    expect([response.status, await response.text()]).toEqual([200, answer]);
  } finally {
    server.kill();
  }
});
