import { sql } from 'kysely';
import { insertAccount } from '../../src/account/store.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { insertTargetGroup } from '../../src/audiences/target-groups/store.ts';
import { changeContent, changeSettings } from '../../src/mailings/change.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import type { MailRefusal, MailTransport, OutgoingMail } from '../../src/sending/mail/transport.ts';
import { advanceSendoutJob } from '../../src/sending/sendouts/advance.ts';
import { queueSendout } from '../../src/sending/sendouts/queue.ts';

export const people = 300;
export const connections = 5;
const { signal } = new AbortController();

interface Sendout {
  accountId: number;
  mailingId: number;
}

/** A mailing to people that is being sent, but by nobody yet. */
export async function startedSendout(db: Db, contacts = people): Promise<Sendout> {
  const sendout = await queuedSendout(db, contacts);
  await advance(db, sendout.accountId, sendout.mailingId);
  return sendout;
}

/** A mailing to people that waits to be sent. */
export async function queuedSendout(db: Db, contacts = people): Promise<Sendout> {
  const accountId = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
  await sql`
    insert into contact (account_id, email, email_folded, permission)
    select ${accountId}, 'p' || i || '@example.com', 'p' || i || '@example.com', 5
    from generate_series(1, ${contacts}::int) as i`.execute(db);
  const filter = await insertContactFilter(db, accountId, { name: 'all', author: 'test', rules: allOf() });
  const group = { name: 'all', type: 'regular', contact_filter_id: filter, author: 'test' } as const;
  const groupId = await insertTargetGroup(db, accountId, group);
  const draft = { name: 'News', subject: 'News', type: 'regular', creator: 'test' } as const;
  const mailingId = (await insertMailing(db, accountId, draft))!;
  const mailing = (await findMailing(db, accountId, mailingId))!;
  await changeContent(db, mailing, { text_body: '[[LINK|UNSUBSCRIBE]]', sender: 'news@example.com' });
  await changeSettings(db, mailing, { target_group_id: groupId! });
  await queueSendout(db, mailing, 'user', null);
  return { accountId, mailingId };
}

export function advance(db: Db, accountId: number, mailingId: number): Promise<void> {
  const job = { accountId, attempt: 1, now: () => new Date(), signal, complete: async () => {} };
  return advanceSendoutJob(() => {}).run(db, { mailingId }, job);
}

export function engineOf(
  send: (mail: OutgoingMail) => Promise<MailRefusal | undefined>,
  atATime = connections,
): DeliveryEngine {
  const transport: MailTransport = { connections: atATime, send, close: async () => {} };
  const environment = { transport, publicUrl: 'https://x.example' };
  return new DeliveryEngine(environment, mailSources(environment));
}

/** Lets everybody be due whose mail waits, for another attempt or for a receiver's pace, as if the time until then had passed. */
export async function passTime(db: Db): Promise<void> {
  await sql`update recipient set next_at = now() - interval '1 second' where state in ('deferred', 'pending')`.execute(
    db,
  );
  await sql`update recipient_batch set due_at = now() - interval '1 second'`.execute(db);
}

export async function runToEnd(db: Db, engine: DeliveryEngine): Promise<void> {
  while (await engine.run(db, signal));
}
