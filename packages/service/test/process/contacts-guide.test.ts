import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guideShell } from '../support/guide-shell.ts';
import { releaseOptInMailing } from '../support/opt-in.ts';
import { freshDirectory, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

/** The commands of the guides on contacts and mailings, in the order of reading, in a directory with their files. */
const guide = (name: string) => readFileSync(join(import.meta.dirname, `../../../../docs/guides/${name}.md`), 'utf8');
const commandsOf = (name: string) => guide(name).match(/^npx mailwright .*$/gm) ?? [];

const directory = freshDirectory();
const data = join(directory, 'mailwright-data');
const shell = guideShell(directory);
let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  const file = (name: string, content: string | Uint8Array) => writeFileSync(join(directory, name), content);
  file('readers.csv', 'Mail;Vorname;Remark\nada@example.com;Ada;x\n');
  file('names.csv', Buffer.from('jorg@example.com;J\xf6rg\n', 'latin1'));
  file('readers.xml', '<contacts><contact><email>cy@example.com</email></contact></contacts>');
  const rows = [
    ['E-Mail', 'Vorname'],
    ['ben@example.com', 'Ben'],
  ];
  file('customers.xlsx', await writeXlsx({ sheets: [{ name: 'Customers', rows }] }));
  const member = (address: string) => `Email Address,LAST_CHANGED,LEID,EUID\n${address},2026-01-02 03:04:05,1,a\n`;
  file('subscribed.csv', member('dee@other.example'));
  file('unsubscribed.csv', member('eve@other.example'));
  file('cleaned.csv', member('fay@other.example'));
  file('subscribers.csv', 'uuid,email,name,attributes,status\nu-1,gil@other.example,Gil,{},enabled\n');
  file('brevo.csv', 'EMAIL,DOUBLE_OPT-IN,EMAIL_BLOCKLISTED\nhal@other.example,1,\n');
  file('old-bounces.csv', 'E-Mail\nivy@other.example\n');
  file('page.html', '<p>Hello [[CONTACT|FIRSTNAME|friend]]</p>');
  file('page.txt', 'Hello [[CONTACT|FIRSTNAME|friend]]');
  service = await startService(data, ['--empty']);
  const fetch = trusting(join(data, 'tls/certificate.pem'));
  const client = createClient({ baseUrl: service.baseUrl, apiKey: service.key, fetch });
  await releaseOptInMailing({ client }, 'welcome');
});
afterAll(async () => {
  service?.child.kill('SIGTERM');
  await service?.ended;
});

const contacts = commandsOf('contacts').filter((line) => /mailwright (?:import|export|contacts) /.test(line));
test.each(contacts)('%s', async (line) => {
  const { stderr } = await shell(line);
  expect(stderr).not.toContain('mailwright:');
});

test('the files and commands of the guide have made its contacts', async () => {
  expect(contacts.length).toBeGreaterThan(8);
  const { stdout } = await shell('npx mailwright contacts find @example --json');
  const found = (JSON.parse(stdout) as { email: string; standard: { FIRSTNAME?: string } }[]).map(
    ({ email, standard }) => `${email} ${standard.FIRSTNAME ?? ''}`.trim(),
  );
  const wanted = ['ada@example.com Ada', 'ada@example.org Ada', 'ben@example.com Ben', 'cy@example.com'];
  expect(found.sort()).toEqual([...wanted, 'jorg@example.com Jörg']);
});

let mailing = '';
test.each(commandsOf('mailings').filter((line) => /mailings (?:create|edit|preview|test) /.test(line)))(
  '%s',
  async (line) => {
    const { stdout } = await shell(line.replace(/\b12\b/, mailing));
    mailing ||= /^Mailing (\d+)/.exec(stdout)![1]!;
    expect(stdout).toMatch(/^Mailing \d+|^Subject: Hello Ada\n/);
  },
);
