import type { Account } from '../../account/index.ts';
import { contactHash, transactionIdOf } from '../../reports/index.ts';
import { clientOf, type OccasionKey } from '../../tracking/index.ts';

export interface ReadingEmbeds {
  embed_email_client_infos: boolean;
  embed_transaction_id?: boolean;
  embed_contact_hash?: boolean;
}

/** The transaction that caused the mail, when it was asked for; null when something else did. */
export function transactionOf({ occasion }: { occasion: OccasionKey | null }, embed: boolean | undefined) {
  return embed ? { transaction_id: transactionIdOf({ occasion }) } : {};
}

export function hashOf(readerId: number | null, embed: boolean | undefined, { secret }: Account) {
  return embed && readerId !== null ? { contact_hash: contactHash(secret, readerId) } : {};
}

/** The program that a mail was read with, when it was asked for. */
export function clientOfReading(userAgent: string | null, embed: boolean) {
  if (!embed || userAgent === null) return {};
  const { device: _device, ...client } = clientOf(userAgent);
  return { client: { ...client, user_agent: userAgent } };
}
