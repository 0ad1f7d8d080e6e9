import PostalMime, { type Address, type Email } from 'postal-mime';
import { document } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';

export interface OutboxMail {
  name: string;
  email: Email;
}

export async function parseMail(name: string, raw: Buffer): Promise<OutboxMail> {
  return { name, email: await PostalMime.parse(raw) };
}

interface Listed {
  /** All mails of the account. */
  total: number;
  /** The last mail that was looked at; undefined on the last page. */
  olderThan: string | undefined;
  /** Search term; empty for all. */
  query: string;
}

/** A page that uses the width of the screen: parts of a mail stand side by side. */
const wide = `<style>main{max-width:90rem}.parts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(30rem,100%),1fr));gap:0 1.5rem}.parts section{min-width:0}.parts pre{max-height:70vh;white-space:pre-wrap;overflow-wrap:anywhere}form.row input{flex:1;width:auto;min-width:8rem}</style>`;

const widePage = (title: string, body: string) => document(`${title} · Mailwright`, wide + body, 'en');

/** The list of mails that were kept here instead of being sent. Of each, the headers are enough. */
export function outboxPage(mails: OutboxMail[], { total, olderThan, query }: Listed): string {
  const rows = mails.map(
    ({ name, email }) =>
      `<li><a href="/outbox/${name}"><b>${escapeHtml(email.subject ?? '(no subject)')}</b><br>` +
      `<span class="soft">to ${escapeHtml(addresses(email.to))} · ${escapeHtml(sentAt(email))}</span></a></li>`,
  );
  const search = `<form class="row" action="/outbox" role="search"><input type="search" name="q" aria-label="Subject or address" placeholder="Subject or address" value="${escapeHtml(query)}"><button>Search</button></form>`;
  const clear = `<form method="post" action="/outbox/clear"><button class="bad">Delete ${total === 1 ? '1 mail' : `all ${total} mails`}</button></form>`;
  const list =
    total === 0
      ? '<p>No mail yet. Send a mailing or start a test sendout, and its mails appear here.</p>'
      : `${search}<p class="soft">${found(mails.length, total, query)}</p><ul class="plain">${rows.join('')}</ul>`;
  const older = new URLSearchParams({ older_than: olderThan ?? '', ...(query && { q: query }) });
  const more = olderThan === undefined ? '' : `<p><a href="/outbox?${escapeHtml(String(older))}">Older mails →</a></p>`;
  return widePage(
    'Outbox',
    `<p><a href="/console">← Console</a></p><h1>Outbox</h1><p class="soft">No mail server is connected, so mails are stored here and reach nobody.</p>${list}${more}${total > 0 ? clear : ''}`,
  );
}

function found(shown: number, total: number, query: string): string {
  const mails = total === 1 ? '1 mail' : `${total} mails`;
  if (query !== '') return `${shown} of ${mails} with “${escapeHtml(query)}” in subject or addresses.`;
  return `${shown} of ${mails}, newest first.`;
}

/** One mail: HTML, text, headers and source. The HTML stands in a frame that may run nothing. */
export function mailPage({ name, email }: OutboxMail, source: string): string {
  const title = escapeHtml(email.subject ?? '(no subject)');
  const headers = email.headers.map(({ key, value }) => `${headerName(key)}: ${value}`).join('\n');
  const parts = [
    email.html
      ? part(
          'HTML',
          `<iframe title="HTML of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/outbox/${name}/html"></iframe>`,
        )
      : '',
    email.text ? part('Text', pre('Text', email.text)) : '',
    part('Headers', pre('Headers', headers)),
    part('Source', pre('Source', source)),
  ];
  return widePage(
    email.subject ?? '(no subject)',
    `<p><a href="/outbox">← Outbox</a></p><h1>${title}</h1>
<dl><dt>From</dt><dd>${escapeHtml(addresses(email.from ? [email.from] : []))}</dd><dt>To</dt><dd>${escapeHtml(addresses(email.to))}</dd>
<dt>Date</dt><dd>${escapeHtml(sentAt(email))}</dd></dl>
<p><a href="/outbox/${name}/source" target="_blank">Source of the message</a></p><div class="parts">${parts.join('')}</div>`,
  );
}

const part = (title: string, html: string) => `<section><h2>${title}</h2>${html}</section>`;
const pre = (label: string, text: string) =>
  `<pre tabindex="0" role="region" aria-label="${label}">${escapeHtml(text)}</pre>`;

/** `message-id` as it is usually written. */
const headerName = (key: string) => key.replace(/(?:^|-)[a-z]/g, (text) => text.toUpperCase());

/** The HTML of a mail whose links open in tabs of their own. A `base` before `<html>` is taken into the head. */
export function inNewTabs(html: string): string {
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(html) ?? [];
  return `${doctype}<base target="_blank">${html.slice(doctype.length)}`;
}

function sentAt({ date }: Email): string {
  return date ? `${formatSqlDateTime(new Date(date))} UTC` : '';
}

export function addresses(list: Address[] | undefined): string {
  return (list ?? []).map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ''))).join(', ');
}
