import { ApiError, badRequest } from '@mailwright/server';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { hasReleasedMailing } from '../mailings/sent.ts';

/** Asks a contact by mail to confirm a permission of 4 or 5. 400 when no double-opt-in mailing is released. */
export async function requestDoubleOptIn(db: Kysely<Schema>, accountId: number): Promise<never> {
  if (!(await hasReleasedMailing(db, accountId, 'doi'))) {
    throw badRequest('A double opt-in cannot be asked for: no double-opt-in mailing is released.');
  }
  throw new ApiError(501, 'Sending double-opt-in mailings is not implemented.');
}
