import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Demo, type DemoClock, nextReset, startDemo } from '../../src/app/demo/demo.ts';
import { askNobody } from '../../src/app/demo/year.ts';
import { openOutbox } from '../../src/sending/index.ts';
import { commandLine } from '../support/command-line.ts';
import { freshDirectory } from '../support/process.ts';
import { reached } from '../support/sendout.ts';
import { trusting } from '../support/trust.ts';

/** Stands still until it is put forward. */
class VirtualClock implements DemoClock {
  #now = new Date();
  #waiting = new Map<() => void, Date>();

  now = () => this.#now;

  at(time: Date, call: () => void) {
    this.#waiting.set(call, time);
    return () => void this.#waiting.delete(call);
  }

  forward(to: Date): void {
    this.#now = to;
    for (const [call, time] of [...this.#waiting])
      if (time <= to) {
        this.#waiting.delete(call);
        call();
      }
  }
}

const directory = freshDirectory();
const clock = new VirtualClock();
const lines: string[] = [];
let demo: Demo;
let send: ReturnType<typeof trusting>;
let cookie: string;

const clientOf = () => createClient({ baseUrl: `${demo.publicUrl}/1.0`, apiKey: demo.key, fetch: send });
const page = (path: string, init: RequestInit = {}) =>
  send(`${demo.publicUrl}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { origin: demo.publicUrl, ...(cookie && { cookie }), ...(init.headers as object) },
  });
const post = (path: string, fields: Record<string, string>) =>
  page(path, { method: 'POST', body: new URLSearchParams(fields) });
/** The value of a hidden field of a page. */
const hidden = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
const stored = async () => (await openOutbox(join(directory, 'present', 'outbox')).list(1, 1)).total;

/** Presses "Enter the demo" on the page that everybody sees first. */
async function enter(): Promise<string> {
  const response = await page('/console');
  const text = await response.text();
  expect(response.status).toBe(401);
  const entered = await post('/console/sign-in', { key: hidden(text, 'key') });
  expect(entered.status).toBe(303);
  cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  return text;
}

beforeAll(async () => {
  demo = await startDemo({
    directory,
    host: '127.0.0.1',
    port: 0,
    httpPort: 0,
    clock,
    log: (line) => lines.push(line),
  });
  send = trusting(join(directory, 'tls', 'certificate.pem'));
});
afterAll(() => demo?.close());

test('a reset comes at each full hour', () => {
  expect(nextReset(new Date('2031-06-01T14:59:59.999Z'))).toEqual(new Date('2031-06-01T15:00:00Z'));
  expect(nextReset(new Date('2031-06-01T15:00:00Z'))).toEqual(new Date('2031-06-01T16:00:00Z'));
});

test('each page says that it is a demo and when it is reset, in the language of its reader', async () => {
  const time = demo.resetsAt().toISOString().slice(11, 16);
  const first = await enter();
  expect(first).toContain(`This is a demo; it is reset at ${time} (UTC).`);
  for (const path of ['/console', '/console/mailings', '/console/contacts', '/console/nowhere'])
    expect(await (await page(path)).text()).toContain(`This is a demo; it is reset at ${time} (UTC).`);
  const german = await page('/console', { headers: { 'accept-language': 'de' } });
  expect(await german.text()).toContain(`Dies ist eine Demo; sie wird um ${time} (UTC) zurückgesetzt.`);
});

test('the account has lived a year', async () => {
  const client = clientOf();
  const contacts = await client.contacts.count().orThrow();
  expect(contacts).toBeGreaterThan(200);
  const from_date = Date.now() - 30 * 86_400_000;
  expect(await client.reportCounts.subscribers({ from_date }).orThrow(), 'somebody came lately').toBeGreaterThan(0);
  const names: string[] = [];
  for await (const { fields } of client.mailings.listByStates.all({ states: ['done'], fields: ['name'] }))
    names.push(...(fields ?? []).flatMap(({ value }) => value ?? []));
  expect(names).toEqual(expect.arrayContaining(['Seeds for the window sill', 'A year in the garden']));
  const counts = await Promise.all([
    client.reportCounts.opens({}).orThrow(),
    client.reportCounts.clicks({}).orThrow(),
    client.reportCounts.unsubscriptions({}).orThrow(),
    client.reportCounts.bounces({}).orThrow(),
  ]);
  expect(counts.map((count) => count > 0)).toEqual([true, true, true, true]);
  const overview = await (await page('/console')).text();
  expect(overview).toContain('A year in the garden');
});

test('a mailing can be sent, and lands in the outbox', async () => {
  const client = clientOf();
  const mailingid = await client.mailings.create({ name: 'Mine', subject: 'Mine' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings
    .setHtml({ mailingid, body: '<p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">unsubscribe</a>' })
    .orThrow();
  await client.regularMailings.setTargetGroup({ mailingid, body: 2 }).orThrow();
  await client.mailings.sendNow({ mailingid }).orThrow();
  await reached({ client }, mailingid, 'done');
  expect(await stored()).toBeGreaterThan(150);
  expect(await (await page('/outbox')).text()).toContain('Mine');
});

test('no other server is asked', async () => {
  await expect(askNobody('https://example.com/')).rejects.toThrow('this is a demo, which asks no other server');
});

test('nobody can shut the others out', async () => {
  const { apiKeys } = clientOf();
  const keys = await apiKeys.list().orThrow();
  for (const { id } of keys) expect((await apiKeys.revoke({ keyId: id })).status).toBe(403);
  const own = await apiKeys.create({ body: { label: 'Mine', rights: ['get'] } }).orThrow();
  expect((await apiKeys.revoke({ keyId: own.id })).status).toBe(200);
  expect((await clientOf().contacts.count()).status).toBe(200);
});

test('limits are small', async () => {
  const client = clientOf();
  const contacts = Array.from({ length: 1990 }, (_, index) => ({ email: `more-${index}@example.net` }));
  const { status } = await client.contacts.synchronize({ permission: 5, body: contacts });
  expect(status).toBe(409);
});

test('a reset brings the first state back, and tells who was working', async () => {
  const form = await (await page('/console/contacts/new')).text();
  const before = demo.resetsAt();
  clock.forward(before);
  await vi.waitFor(() => expect(lines).toContain('The demo was reset.'));
  expect(demo.resetsAt()).toEqual(new Date(before.getTime() + 3_600_000));

  const sent = await post('/console/contacts/new', { token: hidden(form, 'token'), email: 'typed@example.org' });
  const kept = await sent.text();
  expect([sent.status, kept]).toEqual([401, expect.stringContaining('you get the page back with all that you typed')]);
  const told = await (await page('/console')).text();
  expect(told).toContain('The demo was reset while you worked: everything is as it was at the beginning.');

  const back = await post('/console/sign-in', { key: hidden(kept, 'key'), kept: hidden(kept, 'kept') });
  expect(await back.text()).toContain('typed@example.org');
  expect(await stored()).toBe(0);
  const names: string[] = [];
  for await (const { fields } of clientOf().mailings.listByStates.all({ states: ['done'], fields: ['name'] }))
    names.push(...(fields ?? []).flatMap(({ value }) => value ?? []));
  expect(names).not.toContain('Mine');
  expect(names).toContain('A year in the garden');
});

test.each([
  ['--smtp', 'smtp://mail.example.com'],
  ['--database', 'postgres://db.example.com/mailwright'],
])('--demo does not go with %s', async (option, value) => {
  const { code, stderr } = await commandLine(['serve', '--demo', option, value]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`--demo does not go with ${option}`)]);
});
