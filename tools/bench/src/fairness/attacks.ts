import { Agent, request } from 'node:https';
import { parentPort, workerData } from 'node:worker_threads';
import { type Credentials, type Party, partyOf } from './parties.ts';

export interface Attack {
  kind: keyof typeof attacks;
  /** What is used of the attacker's. */
  mailings: number[];
}

/** How often at once, and what. */
const attacks = {
  liquid: [8, sendTestMail],
  bodies: [10, postLongBody],
  pages: [20, readPage],
  checks: [4, startCheck],
  sendouts: [3, sendMailing],
} as const;

function sendTestMail({ client }: Party, mailingid: number): Promise<unknown> {
  return client.mailingChecks.sendTestEmail({ mailingid, email: 'p0@example.com' });
}

function readPage({ client }: Party): Promise<unknown> {
  return client.contacts.list({ page_index: 1, page_size: 1000, standard_field: ['FIRSTNAME'] });
}

function startCheck({ client }: Party, mailingid: number): Promise<unknown> {
  return client.mailingChecks.startAttention({ mailingid });
}

async function sendMailing({ client, newMailing }: Party): Promise<void> {
  const mailingid = await newMailing(`<p>${'Spring has come. '.repeat(300)}</p>`);
  await client.mailings.sendNow({ mailingid }).orThrow();
  while ((await client.mailings.getState({ mailingid }).orThrow()) !== 'done') await pause();
}

const contact = (_: unknown, at: number) => `{"email":"b${at}@example.com","standard_fields":[]}`;
/** 5 MB. */
const longBody = Buffer.from(`[${Array.from({ length: 100_000 }, contact).join(',')}]`);
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

function postLongBody({ credentials }: Party): Promise<void> {
  const { baseUrl, key } = credentials;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(`${baseUrl}/contacts?permission=1`, { method: 'POST', headers, agent }, (response) =>
      response.on('end', resolve).resume(),
    )
      .on('error', reject)
      .end(longBody);
  });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Until the thread is ended; what is refused is the attacker's loss. */
async function attackForEver(credentials: Credentials, { kind, mailings }: Attack): Promise<void> {
  const party = partyOf(credentials);
  const [loops, work] = attacks[kind];
  let round = 0;
  const loop = async () => {
    for (;;) await Promise.resolve(work(party, mailings[round++ % mailings.length]!)).catch(pause);
  };
  parentPort!.postMessage('begins');
  await Promise.all(Array.from({ length: loops }, loop));
}

const { credentials, attack } = workerData as { credentials: Credentials; attack: Attack };
await attackForEver(credentials, attack);
