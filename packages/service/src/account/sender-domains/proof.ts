import { createHmac } from 'node:crypto';
import type { Account } from '../account.ts';

/** The TXT record by which an account proves that a domain is its own. Only who manages the DNS of the domain can set it. */
export function proofRecord(
  { id, secret }: Pick<Account, 'id' | 'secret'>,
  domain: string,
): { name: string; value: string } {
  const mac = createHmac('sha256', secret).update(`sender-domain/${id}/${domain}`).digest('base64url');
  return { name: `_mailwright.${domain}`, value: `mailwright-account=${mac.slice(0, 27)}` };
}
