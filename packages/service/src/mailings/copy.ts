import { sql } from 'kysely';
import { requireRoom } from '../account/index.ts';
import { copyUses } from '../mailing-blacklists/index.ts';
import type { Db, Schema } from '../platform/database/schema.ts';
import { foldText } from '../platform/text/fold.ts';
import { escapeLike } from '../platform/text/match.ts';
import { copyName, stemOf } from './copy-name.ts';
import { type Mailing, mailingsKept } from './store.ts';
import type { MailingTable } from './tables.ts';

/** Columns that a copy takes from its mailing. A copy has no history, no schedule, and all checks enabled. */
const settings: Record<keyof MailingTable, boolean> = {
  account_id: true,
  archive_token: false,
  cleanup: true,
  contacts_limit: true,
  content_version: false,
  created_at: false,
  creator_folded: false,
  creator_name: false,
  doi_key: false,
  editor_version: true,
  id: false,
  ignore_permission: true,
  locale: true,
  name: false,
  name_folded: false,
  qos_checks: false,
  report_ends: false,
  report_token: false,
  resend_of: false,
  schedule_time: false,
  speed_level: true,
  state: false,
  tags: true,
  tags_folded: true,
  target_group_id: true,
  targetgroup_update: true,
  template_path: true,
  tracking_strategy: true,
  type: true,
  updated_at: false,
  version: false,
};

/** Columns that a copy takes from the rows of its mailing. */
const parts: { [Table in Part]: Record<keyof Schema[Table], boolean> } = {
  mailing_attachment: {
    account_id: true,
    content: true,
    created_at: true,
    diagnosis: true,
    filename: true,
    id: false,
    mailing_id: false,
    mime_type: true,
    size: false,
  },
  mailing_content: {
    account_id: true,
    amp: true,
    html: true,
    mailing_id: false,
    mjml: true,
    preview_text: true,
    recipient_alias: true,
    reply_to_active: true,
    reply_to_auto: true,
    reply_to_email: true,
    sender: true,
    sender_alias: true,
    subject: true,
    subject_folded: true,
    text_body: true,
  },
  mailing_dispatching: {
    account_id: true,
    contact_filter_id: true,
    day_of_month: true,
    day_of_week: true,
    delivery_limit: true,
    delivery_limit_unit: true,
    hours: true,
    mailing_id: false,
    minutes: true,
    repeat: true,
    rss_feed_url: true,
    rss_min_new_entries: true,
    rss_order_asc: true,
    rss_order_by: true,
    rss_unique_feature: true,
    speed_level: true,
    system_event: true,
    target: true,
    transaction_type_id: true,
    type: true,
  },
  mailing_property: { account_id: true, key: true, mailing_id: false, value: true },
};

type Part = 'mailing_attachment' | 'mailing_content' | 'mailing_dispatching' | 'mailing_property';

/** A draft with the contents, settings and all that belongs to the mailing, and a name of its own. @throws ApiError 409 beyond the quota */
export async function copyMailing(db: Db, mailing: Mailing, creator: string): Promise<number> {
  await requireRoom(db, mailing.account_id, mailingsKept, 1);
  const id = await insertCopy(db, mailing, creator);
  for (const [table, taken] of Object.entries(parts) as [Part, Record<string, boolean>][]) {
    const list = columns(taken);
    await sql`
      insert into ${sql.table(table)} (mailing_id, ${list}) select ${id}::int8, ${list} from ${sql.table(table)}
      where account_id = ${mailing.account_id} and mailing_id = ${mailing.id}`.execute(db);
  }
  await copyUses(db, mailing, id);
  return id;
}

/** Tries the next name when somebody else has taken one meanwhile. */
async function insertCopy(db: Db, mailing: Mailing, creator: string): Promise<number> {
  const setting = columns(settings);
  const taken = await namesLike(db, mailing);
  for (;;) {
    const name = copyName(mailing.name, taken);
    const { rows } = await sql<{ id: number }>`
      insert into mailing (name, name_folded, creator_name, creator_folded, ${setting})
      select ${name}, ${foldText(name)}, ${creator}, ${foldText(creator)}, ${setting}
      from mailing where account_id = ${mailing.account_id} and id = ${mailing.id}
      on conflict (account_id, name) do nothing returning id`.execute(db);
    if (rows[0] !== undefined) return rows[0].id;
    taken.add(name);
  }
}

/** Names of mailings that a copy of this one could collide with: those with the same beginning. */
async function namesLike(db: Db, { account_id, name }: Mailing): Promise<Set<string>> {
  const beginning = `${escapeLike(foldText(stemOf(name)))}%`;
  const rows = await db
    .selectFrom('mailing')
    .select('name')
    .where('account_id', '=', account_id)
    .where('name_folded', 'like', beginning)
    .execute();
  return new Set(rows.map((row) => row.name));
}

function columns(table: Record<string, boolean>) {
  const taken = Object.keys(table).filter((column) => table[column]);
  return sql.join(taken.map((column) => sql.ref(column)));
}
