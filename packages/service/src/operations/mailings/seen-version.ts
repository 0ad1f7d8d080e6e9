import { conflict, type Handlers, reply } from '@mailwright/server';
import { isSealed, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { seals } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { etag, matchesTag } from '../seen.ts';
import { requireMailing } from './require.ts';

/** Versions of mailings, which people name with what they decide (docs/decisions/sendouts.md). */
export const mailingVersionHandlers = {
  async getMailingVersion({ mailingid }, context) {
    const version = await seals.versionOf(context.db, await requireMailing(context, mailingid));
    return reply(200, version, { etag: etag(version) });
  },
} satisfies Partial<Handlers<Context>>;

/** Name of the parameter in the input of operations. */
export const seenVersion = 'If-Match';

/**
 * Refuses what a person has decided about another version of a mailing, in the transaction that does it. A sealed mailing has
 * no other version any more. @throws ApiError 409
 */
export async function requireSeenVersion(db: Db, mailing: Mailing, seen: string): Promise<void> {
  if (seen === '*' || isSealed(mailing.state)) return;
  const version = await seals.lockVersion(db, mailing);
  if (matchesTag(seen, etag(version))) return;
  throw conflict(
    `Mailing with id ${mailing.id} was changed: it has the version ${etag(version)} now, not ${seen}. Look at it again before you sign it off or send it.`,
  );
}
