import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGuide, runProgram } from '../support/guide.ts';
import { guideShell } from '../support/guide-shell.ts';
import { type Command, freshDirectory, startService } from '../support/process.ts';

const { text: guide, blocksOf } = readGuide('first-newsletter');

/** Where whoever follows the guide sits: an empty directory. */
const room = freshDirectory();
const data = join(room, 'newsletter');
let service: Command & { baseUrl: string; key: string };

beforeAll(async () => {
  service = await startService(data);
});
afterAll(async () => {
  service?.child.kill();
  await service?.ended;
});

/** The commands of a block as they stand there. */
const shell = guideShell(room);

test('the guide starts the service as the test does', () => {
  const [start, environment] = blocksOf('console');
  expect(start).toBe('npx mailwright serve --data newsletter\n');
  expect(environment).toContain('NODE_EXTRA_CA_CERTS=newsletter/tls/certificate.pem');
});

test('every command of the guide does what the guide says', async () => {
  const [bringIn, look, ...more] = blocksOf('sh');
  expect(more).toEqual([]);
  expect((await shell(bringIn!)).stdout).toContain('Imported readers.csv: 3 rows, 3 new');
  const program = blocksOf('ts').join('\n').replace('https://localhost:8443/1.0', service.baseUrl);
  const stdout = await runProgram(program, {
    ...process.env,
    MAILWRIGHT_KEY: service.key,
    NODE_EXTRA_CA_CERTS: join(data, 'tls/certificate.pem'),
  });
  expect(stdout).toBe('done 2\n');
  expect(guide).toContain('`done 2`');
  const looked = await shell(look!);
  expect(looked.stdout).toMatch(/Spring +regular +done/);
});
