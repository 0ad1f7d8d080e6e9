import { Agent, request } from 'node:https';
import type { Parties, Party } from './parties.ts';

/** What a resource is asked for by the victim, and how the attacker tries to keep it busy. */
export interface Contest {
  name: string;
  /** Milliseconds that the victim waits. */
  victim(): Promise<number>;
  /** Keeps the resource busy until `signal` aborts. */
  attack(signal: AbortSignal): Promise<void>;
}

const loopingLiquid = `{% for i in (1..2000) %}{% for j in (1..2000) %}{% endfor %}{% endfor %}`;

/** Mails in Liquid, of which the attacker's loop until they are ended. */
export async function liquidContest({ attacker, victim }: Parties): Promise<Contest> {
  const bad = await attacker.newMailing(loopingLiquid, 'liquid');
  const good = await victim.newMailing('<p>Hello {{ contact.FIRSTNAME }}</p>', 'liquid');
  return {
    name: 'worker threads (Liquid)',
    victim: () => timed(() => sendTestMail(victim, good)),
    attack: (signal) => inParallel(8, signal, () => attacker.client.mailingChecks.sendTestEmail(testMail(bad))),
  };
}

/** Bodies of 9 MB against one small contact. */
export function bodiesContest({ attacker, victim, service }: Parties): Contest {
  const body = `[${range(100_000)
    .map((at) => `{"email":"b${at}@example.com","standard_fields":[]}`)
    .join(',')}]`;
  let number = 0;
  return {
    name: 'request bodies',
    victim: () =>
      timed(() =>
        victim.client.contacts.createByEmail({ email: `v${number++}@example.com`, permission: 1, body: {} }).orThrow(),
      ),
    attack: (signal) =>
      inParallel(10, signal, () => post(`${service.baseUrl}/contacts?permission=1`, attacker.key, body)),
  };
}

/** Pages of 1,000 contacts against as many requests for one contact at a time. */
export function requestsContest({ attacker, victim }: Parties): Contest {
  const page = { page_index: 1, page_size: 1000, standard_field: ['FIRSTNAME' as const] };
  return {
    name: 'requests and database connections',
    victim: () =>
      timed(() =>
        Promise.all(range(20).map(() => victim.client.contacts.getByEmail({ email: 'p0@example.com' }).orThrow())),
      ),
    attack: (signal) => inParallel(20, signal, () => attacker.client.contacts.list(page)),
  };
}

/** The checks of many mailings against that of one. */
export async function checksContest({ attacker, victim }: Parties): Promise<Contest> {
  const text = `<p>${'Spring has come, and with it the news. '.repeat(2000)}</p>`;
  const many: number[] = [];
  for (let at = 0; at < 40; at++) many.push(await attacker.newMailing(text));
  const one = await victim.newMailing(text);
  let round = 0;
  return {
    name: 'jobs (checks)',
    victim: () => timed(() => check(victim, one)),
    attack: (signal) =>
      inParallel(4, signal, async () => {
        await attacker.client.mailingChecks.startAttention({ mailingid: many[round++ % many.length]! });
      }),
  };
}

/** Sendouts of many contacts against one of few. */
export async function sendoutsContest({ attacker, victim }: Parties): Promise<Contest> {
  const html = `<p>${'Spring has come. '.repeat(300)}</p>`;
  return {
    name: 'sending',
    victim: async () => {
      const mailingid = await victim.newMailing(html);
      return timed(() => sendOut(victim, mailingid));
    },
    attack: (signal) => inParallel(3, signal, async () => sendOut(attacker, await attacker.newMailing(html), signal)),
  };
}

const testMail = (mailingid: number) => ({ mailingid, email: 'p0@example.com' });

const sendTestMail = ({ client }: Party, mailingid: number) =>
  client.mailingChecks.sendTestEmail(testMail(mailingid)).orThrow();

async function check({ client }: Party, mailingid: number): Promise<void> {
  await client.mailingChecks.startAttention({ mailingid }).orThrow();
  while (!(await client.mailingChecks.getAttention({ mailingid })).ok) await pause();
}

async function sendOut({ client }: Party, mailingid: number, signal?: AbortSignal): Promise<void> {
  await client.mailings.sendNow({ mailingid }).orThrow();
  while (!signal?.aborted && (await client.mailings.getState({ mailingid }).orThrow()) !== 'done') await pause();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Repeats work in so many loops; what is refused is the attacker's loss. */
async function inParallel(loops: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const loop = async () => {
    while (!signal.aborted) await work().catch(pause);
  };
  await Promise.all(range(loops).map(loop));
}

const range = (length: number) => Array.from({ length }, (_, at) => at);

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

function post(url: string, key: string, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, agent }, (response) => response.on('end', resolve).resume())
      .on('error', reject)
      .end(body);
  });
}
