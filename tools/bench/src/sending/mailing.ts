import { sql } from 'kysely';
import { insertAccount } from '../../../../packages/service/src/account/store.ts';
import { mailSources } from '../../../../packages/service/src/app/mail-sources.ts';
import { refreshMembers } from '../../../../packages/service/src/audiences/filters/refresh.ts';
import { allOf } from '../../../../packages/service/src/audiences/filters/rules.ts';
import { findContactFilter, insertContactFilter } from '../../../../packages/service/src/audiences/filters/store.ts';
import { insertTargetGroup } from '../../../../packages/service/src/audiences/target-groups/store.ts';
import { changeContent, changeSettings } from '../../../../packages/service/src/mailings/change.ts';
import { findMailing, insertMailing } from '../../../../packages/service/src/mailings/store.ts';
import type { Db } from '../../../../packages/service/src/platform/database/schema.ts';
import { DeliveryEngine } from '../../../../packages/service/src/sending/deliveries/engine.ts';
import type { MailTransport } from '../../../../packages/service/src/sending/index.ts';
import { advanceSendoutJob } from '../../../../packages/service/src/sending/sendouts/advance.ts';
import { queueSendout } from '../../../../packages/service/src/sending/sendouts/queue.ts';

/** A newsletter of about 10 KB with 20 tags and 20 links. */
const newsletter = `<html><body>${Array.from(
  { length: 20 },
  (_, at) =>
    `<h2>Dear [[CONTACT|FIRSTNAME|reader]]</h2><p>${'Spring has come, and with it the news. '.repeat(10)}</p>` +
    `<a href="https://www.example.com/story/${at}?from=newsletter">Read on</a>`,
).join('\n')}<a href="[[LINK|UNSUBSCRIBE]]">unsubscribe</a></body></html>`;

/** An account, `known` or a new one, with people and a target group of everybody in it. */
export async function createAudience(
  db: Db,
  people: number,
  known?: number,
): Promise<{ account: number; group: number; filter: number }> {
  const account = known ?? (await insertAccount(db, { name: 'bench', domain: 'example.com' }));
  await sql`
    insert into contact (account_id, email, email_folded, permission, standard_fields)
    select ${account}, email, email, 5, jsonb_build_object('FIRSTNAME', 'Person ' || i, 'CITY', 'Paris')
    from (select i, 'p' || i || '@example.com' as email from generate_series(1, ${people}::int) as i) as people`.execute(
    db,
  );
  const filter = await insertContactFilter(db, account, { name: 'all', author: 'bench', rules: allOf() });
  await refreshMembers(db, (await findContactFilter(db, account, filter))!);
  const group = await insertTargetGroup(db, account, {
    name: 'all',
    type: 'regular',
    contact_filter_id: filter,
    author: 'bench',
  });
  await sql`vacuum analyze`.execute(db);
  return { account, group: group!, filter };
}

let made = 0;

/** A mailing to a target group, ready to be sent. */
export async function createMailing(db: Db, account: number, group: number): Promise<number> {
  const mailing = {
    name: `News ${++made}`,
    subject: 'Spring, [[CONTACT|FIRSTNAME]]',
    type: 'regular',
    creator: 'bench',
  } as const;
  const id = (await insertMailing(db, account, mailing))!;
  const draft = (await findMailing(db, account, id))!;
  await changeContent(db, draft, { html: newsletter, sender: 'news@example.com' });
  await changeSettings(db, draft, {
    target_group_id: group,
    targetgroup_update: false,
    // The others begin with a tenth of the connections.
    speed_level: 'supersonic',
    tracking_strategy: 'single-recipient',
  });
  return id;
}

/** Sends a mailing from its start to its end. */
export async function sendOut(db: Db, account: number, mailingId: number, transport: MailTransport): Promise<void> {
  await prepareSendout(db, account, mailingId);
  const environment = { transport, publicUrl: 'https://news.example.com' };
  const engine = new DeliveryEngine(environment, mailSources(environment));
  const { signal } = new AbortController();
  while (await engine.run(db, signal));
  await endSendout(db, account, mailingId);
}

/** Queues a mailing and fixes its recipients. */
export async function prepareSendout(db: Db, account: number, mailingId: number): Promise<void> {
  await queueSendout(db, (await findMailing(db, account, mailingId))!, 'user', null);
  await advance(db, account, mailingId);
}

/** Ends a sendout of which nothing is left. @throws Error when that is not so */
export async function endSendout(db: Db, account: number, mailingId: number): Promise<void> {
  await advance(db, account, mailingId);
  const { state } = (await findMailing(db, account, mailingId))!;
  if (state !== 'done') {
    const { rows } = await sql`
      select state, code, reason, count(*) from recipient where mailing_id = ${mailingId} group by 1, 2, 3`.execute(db);
    throw new Error(`The mailing is ${state}: ${JSON.stringify(rows)}`);
  }
}

function advance(db: Db, accountId: number, mailingId: number): Promise<void> {
  const { signal } = new AbortController();
  const job = { accountId, attempt: 1, now: () => new Date(), signal, complete: async () => {} };
  return advanceSendoutJob(() => {}).run(db, { mailingId }, job);
}
