import { moveMailing } from '../../src/mailings/move.ts';
import { findMailing } from '../../src/mailings/store.ts';
import type { TestService } from './service.ts';

/** Seals a regular mailing: it waits for being sent. */
export async function seal({ db, accountId }: TestService, mailingid: number): Promise<void> {
  const mailing = await findMailing(db, accountId, mailingid);
  await moveMailing(db, mailing!, 'queue', 'user');
}
