import type { MailEvent } from '@mailwright/server';
import { type OccasionKey, parseOccasion } from '../tracking/index.ts';
import { reportContacts } from './contact.ts';
import { type MailEventRow, typeOf } from './mail-events.ts';

/** Returns events as reports and webhooks show them, with these fields of their contacts. */
export async function describeMailEvents(
  context: Parameters<typeof reportContacts>[0],
  rows: readonly MailEventRow[],
  selection: { standard_field: string[]; custom_field: string[] },
): Promise<MailEvent[]> {
  const contactOf = await reportContacts(
    context,
    rows.map(({ contact_id }) => contact_id),
    { ...selection, embed_field_backups: false },
  );
  return rows.map((row) => ({
    id: `${row.kind}-${row.id}`,
    type: typeOf(row),
    timestamp: row.at.getTime(),
    // A transactional mail may go to somebody who is no contact.
    ...(row.kind === 'step' && row.contact_id === null ? {} : { contact: contactOf(row.contact_id) }),
    ...(row.mailing_id === null ? {} : { mailing_id: row.mailing_id }),
    ...detailsOf(row),
  }));
}

function detailsOf(row: MailEventRow) {
  switch (row.kind) {
    case 'delivery':
      return causeOf(row);
    case 'bounce': {
      const { type: bounce_type, status_code, reason, source: bounce_source } = row;
      return { ...causeOf(row), bounce_type, status_code, reason, bounce_source };
    }
    case 'opening':
      return { ...readingOf(row), open_source: row.source };
    case 'click':
      return { ...readingOf(row), link_id: row.link_id, link_url: row.link_url };
    case 'conversion': {
      const { value, site_id, goal_id, link_id } = row;
      return { value, site_id, goal_id, ...(link_id !== null && { link_id }) };
    }
    case 'unsubscription':
      return { source: row.source };
    case 'answer':
      return { ...causeOf(row), answer: row.answer };
    case 'step':
      return stepOf(row);
  }
}

const readingOf = (row: Extract<MailEventRow, { kind: 'opening' | 'click' }>) => ({
  ...causeOf(row),
  class: row.class,
  format: row.format,
  device_type: row.device_type,
});

/** The mail, and the transaction that has caused it; nothing of an erased contact, or where tracking is anonymous. */
function causeOf(row: Extract<MailEventRow, { kind: 'delivery' | 'bounce' | 'opening' | 'click' | 'answer' }>) {
  if (row.contact_id === null) return {};
  const transaction_id = transactionIdOf(row);
  return { ...mailOf(row), ...(transaction_id !== null && { transaction_id }) };
}

/** Without the words of the server, which may name addresses. */
function stepOf({ step, mail_id, tags, code, reason }: Extract<MailEventRow, { kind: 'step' }>) {
  return {
    mail_id,
    tags,
    ...(code !== null && { code }),
    ...(step === 'clicked' && reason !== null && { link_url: reason }),
    ...(step === 'bounced' && reason !== null && { status_code: reason }),
  };
}

/** The mail that a row is about; without a Message-ID where tracking is anonymous. */
export function mailOf({ message_id }: { message_id: string | null }) {
  return message_id === null ? {} : { msg_id: bare(message_id) };
}

/** Reports show a Message-ID without its angle brackets. */
function bare(messageId: string): string {
  return messageId.replace(/^<|>$/g, '');
}

/** The id of the transaction that caused the mail; null if something else did. */
export function transactionIdOf({ occasion }: { occasion: OccasionKey | null }): string | null {
  const cause = occasion === null ? undefined : parseOccasion(occasion);
  return cause?.kind === 'transaction' ? cause.key : null;
}
