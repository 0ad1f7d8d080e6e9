import { writeTicket } from '../../src/sign-up/door/ticket.ts';
import { signingKey } from '../../src/tracking/tokens/keys.ts';
import type { TestService } from './service.ts';

/** A ticket as a page has it that was fetched some seconds ago. */
export async function ticketOf({ db, accountId }: TestService, formId: number): Promise<string> {
  const { secret } = await signingKey(db, accountId);
  return writeTicket({ accountId, formId, secret }, Math.floor(Date.now() / 1000) - 10);
}
