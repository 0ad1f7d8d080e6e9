import { badRequest, type Handlers } from '@mailwright/server';
import { givePositionsIfPossible, type Place, type PlaceFault, readPlace, writePlace } from '../../journal/index.ts';
import { type MailEventRow, pageOfMailEvents, reportContacts, typeOf } from '../../reports/index.ts';
import type { Context } from '../context.ts';
import { mailOf, transactionIdOf } from './embeds.ts';

/** Events of mails, for programs that read everything once. */
export const mailEventHandlers = {
  async listMailEvents(input, context) {
    const { db, accountId } = context;
    const after = input.after === undefined ? undefined : requirePlace(accountId, input.after);
    await givePositionsIfPossible(db, accountId);
    const page = await pageOfMailEvents(db, accountId, after, input.limit, input);
    if (typeof page === 'string') throw badRequest(faults[page]);
    const contactOf = await reportContacts(
      context,
      page.events.map(({ contact_id }) => contact_id),
      { ...input, embed_field_backups: false },
    );
    return {
      next: writePlace(accountId, page.end),
      more: page.more,
      events: page.events.map((row) => ({
        id: `${row.kind}-${row.id}`,
        type: typeOf(row),
        timestamp: row.at.getTime(),
        // A transactional mail may go to somebody who is no contact.
        ...(row.kind === 'step' && row.contact_id === null ? {} : { contact: contactOf(row.contact_id) }),
        ...(row.mailing_id === null ? {} : { mailing_id: row.mailing_id }),
        ...detailsOf(row),
      })),
    };
  },
} satisfies Partial<Handlers<Context>>;

const faults: Record<PlaceFault, string> = {
  unknown: 'after names an event that is not known here, as after a backup was restored; begin without it',
  'too-old': 'after is so old that events behind it are no longer kept; begin without it',
};

/** @throws ApiError 400 */
function requirePlace(accountId: number, text: string): Place {
  const place = readPlace(accountId, text);
  if (place === undefined) throw badRequest('after must be the "next" of an answer with events of this account');
  return place;
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
    case 'unsubscription':
      return { source: row.source };
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
function causeOf(row: Extract<MailEventRow, { kind: 'delivery' | 'bounce' | 'opening' | 'click' }>) {
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
