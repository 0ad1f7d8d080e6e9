import { sql } from 'kysely';
import { vi } from 'vitest';
import type { TestService } from './service.ts';

let made = 0;

/** A regular mailing to everybody, ready to be sent. */
export async function createSendout(
  { client, groupId }: Pick<TestService, 'client' | 'groupId'>,
  html = '<p>Hello [[CONTACT|FIRSTNAME|friend]]</p><a href="[[LINK|UNSUBSCRIBE]]">unsubscribe</a>',
): Promise<number> {
  const mailingid = await client.mailings.create({ name: `Sendout ${++made}`, subject: 'News' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: html }).orThrow();
  await client.regularMailings.setTargetGroup({ mailingid, body: await groupId('regular') }).orThrow();
  return mailingid;
}

/** Waits until a mailing is in the state. */
export function reached(
  { client }: Pick<TestService, 'client'>,
  mailingid: number,
  state: string,
  timeout = 20_000,
): Promise<void> {
  return vi.waitFor(
    async () => {
      const now = await client.mailings.getState({ mailingid }).orThrow();
      if (now !== state) throw new Error(`The mailing is ${now}, not ${state}.`);
    },
    { timeout, interval: 20 },
  );
}

/** Recipients of a mailing, counted by state and reason. */
export async function outcomes({ db }: Pick<TestService, 'db'>, mailingId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select concat_ws(': ', state, reason) as outcome, count(*) from recipient where mailing_id = ${mailingId}
      and purpose not in ('test', 'approval')
    group by 1 order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}
