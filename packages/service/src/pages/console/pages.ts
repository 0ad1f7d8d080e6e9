import { page } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { barPlot } from '../plots/bars.ts';
import { figures, number, share } from '../plots/figures.ts';
import { attentionNotes } from './attention.ts';
import type { ConsoleFigures } from './figures.ts';
import { refreshScript, runningList } from './running.ts';

/** Page for visitors who have not signed in. */
export function signInPage(refused: boolean): string {
  const fault = refused
    ? '<p role="alert"><b>The key is unknown, lacks the right get, or is not valid from this address.</b></p>'
    : '';
  return page(
    'Sign in',
    `<h1>Mailwright is running</h1>${fault}<form method="post" action="/sign-in">
<p><label for="key">API key</label><br><input id="key" name="key" type="password" autocomplete="current-password" required></p>
<button>Sign in</button></form>
<p><a href="/docs">Documentation</a> <span class="soft">of all operations, with examples. API paths start with <code>/1.0</code>.</span></p>`,
  );
}

/** How things are with an account. */
export function consolePage(figures: ConsoleFigures): string {
  const outbox = figures.hasOutbox ? '<a href="/outbox">Outbox</a> ' : '';
  return page(
    figures.account,
    `<nav class="row"><span><a href="/console">Console</a> ${outbox}<a href="/automation">Automation</a> <a href="/webhooks">Webhooks</a> <a href="/docs">Documentation</a></span><form method="post" action="/sign-out"><button>Sign out</button></form></nav>
<h1>${escapeHtml(figures.account)}</h1>
${attention(figures)}<section id="running">${runningList(figures.running)}</section>
${contacts(figures)}${states(figures)}${reports(figures)}${refreshScript}`,
  );
}

function attention(figures: ConsoleFigures): string {
  const notes = attentionNotes(figures);
  const list = notes.map((note) => `<li>${note}</li>`).join('');
  return `<section><h2>Needs attention</h2>${notes.length === 0 ? '<p class="soft">Nothing.</p>' : `<ul class="plain">${list}</ul>`}</section>`;
}

function contacts({ contacts, growth }: ConsoleFigures): string {
  const weeks = growth.map(({ week, contacts }) => ({ label: week.toISOString().slice(0, 10), value: contacts }));
  return `<section><h2>Contacts</h2>${figures([
    ['All', contacts.total],
    ['Reachable', contacts.reachable],
    ['Unsubscribed', contacts.unsubscribed],
    ['Blocked', contacts.blocked],
  ])}<p class="soft">New contacts by week</p>${barPlot('New contacts by week', weeks)}</section>`;
}

function states({ states }: ConsoleFigures): string {
  if (states.length === 0) return '<section><h2>Mailings</h2><p class="soft">No mailings yet.</p></section>';
  return `<section><h2>Mailings</h2>${figures(states.map(({ state, mailings }) => [state, mailings]))}</section>`;
}

function reports({ reports }: ConsoleFigures): string {
  if (reports.length === 0) return '';
  const row = ({ name, report_token, recipients, uniqueOpenings, uniqueClicks, bounces }: (typeof reports)[number]) =>
    `<tr><td class="address"><a href="/report/${report_token}">${escapeHtml(name)}</a></td><td class="number">${number(recipients)}</td><td class="number">${share(uniqueOpenings, recipients)}</td><td class="number">${share(uniqueClicks, recipients)}</td><td class="number">${number(bounces)}</td></tr>`;
  return `<section><h2>Latest reports</h2><div class="wide" tabindex="0"><table><thead><tr><th>Mailing</th><th class="number">Recipients</th><th class="number">Opened</th><th class="number">Clicked</th><th class="number">Bounces</th></tr></thead><tbody>${reports.map(row).join('')}</tbody></table></div></section>`;
}
