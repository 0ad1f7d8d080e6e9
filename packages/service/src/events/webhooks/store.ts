import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { SecretBox, secretsOf } from '../../platform/secrets/box.ts';
import type { SealedColumn } from '../../platform/secrets/sealed.ts';
import type { WebhookTable } from '../tables.ts';

export const webhookSecret: SealedColumn = { table: 'webhook', column: 'secret', owner: 'account_id', row: 'id' };

export type Webhook = Selectable<WebhookTable>;

/** The part of a webhook that its account sets. */
export type WebhookSettings = Pick<
  Webhook,
  | 'url'
  | 'events'
  | 'active'
  | 'url_parameters'
  | 'standard_fields'
  | 'custom_fields'
  | 'event_fields'
  | 'mail_event_types'
  | 'mail_event_mailings'
  | 'mail_event_batch'
>;

const maxWebhooks = 100;

/** The new webhook; undefined when the account has 100 already. */
export async function insertWebhook(
  db: Db,
  accountId: number,
  settings: WebhookSettings,
  secret: Uint8Array,
): Promise<Webhook | undefined> {
  // One after the other, so that two cannot both be the hundredth.
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook', ${accountId}))`.execute(db);
  const { count } = await db
    .selectFrom('webhook')
    .select((webhook) => webhook.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxWebhooks) return undefined;
  const { id } = await db
    .insertInto('webhook')
    .values({ account_id: accountId, ...columns(settings), secret: notSealedYet })
    .returning('id')
    .executeTakeFirstOrThrow();
  return db
    .updateTable('webhook')
    .set({ secret: secretsOf(db).seal(webhookSecret, { account: accountId, row: id }, secret) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An encrypted value names its row, whose id is known after the insertion. */
const notSealedYet = new SecretBox().seal(webhookSecret, { account: 0, row: 0 }, new Uint8Array());

/** Returns the key with which calls of a webhook are signed. */
export const secretOfWebhook = (db: Db, { account_id, id, secret }: Webhook): Uint8Array =>
  secretsOf(db).open(webhookSecret, { account: account_id, row: id }, secret);

const columns = ({ url_parameters, ...others }: WebhookSettings) => ({
  ...others,
  url_parameters: json(url_parameters),
});

export async function listWebhooks(db: Db, accountId: number): Promise<Webhook[]> {
  return db.selectFrom('webhook').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export const findWebhook = (db: Db, accountId: number, id: number): Promise<Webhook | undefined> =>
  webhookWith(db, accountId, id).executeTakeFirst();

/** As `findWebhook`, and keeps others from changing it until the transaction ends. */
export const lockWebhook = (db: Db, accountId: number, id: number): Promise<Webhook | undefined> =>
  webhookWith(db, accountId, id).forUpdate().executeTakeFirst();

const webhookWith = (db: Db, accountId: number, id: number) =>
  db.selectFrom('webhook').selectAll().where('account_id', '=', accountId).where('id', '=', id);

/** Ends the calls of a webhook, unless it has got another URL meanwhile. */
export async function deactivateWebhook(db: Db, { account_id, id, url }: Webhook): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ active: false })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('url', '=', url)
    .execute();
}

/** Reports whether an active webhook wants events of a type. */
export async function hasWebhookFor(db: Db, accountId: number, type: string): Promise<boolean> {
  const webhook = await db
    .selectFrom('webhook')
    .select('id')
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .where(sql<boolean>`${type} = any(events)`)
    .limit(1)
    .executeTakeFirst();
  return webhook !== undefined;
}

/** Returns the changed webhook, which must be locked. */
export async function updateWebhook(db: Db, { account_id, id }: Webhook, settings: WebhookSettings): Promise<Webhook> {
  return db
    .updateTable('webhook')
    .set(columns(settings))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a webhook with its events; false when there is none. */
export async function deleteWebhook(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
