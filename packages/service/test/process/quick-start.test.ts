import { spawn } from 'node:child_process';
import { globSync, readFileSync, symlinkSync } from 'node:fs';
import { request } from 'node:https';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { freshDirectory, startService } from '../support/process.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const guide = readFileSync(join(root, 'docs/guides/quick-start.md'), 'utf8');

/** Commands, and what they print at the least; `…` stands for any text. */
const steps = [...guide.matchAll(/```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(([, commands, output]) => ({
  commands: commands!,
  output: output?.trim(),
}));
const minutes = (n: number) => n * 60_000;

/** `scripts/try-readme` runs `npm ci && npm start` in a fresh clone; this test runs all that comes after it. */
test('the commands of the quick start, in five minutes', { timeout: minutes(5) }, async () => {
  expect(steps.length).toBeGreaterThan(6);
  const directory = freshDirectory();
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const service = await startService(join(directory, 'mailwright-data'));
  const here = (text: string) => text.replaceAll('https://localhost:8443', new URL(service.baseUrl).origin);
  const shell = startShell(directory, { KEY: service.key });
  try {
    for (const { commands, output } of steps) {
      const isReport = commands.includes('/reports/clicks');
      if (isReport) await click(directory);
      const check = async () => {
        const printed = await shell.run(here(commands));
        for (const part of here(output ?? '').split('…')) expect(printed).toContain(part);
      };
      // Clicks are written down together, a moment after they were answered.
      await (isReport ? vi.waitFor(check, { timeout: 20_000, interval: 200 }) : check());
    }
  } finally {
    shell.end();
    service.child.kill('SIGTERM');
    await service.ended;
  }
});

/** Follows the link of a mail in the outbox, as a reader does. */
async function click(directory: string): Promise<void> {
  const data = join(directory, 'mailwright-data');
  const [mail] = globSync(join(data, 'outbox/**/*.eml'));
  const text = readFileSync(mail!, 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [, href] = /<a href="([^"]+)">spring is here/.exec(text)!;
  const ca = readFileSync(join(data, 'tls/certificate.pem'));
  const location = await new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' };
    request(href!.replaceAll('&amp;', '&'), { ca, headers }, (response) => {
      response.resume();
      resolve(response.headers.location);
    })
      .on('error', reject)
      .end();
  });
  expect(location).toMatch(/^https:\/\/shop\.example\.net\/spring/);
}

/** One shell for all steps, for later ones use the variables of earlier ones. */
function startShell(directory: string, env: Record<string, string>) {
  const bin = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn('bash', ['-e'], { cwd: directory, env: { ...process.env, ...env, PATH: bin } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const mark = '-- end of step --';
  return {
    run: (commands: string) =>
      new Promise<string>((resolve, reject) => {
        output = '';
        const look = () => {
          if (output.includes(mark)) resolve(output.replace(mark, ''));
        };
        child.stdout.on('data', look);
        child.once('close', (code) => reject(new Error(`The shell ended with ${code}:\n${commands}\n${output}`)));
        child.stdin.write(`${commands}\necho; echo "${mark}"\n`);
      }),
    end: () => child.stdin.end(),
  };
}
