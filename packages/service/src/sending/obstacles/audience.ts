import { type ContactFilter, countAmong, countMembers } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { samples } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { refusalReason } from '../deliveries/refusal-reason.ts';

/** The value of `contacts_limit` that is none. */
export const noLimit = 2_147_483_647;

/** Who would get a mailing if its recipients were fixed now. */
export interface Audience {
  contacts: number;
  recipients: number;
  /** Contacts who would not get it, by reason. */
  leftOut: ReadonlyMap<string, number>;
}

/**
 * Counts a target group as a sendout of the mailing would: by its rules as they find contacts now, or by its last members if
 * the mailing keeps these. Not from numbers of the last refresh, which people would decide by and then others get the mail.
 */
export async function countAudience(db: Db, mailing: Mailing, filter: ContactFilter): Promise<Audience> {
  const byReason = await countMembers(db, filter, sourceOf(mailing), refusalReason(mailing));
  const free = byReason.get(null) ?? 0;
  const recipients = Math.min(free, mailing.contacts_limit);
  const leftOut = new Map<string, number>();
  for (const [reason, contacts] of byReason) if (reason !== null) leftOut.set(reason, contacts);
  if (free > recipients) leftOut.set('contacts_limit', free - recipients);
  const contacts = [...byReason.values()].reduce((sum, each) => sum + each, 0);
  return { contacts, recipients, leftOut };
}

/** Counts the sample contacts of the account among those who may get a mailing, whatever its limit. */
export async function countSamples(db: Db, mailing: Mailing, filter: ContactFilter): Promise<number> {
  const ids = await samples.findSamples(db, mailing.account_id);
  return ids.length === 0 ? 0 : countAmong(db, ids, filter, sourceOf(mailing), refusalReason(mailing));
}

/** Whether the sendout of a mailing finds its contacts anew. */
export const sourceOf = ({ targetgroup_update }: Mailing) => (targetgroup_update ? 'rules' : 'members');
