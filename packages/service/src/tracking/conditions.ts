import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What a contact did, or what happened to its mail. */
export type MailActivity = 'received' | 'opened' | 'clicked' | 'converted' | 'bounced';

const places = {
  received: { table: 'delivery', time: 'sent_at' },
  opened: { table: 'reader', time: 'last_opened_at' },
  clicked: { table: 'reader', time: 'last_clicked_at' },
  converted: { table: 'conversion', time: 'at' },
  bounced: { table: 'bounce', time: 'at' },
} as const;

/** That `contact` did it in a mailing, or in any; since an instant, or ever. Machines do not count. */
export function didCondition(
  act: MailActivity,
  accountId: number,
  mailingId: number | undefined,
  since: RawBuilder<unknown> | undefined,
): RawBuilder<SqlBool> {
  const { table, time } = places[act];
  const inMailing = mailingId === undefined ? sql`` : sql`and mailing_id = ${mailingId}`;
  const then = since === undefined ? sql`${sql.ref(time)} is not null` : sql`${sql.ref(time)} >= ${since}`;
  return sql<SqlBool>`exists (
    select from ${sql.table(table)} as act
    where act.account_id = ${accountId} and act.contact_id = contact.id ${inMailing} and ${then})`;
}
