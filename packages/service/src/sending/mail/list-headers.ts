import { headerLine } from '../../platform/mail/header.ts';
import type { MailPurpose } from '../tables.ts';
import type { Recipient } from './recipient.ts';
import type { RenderContext } from './render-context.ts';

/** Header lines that tell machines what kind of mail it is; none on test mails, which look like the mail that is tested. */
export function bulkHeaders({ account, mailing }: RenderContext, purpose: MailPurpose): string {
  if (purpose === 'test' || purpose === 'approval') return '';
  if (purpose === 'transactional') return headerLine('Auto-Submitted', 'auto-generated');
  return (
    headerLine('List-Id', `<${account.id}.${account.domain}>`) +
    headerLine('Feedback-ID', `${mailing.id}:${account.id}:${mailing.type}:mailwright`) +
    (purpose === 'campaign' ? headerLine('Precedence', 'bulk') : headerLine('Auto-Submitted', 'auto-generated'))
  );
}

/** RFC 2369 and RFC 8058: one web address that unsubscribes by POST, and a mail address where there is one. */
export function unsubscribeHeaders({ page, mailbox }: NonNullable<Recipient['unsubscribe']>): string {
  const ways = mailbox === undefined ? `<${page}>` : `<${page}>, <mailto:${mailbox}>`;
  return headerLine('List-Unsubscribe', ways) + headerLine('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click');
}
