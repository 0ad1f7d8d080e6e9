import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readGuides } from '../../../../spec/docs/guides.ts';
import { freshDirectory, runMailwright, startService } from '../support/process.ts';
import { files } from './files.ts';
import { leftOut } from './left-out.ts';
import { Reader } from './reader.ts';
import { readBlocks, type Step } from './steps.ts';

/** Every command and program of every guide, in the order of reading, in one directory against one service. */
const guides = readGuides()
  .flatMap(({ guides }) => guides)
  .map(({ name }) => ({ name, blocks: readBlocks(name).filter(({ title }) => !isLeftOut(name, title)) }))
  .filter(({ blocks }) => blocks.length > 0);
function isLeftOut(guide: string, title: string): boolean {
  return leftOut[guide]?.['*'] !== undefined || leftOut[guide]?.[title] !== undefined;
}

const room = freshDirectory();
const data = join(room, 'mailwright-data');
let service: Awaited<ReturnType<typeof startService>>;
let variables: Record<string, string>;

beforeAll(async () => {
  service = await startService(data);
  // Guides that start a service with a directory of its own get this one: each start takes seconds.
  for (const name of ['newsletter', 'shop']) symlinkSync('mailwright-data', join(room, name));
  for (const name of ['etc/mailwright', 'var/backups', 'var/lib']) mkdirSync(join(room, name), { recursive: true });
  const certificate = join(data, 'tls/certificate.pem');
  variables = {
    HOME: room,
    MAILWRIGHT_URL: new URL(service.baseUrl).origin,
    // Set by the guide on authentication, for those that follow it.
    API_KEY: service.key,
    MAILWRIGHT_KEY: service.key,
    CURL_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
  };
});
afterAll(async () => {
  service?.child.kill('SIGTERM');
  await service?.ended;
});

/** The code of a guide for this service and machine. */
const here = (text: string) =>
  text
    .replaceAll('https://localhost:8443', new URL(service.baseUrl).origin)
    .replace(/mw_…|the-key-that-was-printed/g, service.key)
    .replace(/ \/(etc|var)\//g, ` ${room}/$1/`)
    .replace(/^mailwright /gm, 'npx mailwright ')
    // The guides call the mailing 12 that the one on mailings creates.
    .replace(/^npx mailwright mailings create .*$/gm, '$& | tee created.txt')
    .replace(/(mailings \w+|send) 12\b/g, `$1 $(sed 's/^Mailing \\([0-9]*\\).*/\\1/' created.txt)`)
    // A reader has a terminal and is asked.
    .replace(/(accounts close \d+)/g, '$1 --force');

/** What a guide has done although nothing on its page prints it. */
const show = (names: string, output: string): Step => ({
  kind: 'shell',
  title: names,
  code: `for each in ${names}; do npx mailwright contacts show $each; done`,
  output,
});
const suppressed = (address: string, output: string): Step => ({
  kind: 'shell',
  title: address,
  code: `npx mailwright suppression list --email ${address}`,
  output,
});
const proofs: Record<string, Step[]> = {
  contacts: [
    show('ben@example.com cy@example.com jorg@example.com', 'FIRSTNAME…Ben…cy@example.com…FIRSTNAME…J\u00f6rg'),
    suppressed('ivy@other.example', 'Imported addresses'),
  ],
  'coming-from-listmonk': [show('gil@other.example', 'Permission…4…list_news…true…plan…Gold')],
  'coming-from-mailchimp': [
    show(
      'dee@other.example eve@other.example',
      'Permission…2…VIP…true…eve@other.example…Permission…1…unsubscribed…VIP…true',
    ),
    suppressed('fay@other.example', 'Imported from mailchimp'),
  ],
  'coming-from-brevo': [
    show('hal@other.example jo@other.example', 'Permission…4…LEVEL…high…jo@other.example…Permission…1…unsubscribed'),
  ],
};

test('the list of blocks that are not run is exact', () => {
  for (const [guide, titles] of Object.entries(leftOut)) {
    const known = ['*', ...readBlocks(guide).map(({ title }) => title)];
    for (const title of Object.keys(titles)) expect(known, guide).toContain(title);
  }
});

test.each(guides)('all blocks of $name do what the guide says', async ({ name: guide, blocks }) => {
  const steps = blocks.map(({ kind, code, ...block }): Step => {
    if (kind === undefined) throw new Error(`List this block in left-out.ts, with the test that covers it:\n${code}`);
    return { ...block, kind, code };
  });
  for (const [name, content] of Object.entries((await files())[guide] ?? {})) {
    mkdirSync(dirname(join(room, name)), { recursive: true });
    writeFileSync(join(room, name), content);
  }
  const reader = new Reader(room, steps, variables, here);
  try {
    for (const step of [...steps, ...(proofs[guide] ?? [])]) await check(reader, step);
  } finally {
    reader.end();
  }
});

async function check(reader: Reader, step: Step): Promise<void> {
  if (/^npx mailwright serve --data \w+\n$/.test(step.code)) return;
  if (step.code.startsWith('npx mailwright serve')) return startAnother(step);
  const isReport = step.code.includes('/reports/clicks');
  if (isReport) await click();
  const compare = async () => {
    const printed = await reader.run(step);
    expect(printed).toMatch(pattern(here(step.output ?? '')));
  };
  // Clicks are stored together, a moment after they were answered.
  await (isReport ? vi.waitFor(compare, { interval: 200 }) : compare());
}

/** The output of a guide, in which `…` stands for any text. */
const pattern = (output: string) =>
  new RegExp(
    output
      .split('…')
      .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*'),
  );

/** Starts a service as the step does, on free ports in a directory of its own. */
async function startAnother({ code, output }: Step): Promise<void> {
  const args = [...code.trim().matchAll(/(?:"[^"]*"|\S)+/g)].map(([word]) => word.replaceAll('"', ''));
  const ports = ['--data', join(freshDirectory(), 'data'), '--port', '0', '--http-port', '0'];
  const other = runMailwright([...args.slice(2), ...ports]);
  await other.printed(/Ctrl\+C/);
  expect(other.output()).toMatch(pattern(output ?? ''));
  other.child.kill('SIGTERM');
  expect(await other.ended).toMatchObject({ code: 0 });
}

/** Follows the link of a mail in the outbox, as its recipient does. */
async function click(): Promise<void> {
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
