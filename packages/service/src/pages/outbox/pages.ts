import PostalMime, { type Address, type Email } from 'postal-mime';
import { page } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';

export interface OutboxMail {
  name: string;
  email: Email;
}

export async function parseMail(name: string, raw: Buffer): Promise<OutboxMail> {
  return { name, email: await PostalMime.parse(raw) };
}

interface Rest {
  /** All mails of the account. */
  total: number;
  /** The last mail of this page; undefined on the last page. */
  olderThan: string | undefined;
}

/** The list of mails that were kept here instead of being sent. Of each, the headers are enough. */
export function outboxPage(mails: OutboxMail[], { total, olderThan }: Rest): string {
  const rows = mails.map(
    ({ name, email }) =>
      `<li><a href="/outbox/${name}"><b>${escapeHtml(email.subject ?? '(no subject)')}</b><br>` +
      `<span class="soft">to ${escapeHtml(addresses(email.to))} · ${escapeHtml(sentAt(email))}</span></a></li>`,
  );
  const hint = total === 0 ? '<p>No mail yet. Start an approval sendout, and its mails appear here.</p>' : '';
  const count = total > mails.length ? `<p class="soft">${mails.length} of ${total} mails, the newest first.</p>` : '';
  const older = olderThan === undefined ? '' : `<p><a href="/outbox?older_than=${olderThan}">Older mails →</a></p>`;
  return page(
    'Outbox',
    `<h1>Outbox</h1><p class="soft">No SMTP server is configured, so mails are kept here and go nowhere.</p>${hint}${count}<ul class="plain">${rows.join('')}</ul>${older}`,
  );
}

/** One mail with its headers; the content stands in a frame that may run nothing. */
export function mailPage({ name, email }: OutboxMail): string {
  const content = email.html
    ? `<iframe title="Content of the mail" sandbox="allow-popups" src="/outbox/${name}/html"></iframe>`
    : `<pre>${escapeHtml(email.text ?? '')}</pre>`;
  return page(
    email.subject ?? '(no subject)',
    `<p><a href="/outbox">← Outbox</a></p><h1>${escapeHtml(email.subject ?? '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escapeHtml(addresses(email.from ? [email.from] : []))}</dd><dt>To</dt><dd>${escapeHtml(addresses(email.to))}</dd>
<dt>Date</dt><dd>${escapeHtml(sentAt(email))}</dd><dt>Message-ID</dt><dd>${escapeHtml(email.messageId ?? '')}</dd></dl>
<p><a href="/outbox/${name}/source">Source of the message</a></p>${content}`,
  );
}

function sentAt({ date }: Email): string {
  return date ? `${formatSqlDateTime(new Date(date))} UTC` : '';
}

function addresses(list: Address[] | undefined): string {
  return (list ?? []).map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ''))).join(', ');
}
