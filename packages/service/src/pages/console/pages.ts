import type { Mailing } from '../../mailings/index.ts';
import { page } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { barPlot } from '../plots/bars.ts';
import { figures, number, share } from '../plots/figures.ts';
import type { ConsoleFigures } from './figures.ts';

/** Days before its end in which a certificate needs attention. */
const certificateWarning = 14;

/** What whoever has not signed in sees. */
export function signInPage(refused: boolean): string {
  const fault = refused ? '<p role="alert"><b>This key is not known, or lacks the right get.</b></p>' : '';
  return page(
    'Sign in',
    `<h1>Mailwright is running</h1>${fault}<form method="post" action="/sign-in">
<p><label for="key">API key</label><br><input id="key" name="key" type="password" autocomplete="current-password" required></p>
<button>Sign in</button></form>
<p><a href="/docs">Documentation</a> <span class="soft">of every operation, with examples. The API is below <code>/1.0</code>.</span></p>`,
  );
}

/** How things are with an account. */
export function consolePage(figures: ConsoleFigures): string {
  const outbox = figures.hasOutbox ? '<a href="/outbox">Outbox</a> ' : '';
  return page(
    figures.account,
    `<nav class="row"><span>${outbox}<a href="/docs">Documentation</a></span><form method="post" action="/sign-out"><button>Sign out</button></form></nav>
<h1>${escapeHtml(figures.account)}</h1>
${attention(figures)}${contacts(figures)}${running(figures)}${states(figures)}${reports(figures)}`,
  );
}

function attention({ stopped, certificateDays }: ConsoleFigures): string {
  const notes = stopped.map(({ name, state }) => `The mailing <b>${escapeHtml(name)}</b> is ${state}.`);
  if (certificateDays < certificateWarning) {
    notes.push(
      certificateDays < 0 ? 'The certificate has expired.' : `The certificate ends in ${certificateDays} days.`,
    );
  }
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

function running({ running, totals }: ConsoleFigures): string {
  if (running.length === 0) return '';
  const rows = running.map(({ id, name, state }) => {
    const { recipients = 0, lastMinute = 0 } = totals.get(id) ?? {};
    return `<tr><td class="address">${escapeHtml(name)}</td><td>${state}</td><td class="number">${number(recipients)}</td><td class="number">${number(lastMinute)}</td></tr>`;
  });
  return `<section><h2>Sendouts under way</h2><div class="wide"><table><thead><tr><th>Mailing</th><th>State</th><th class="number">Sent</th><th class="number">In the last minute</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function states({ states }: ConsoleFigures): string {
  if (states.length === 0) return '<section><h2>Mailings</h2><p class="soft">There are none yet.</p></section>';
  return `<section><h2>Mailings</h2>${figures(states.map(({ state, mailings }) => [state, mailings]))}</section>`;
}

function reports({ reports, totals }: ConsoleFigures): string {
  if (reports.length === 0) return '';
  const row = ({ id, name, report_token }: Mailing) => {
    const { recipients = 0, uniqueOpenings = 0, uniqueClicks = 0 } = totals.get(id) ?? {};
    return `<tr><td class="address"><a href="/report/${report_token}">${escapeHtml(name)}</a></td><td class="number">${number(recipients)}</td><td class="number">${share(uniqueOpenings, recipients)}</td><td class="number">${share(uniqueClicks, recipients)}</td></tr>`;
  };
  return `<section><h2>Last reports</h2><div class="wide"><table><thead><tr><th>Mailing</th><th class="number">Recipients</th><th class="number">Opened</th><th class="number">Clicked</th></tr></thead><tbody>${reports.map(row).join('')}</tbody></table></div></section>`;
}
