import type { Account } from '../../account/index.ts';
import { contactHash } from '../../reports/index.ts';
import { clientOf, type OccasionKey, parseOccasion } from '../../tracking/index.ts';

export interface ReadingEmbeds {
  embed_email_client_infos: boolean;
  embed_transaction_id?: boolean;
  embed_contact_hash?: boolean;
}

/** The mail that a row is about; without a Message-ID where tracking is anonymous. */
export function mailOf({ message_id }: { message_id: string | null }) {
  return message_id === null ? {} : { msg_id: bare(message_id) };
}

/** Reports show a Message-ID without its angle brackets. */
function bare(messageId: string): string {
  return messageId.replace(/^<|>$/g, '');
}

/** The transaction that caused the mail, when it was asked for; null when something else did. */
export function transactionOf({ occasion }: { occasion: OccasionKey | null }, embed: boolean | undefined) {
  return embed ? { transaction_id: transactionIdOf({ occasion }) } : {};
}

/** The id of the transaction that caused the mail; null if something else did. */
export function transactionIdOf({ occasion }: { occasion: OccasionKey | null }): string | null {
  const cause = occasion === null ? undefined : parseOccasion(occasion);
  return cause?.kind === 'transaction' ? cause.key : null;
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
