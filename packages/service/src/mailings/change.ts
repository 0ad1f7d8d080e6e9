import { sealedError } from '@mailwright/server/runtime';
import { sql, type Updateable } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { foldText } from '../platform/text/fold.ts';
import { moveMailing } from './move.ts';
import { unsealedStates } from './states.ts';
import type { Mailing } from './store.ts';
import type { MailingContentTable, MailingTable } from './tables.ts';

/** Settings of a mailing, which say how it is sent, not what. */
export type SettingsChange = Pick<
  Updateable<MailingTable>,
  | 'cleanup'
  | 'contacts_limit'
  | 'doi_key'
  | 'ignore_permission'
  | 'locale'
  | 'qos_checks'
  | 'schedule_time'
  | 'speed_level'
  | 'tags'
  | 'tags_folded'
  | 'target_group_id'
  | 'targetgroup_update'
  | 'template_path'
  | 'tracking_strategy'
>;

/** Contents of a mailing: all that is sent. */
export type ContentChange = Omit<Updateable<MailingContentTable>, 'account_id' | 'mailing_id' | 'subject_folded'>;

// All three throw 409 when the mailing was sealed meanwhile, which can happen outside of a transaction. A failed mailing
// becomes a draft again.

/** Changes settings; raises the version. */
export async function changeSettings(db: Db, mailing: Mailing, change: SettingsChange): Promise<void> {
  const changed = await raised(db, mailing, false).set(change).execute();
  await conclude(db, mailing, changed);
}

/** Gives the mailing another name, which its mails may show. Throws what the database says when the name is taken. */
export async function renameMailing(db: Db, mailing: Mailing, name: string): Promise<void> {
  const changed = await raised(db, mailing, true)
    .set({ name, name_folded: foldText(name) })
    .execute();
  await conclude(db, mailing, changed);
}

/** Changes contents; raises both versions in the same statement, so that check results and approvals become stale. */
export async function changeContent(db: Db, mailing: Mailing, change: ContentChange): Promise<void> {
  const { subject } = change;
  const changed = await db
    .with('raised', (query) => raised(query as Db, mailing, true))
    .updateTable('mailing_content')
    .from('raised')
    .set({ ...change, ...(subject === undefined ? {} : { subject_folded: foldText(subject) }) })
    .where('mailing_content.account_id', '=', mailing.account_id)
    .whereRef('mailing_content.mailing_id', '=', 'raised.id')
    .returning('mailing_id')
    .execute();
  await conclude(db, mailing, changed);
}

/** To be called in the same transaction with a change of what the mailing has beside its contents and its mails show. */
export async function raiseContentVersion(db: Db, mailing: Mailing): Promise<void> {
  await conclude(db, mailing, await raised(db, mailing, true).execute());
}

function raised(db: Db, { account_id, id }: Mailing, content: boolean) {
  return db
    .updateTable('mailing')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .$if(content, (query) => query.set({ content_version: sql<number>`content_version + 1` }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', 'in', unsealedStates)
    .returning('id');
}

async function conclude(db: Db, mailing: Mailing, changed: unknown[]): Promise<void> {
  if (changed.length === 0) throw sealedError(mailing.id);
  await moveMailing(db, mailing, 'reopen', 'user', 'changed');
}
