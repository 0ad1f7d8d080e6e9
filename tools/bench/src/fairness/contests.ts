import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Attack } from './attacks.ts';
import type { Parties, Party } from './parties.ts';

/** What a resource is asked for by the victim, and how the attacker tries to keep it busy. */
export interface Contest {
  name: string;
  /** Milliseconds that the victim waits. */
  victim(): Promise<number>;
  /** Keeps the resource busy until the function that it gives is called. */
  attack(): Promise<() => Promise<void>>;
}

const loopingLiquid = `{% for i in (1..2000) %}{% for j in (1..2000) %}{% endfor %}{% endfor %}`;
const goodNews = `<p>${'Spring has come, and with it the news. '.repeat(2000)}</p>`;

/** Mails in Liquid, of which the attacker's loop until they are ended. */
export async function liquidContest({ attacker, victim }: Parties): Promise<Contest> {
  const bad = await attacker.newMailing(loopingLiquid, 'liquid');
  const mailingid = await victim.newMailing('<p>Hello {{ contact.FIRSTNAME }}</p>', 'liquid');
  const testMail = { mailingid, email: 'p0@example.com' };
  return {
    name: 'worker threads (Liquid)',
    victim: () => timed(() => victim.client.mailingChecks.sendTestEmail(testMail).orThrow()),
    attack: () => inThread(attacker, { kind: 'liquid', mailings: [bad] }),
  };
}

/** Bodies of 9 MB against one small contact. */
export function bodiesContest({ attacker, victim }: Parties): Contest {
  let number = 0;
  const create = () =>
    victim.client.contacts.createByEmail({ email: `v${number++}@example.com`, permission: 1, body: {} }).orThrow();
  return {
    name: 'request bodies',
    victim: () => timed(create),
    attack: () => inThread(attacker, { kind: 'bodies', mailings: [] }),
  };
}

/** Pages of 1,000 contacts against as many requests for one contact at a time. */
export function requestsContest({ attacker, victim }: Parties): Contest {
  const get = () => victim.client.contacts.getByEmail({ email: 'p0@example.com' }).orThrow();
  return {
    name: 'requests and database connections',
    victim: () => timed(() => Promise.all(Array.from({ length: 20 }, get))),
    attack: () => inThread(attacker, { kind: 'pages', mailings: [] }),
  };
}

/** The checks of many mailings against that of one. */
export async function checksContest({ attacker, victim }: Parties): Promise<Contest> {
  const mailings: number[] = [];
  for (let at = 0; at < 40; at++) mailings.push(await attacker.newMailing(goodNews));
  const one = await victim.newMailing(goodNews);
  return {
    name: 'jobs (checks)',
    victim: () => timed(() => check(victim, one)),
    attack: () => inThread(attacker, { kind: 'checks', mailings }),
  };
}

/** Sendouts of many contacts against one of few. */
export function sendoutsContest({ attacker, victim }: Parties): Contest {
  const html = `<p>${'Spring has come. '.repeat(300)}</p>`;
  return {
    name: 'sending',
    victim: async () => {
      const mailingid = await victim.newMailing(html);
      return timed(() => sendOut(victim, mailingid));
    },
    attack: () => inThread(attacker, { kind: 'sendouts', mailings: [] }),
  };
}

async function check({ client }: Party, mailingid: number): Promise<void> {
  await client.mailingChecks.startAttention({ mailingid }).orThrow();
  while (!(await client.mailingChecks.getAttention({ mailingid })).ok) await pause();
}

async function sendOut({ client }: Party, mailingid: number): Promise<void> {
  await client.mailings.sendNow({ mailingid }).orThrow();
  while ((await client.mailings.getState({ mailingid }).orThrow()) !== 'done') await pause();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** The attacker works in a thread of its own: its encryption and parsing must not keep the victim from asking. */
async function inThread(attacker: Party, attack: Attack): Promise<() => Promise<void>> {
  const worker = new Worker(new URL('./attacks.ts', import.meta.url), {
    workerData: { credentials: attacker.credentials, attack },
  });
  await once(worker, 'message');
  return async () => {
    await worker.terminate();
  };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
