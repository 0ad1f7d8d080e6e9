import type { Client } from '@mailwright/client';
import { figures, section } from '../components/figures.ts';
import { linkButton } from '../components/forms.ts';
import { respondPage } from '../components/layout.ts';
import { empty } from '../components/notice.ts';
import { barPlot } from '../components/plots.ts';
import { asItIs, localDay } from '../components/times.ts';
import { type Content, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import type { Say } from '../words.ts';
import { type ListedMailing, listMailings } from './mailing-names.ts';
import { stateBadge, underWay } from './mailing-states.ts';
import { bounceShare, type Results, readResults, resultTable } from './mailings/results.ts';

const shown = 5;
const weeks = 12;
const day = 86_400_000;
/** Share of bounced mails from which on a mailing harms the reputation of its sender. */
const bounceWarning = 0.05;

/** Overview of an account: contacts, mailings, and findings that need attention. */
export async function overview(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const monthAgo = { from_date: Date.now() - 30 * day };
  const [contacts, blocked, subscribed, unsubscribed, growth, running, failed, reports] = await Promise.all([
    client.contacts.count().orThrow(),
    client.contacts.listBlocked({ page_size: 1 }).orThrow(),
    client.reportCounts.subscribers(monthAgo).orThrow(),
    client.reportCounts.unsubscriptions(monthAgo).orThrow(),
    countByWeek(visit),
    readRunning(client),
    listMailings(client, { states: ['failed'], page_size: shown }),
    readResults(client, shown),
  ]);
  const body = html`${attention(say, [...running, ...failed.mailings], reports)}
${figures([
  [say('Contacts'), say.number(contacts)],
  [say('New in 30 days'), say.number(subscribed)],
  [say('Unsubscribed in 30 days'), say.number(unsubscribed)],
  [say('Blocked'), say.number(blocked.total ?? 0)],
])}
${section(say('Running sendouts'), runningList(say, running), { id: 'running', refresh: running.length > 0 && 5 })}
${section(say('Last mailings'), resultTable(say, say('Last mailings'), reports, say('No mailing was sent yet.')))}
${section(say('New subscribers'), barPlot(say, say('New subscribers by week'), growth))}`;
  const actions = html`${linkButton(say('Add a contact'), '/console/contacts/new')}${linkButton(say('Write a mailing'), '/console/mailings/new', 'main')}`;
  return respondPage(visit, { title: say('Overview'), actions, body });
}

async function countByWeek({ client, say }: Visit) {
  const days = { say, account: asItIs };
  const today = Date.parse(new Date().toISOString().slice(0, 10)) + day;
  const starts = Array.from({ length: weeks }, (_, index) => today - (weeks - index) * 7 * day);
  return Promise.all(
    starts.map(async (from_date) => {
      const value = await client.reportCounts.subscribers({ from_date, to_date: from_date + 7 * day - 1 }).orThrow();
      return { label: localDay(days, new Date(from_date).toISOString()), value };
    }),
  );
}

interface Running extends ListedMailing {
  delivered: number;
  /** Active contacts of its target group. */
  planned: number;
}

async function readRunning(client: Client): Promise<Running[]> {
  const { mailings } = await listMailings(client, { states: underWay, page_size: shown });
  return Promise.all(
    mailings.map(async (mailing) => {
      const delivered = await client.reportCounts.recipients({ mailing_id: [mailing.id] }).orThrow();
      const group = await client.regularMailings.getTargetGroup({ mailingid: mailing.id });
      const found =
        group.ok && typeof group.data === 'number' ? await client.targetGroups.get({ groupId: group.data }) : undefined;
      return { ...mailing, delivered, planned: found?.ok ? (found.data.count_active_contacts ?? 0) : 0 };
    }),
  );
}

function runningList(say: Say, running: readonly Running[]): Content {
  if (running.length === 0) return empty(say('Nothing is being sent.'));
  const item = ({ id, name, state, delivered, planned }: Running) =>
    html`<li><div class="row"><a href="/console/mailings/${id}">${name}</a>${stateBadge(say, state)}</div>${planned > 0 && html`<progress aria-label="${say('Progress of {name}', { name })}" max="${planned}" value="${Math.min(delivered, planned)}"></progress>`}<span class="soft">${planned > 0 ? say('{delivered, number} delivered of about {planned, number}', { delivered, planned }) : say('{delivered, number} delivered', { delivered })}</span></li>`;
  return html`<ul class="steps">${running.map(item)}</ul>`;
}

/** Names what somebody should look at; nothing if all is well. */
function attention(say: Say, stopped: readonly ListedMailing[], reports: readonly Results[]): Content {
  const to = (path: string) => (inner: Content) => html`<a href="${path}">${inner}</a>`;
  const stops = stopped.flatMap(({ id, name, state }) => {
    const a = to(`/console/mailings/${id}`);
    if (state === 'paused') return [say.rich('<a>{name}</a> is paused.', { name, a })];
    return state === 'failed' ? [say.rich('<a>{name}</a> has failed.', { name, a })] : [];
  });
  const bounced = reports
    .filter(({ bounces, recipients }) => bounces > 0 && bounces / (recipients + bounces) >= bounceWarning)
    .map((results) =>
      say.rich('{share} of <a>{name}</a> bounced. Check where the addresses come from.', {
        share: bounceShare(say, results),
        name: results.name,
        a: to(`/console/mailings/${results.id}/report`),
      }),
    );
  const notes = [...stops, ...bounced];
  return (
    notes.length > 0 &&
    section(say('Needs attention'), html`<ul class="findings">${notes.map((note) => html`<li>${note}</li>`)}</ul>`)
  );
}
