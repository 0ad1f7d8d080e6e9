import { figures, section } from '../components/figures.ts';
import { pageButton } from '../components/forms.ts';
import { respondPage } from '../components/layout.ts';
import { barPlot } from '../components/plots.ts';
import { localDay, plainMinute, startOfDay } from '../components/times.ts';
import { type Content, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { type Say, words } from '../words.ts';
import { alarmList } from './alarms.ts';
import { firstSteps } from './first-steps.ts';
import { bounceShare, type Results, readResults, resultTable } from './mailings/results.ts';
import type { Outcome } from './outcome-words.ts';
import { outcomeItem, readUnseen } from './outcomes.ts';
import { runningList, type Status, shorten } from './running.ts';

const shown = 5;
const weeks = 12;
const day = 86_400_000;
/** Share of bounced mails from which on a mailing harms the reputation of its sender. */
const bounceWarning = 0.05;

/** Overview of an account: contacts, mailings, and findings that need attention. */
export async function overview(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const monthAgo = { from_date: Date.now() - 30 * day };
  const [contacts, blocked, subscribed, unsubscribed, growth, status, reports, outcomes] = await Promise.all([
    client.contacts.count().orThrow(),
    client.contacts.listBlocked({ page_size: 1 }).orThrow(),
    client.reportCounts.subscribers(monthAgo).orThrow(),
    client.reportCounts.unsubscriptions(monthAgo).orThrow(),
    countByWeek(visit),
    client.account.getStatus().orThrow(),
    readResults(client, shown),
    readUnseen(visit),
  ]);
  const body = html`${attention(visit, status, reports, outcomes.bad)}${ended(visit, outcomes.good)}
${await firstSteps(visit, status)}
${figures([
  [say('Contacts'), say.number(contacts)],
  [say('New in 30 days'), say.number(subscribed)],
  [say('Unsubscribed in 30 days'), say.number(unsubscribed)],
  [say('Blocked'), say.number(blocked.total ?? 0)],
])}
${section(say('Being sent now'), runningList(say, status.sendouts), { id: 'running', refresh: status.sendouts.length > 0 && 5 })}
${section(say('Last mailings'), resultTable(say, say('Last mailings'), reports, say('No mailing was sent yet.')))}
${section(say('New subscribers'), barPlot(say, say('New subscribers by week'), growth))}`;
  const actions = html`${pageButton(visit, say('Add a contact'), '/console/contacts/new')}${pageButton(visit, say('Write a mailing'), '/console/mailings/new', 'main')}`;
  return respondPage(visit, { title: say('Overview'), actions, body });
}

/** Counts new subscribers by weeks of the account's days; the last one ends today. */
async function countByWeek(visit: Visit) {
  const { client } = visit;
  const { timeZone } = visit.account;
  const today = Date.parse(plainMinute(timeZone, Date.now()).slice(0, 10));
  const bounds = Array.from({ length: weeks + 1 }, (_, index) =>
    startOfDay(timeZone, new Date(today + day - (weeks - index) * 7 * day).toISOString().slice(0, 10)),
  );
  return Promise.all(
    bounds.slice(0, -1).map(async (from_date, index) => {
      const value = await client.reportCounts.subscribers({ from_date, to_date: bounds[index + 1]! - 1 }).orThrow();
      return { label: localDay(visit, new Date(from_date).toISOString()), value };
    }),
  );
}

/** Days before its end in which a certificate needs attention. */
const certificateWarning = 14;

/** Names what somebody should look at; nothing if all is well. */
function attention(visit: Visit, status: Status, reports: readonly Results[], outcomes: readonly Outcome[]): Content {
  const { say } = visit;
  const to = (path: string) => (inner: Content) => html`<a href="${path}">${inner}</a>`;
  // Those that have paused by themselves are told in the language of the person until somebody has seen it.
  const told = new Set(outcomes.flatMap(({ kind, object_id }) => (kind === 'sendout' ? object_id : [])));
  const paused = status.stopped
    .filter(({ state, mailing_id: id }) => state === 'paused' && !told.has(id))
    .map(({ mailing_id: id, name, reason = '' }) => {
      const a = to(`/console/mailings/${id}`);
      return reason === ''
        ? say.rich('<a>{name}</a> is paused.', { name, a })
        : say.rich('<a>{name}</a> is paused: {reason}', { name, reason, a });
    });
  const deferred = status.sendouts
    .filter(({ deferred, answers }) => deferred > 0 && answers.length > 0)
    .map(({ mailing_id: id, name, deferred, answers }) =>
      say.rich(
        '{count, plural, one {# mail} other {# mails}} of <a>{name}</a> could not be handed over yet: {answer}. They are tried again.',
        { count: deferred, name, answer: shorten(answers[0]!.answer), a: to(`/console/mailings/${id}`) },
      ),
    );
  const warned = status.sendouts
    .filter(({ state, alarms }) => state === 'sending' && alarms.length > 0)
    .map(
      ({ mailing_id: id, name, alarms }) =>
        html`<a href="/console/mailings/${id}">${name}</a>${alarmList(say, alarms)}`,
    );
  const bounced = reports
    .filter(({ bounces, recipients }) => bounces > 0 && bounces / (recipients + bounces) >= bounceWarning)
    .map((results) =>
      say.rich('{share} of <a>{name}</a> bounced. Check where the addresses come from.', {
        share: bounceShare(say, results),
        name: results.name,
        a: to(`/console/mailings/${results.id}/report`),
      }),
    );
  const notes = [
    ...(status.read_only ? [say(readOnly)] : []),
    ...outcomes.map((outcome) => outcomeItem(visit, outcome)),
    ...paused,
    ...warned,
    ...deferred,
    ...bounced,
    ...ofService(say, status),
  ];
  return (
    notes.length > 0 &&
    section(say('Needs attention'), html`<ul class="steps">${notes.map((note) => html`<li>${note}</li>`)}</ul>`, {
      id: 'attention',
    })
  );
}

/** What has ended well since somebody has looked. */
const ended = (visit: Visit, outcomes: readonly Outcome[]): Content =>
  outcomes.length > 0 &&
  section(
    visit.say('Done'),
    html`<ul class="steps">${outcomes.map((outcome) => html`<li>${outcomeItem(visit, outcome)}</li>`)}</ul>`,
    { id: 'done' },
  );

const readOnly = words(
  'Nothing can be saved, probably because a disk is nearly full. No mail is sent until whoever runs this server frees space.',
);

/** Why the service gets no certificate, and what whoever runs this server has to do. */
const orderFaults = {
  port_closed: words(
    'The service gets no new certificate, because its ports cannot be reached. Whoever runs this server has to open ports 80 and 443.',
  ),
  dns: words(
    'The service gets no new certificate, because the DNS records of its name are missing or forbid it. Whoever runs this server has to correct them.',
  ),
  other_server: words(
    'The service gets no new certificate, because another server answers at its name. Whoever runs this server has to correct the DNS records.',
  ),
  rate_limit: words(
    'The service gets no new certificate yet, because too many were ordered. It tries again by itself.',
  ),
  authority_unreachable: words(
    'The service gets no new certificate, because the certificate authority does not answer. It tries again by itself.',
  ),
  refused: words(
    'The service gets no new certificate, because the certificate authority refuses it. The log of the service has the reason.',
  ),
};

/** Names what the operator of the service should look at. */
function ofService(
  say: Say,
  { failed_work: failed, certificate_ends: ends, certificate_fault: fault }: Status,
): Content[] {
  const days = Math.floor((ends - Date.now()) / day);
  return [
    ...failed.map(({ kind, jobs }) =>
      say.rich(
        'Background work <code>{kind}</code> failed for good {jobs, plural, one {once} other {# times}}. The log of the service has the reason.',
        { kind, jobs },
      ),
    ),
    ...(fault === undefined ? [] : [say(orderFaults[fault])]),
    ...(days < 0 ? [say('The certificate of the service has expired.')] : []),
    ...(days >= 0 && days < certificateWarning
      ? [say('The certificate of the service expires in {days, plural, one {# day} other {# days}}.', { days })]
      : []),
  ];
}
