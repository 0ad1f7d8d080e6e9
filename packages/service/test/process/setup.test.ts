import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDirectory, runMailwright } from '../support/process.ts';

const flags = ['--domain', 'news.example.com', '--email', 'ada@example.com', '--tls', 'acme', '--name', "Ada's Garden"];
const rest = ['--database', 'postgres://u:secret@db.example.com/m', '--relay', 'smtp://u:pass@relay.example.com:587'];

test('it writes settings that a shell can read, secrets for their owner only, and says what comes next', async () => {
  const directory = freshDirectory();
  const [file, secrets] = [join(directory, 'mailwright.conf'), join(directory, 'secrets')];
  writeFileSync(file, '# mine\nMAILWRIGHT_LOG="json"\n#MAILWRIGHT_PUBLIC_URL="https://news.example.com"\n');
  const places = ['--file', file, '--secrets', secrets];
  const { code, stdout } = await runMailwright(['setup', ...flags, ...rest, '--agree-to-terms', ...places]).ended;
  expect(code).toBe(0);
  expect(stdout).toContain('_dmarc.news.example.com  TXT  "v=DMARC1; p=none; rua=mailto:ada@example.com"');
  expect(stdout).toContain('mailwright dkim --domain news.example.com');
  expect(stdout).not.toMatch(/secret@|pass@/);
  const shown = execFileSync('sh', [
    '-c',
    '. "$1"; echo "$MAILWRIGHT_NAME $MAILWRIGHT_SMTP $MAILWRIGHT_LOG"',
    'sh',
    file,
  ]);
  expect(shown.toString()).toBe("Ada's Garden smtp://u@relay.example.com:587 json\n");
  expect(readFileSync(file, 'utf8')).toContain('# mine\n');
  expect(readFileSync(join(secrets, 'smtp-password'), 'utf8')).toBe('pass');
  expect(statSync(join(secrets, 'database-url')).mode & 0o077).toBe(0);
});

test('without a terminal it names what is missing, and writes nothing', async () => {
  const { code, stderr } = await runMailwright(['setup', ...flags]).ended;
  expect([code, stderr]).toEqual([
    1,
    'mailwright: there is no terminal to ask at; give --database, --relay, --agree-to-terms\n',
  ]);
});
