import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGuide, runProgram } from '../support/guide.ts';
import { type Command, freshDirectory, startService } from '../support/process.ts';

const run = promisify(execFile);
const { text: guide, blocksOf } = readGuide('transactional-mails');

const room = freshDirectory();
const data = join(room, 'shop');
let service: Command & { baseUrl: string; key: string };

beforeAll(async () => {
  service = await startService(data);
});
afterAll(async () => {
  service?.child.kill();
  await service?.ended;
});

test('every command of the guide does what the guide says', async () => {
  expect(blocksOf('console')[0]).toBe('npx mailwright serve --data shop\n');
  const env = { ...process.env, MAILWRIGHT_KEY: service.key, NODE_EXTRA_CA_CERTS: join(data, 'tls/certificate.pem') };
  const here = (code: string) => code.replaceAll('https://localhost:8443/1.0', service.baseUrl);
  const [send, ...more] = blocksOf('sh');
  expect(more).toEqual([]);
  const sent = await run('bash', ['-euo', 'pipefail', '-c', here(send!)], { cwd: room, env });
  expect(JSON.parse(sent.stdout)).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), email: 'ada@example.com' }]);
  const program = here(blocksOf('ts').join('\n'));
  const stdout = await runProgram(program, env);
  expect(stdout).toBe('accepted, delivered\n');
  expect(guide).toContain('`accepted, delivered`');
});
