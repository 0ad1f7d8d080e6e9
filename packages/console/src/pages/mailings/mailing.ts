import type { Client } from '@mailwright/client';
import { facts, section } from '../../components/figures.ts';
import { linkButton, postForm, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { asItIs, localTime, plainMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Handler, Visit } from '../../web/routes.ts';
import { type Say, type Words, words } from '../../words.ts';
import { slowness } from '../delivery/slowness.ts';
import { hasReport, isUnderWay, stateBadge } from '../mailing-states.ts';
import { approvalPart } from './approval.ts';
import { checkList } from './checks.ts';
import { type Contents, readContents } from './contents.ts';
import { seen, versionField } from './seen-version.ts';
import { readSignOffs, signOffPart } from './sign-off.ts';

const hour = 3_600_000;

/** One mailing: what it is, what is left to do, and what can be done with it. */
export const mailing = (visit: Visit): Promise<Response> => showMailing(visit);

async function showMailing(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const id = Number(params.id);
  const of = { mailingid: id };
  // Read before what the page shows: what is changed meanwhile, nobody has seen.
  const version = await client.mailings.getVersion(of).orThrow();
  const [contents, state, type, schedule] = await Promise.all([
    readContents(client, id),
    client.mailings.getState(of).orThrow(),
    client.mailings.getType(of).orThrow(),
    client.regularMailings.getSchedule(of),
  ]);
  const group = contents.group === '' ? undefined : await client.targetGroups.get({ groupId: Number(contents.group) });
  const people = group?.ok ? (group.data.count_active_contacts ?? 0) : undefined;
  const own = `/console/mailings/${id}`;
  const isDraft = state === 'draft' || state === 'failed';
  const signOffs =
    (isDraft || state === 'scheduled') && type === 'regular' ? await readSignOffs(client, id) : undefined;
  const about = facts([
    [say('State'), stateBadge(say, state)],
    [say('Subject'), contents.subject],
    [say('Sender name and address'), [contents.alias, contents.sender].filter(Boolean).join(', ') || '–'],
    [
      say('Target group'),
      group?.ok
        ? `${group.data.name}, ${say('{count, plural, one {# contact} other {# contacts}}', { count: people ?? 0 })}`
        : '–',
    ],
    [
      say('Scheduled'),
      schedule.ok && state === 'scheduled' ? `${scheduledTime(say, schedule.data)} (${visit.account.timeZone})` : '–',
    ],
  ]);
  const refresh = isUnderWay(state) && 4;
  const left = missing(contents);
  const slow = isUnderWay(state) ? slowness(visit.say, await client.account.getRelays().orThrow()) : [];
  const look =
    contents.html === ''
      ? hint(say('There is no HTML yet.'))
      : html`<iframe class="phone" title="${say('Preview at 375 pixels')}" src="${own}/preview" sandbox></iframe>`;
  const body = html`${fault(message)}<div class="two"><div>${section(say('Mailing'), html`${about}${slowNote(say, slow)}`, { id: 'about', refresh })}
${section(say('Test mail'), testForm(visit, own))}
${type === 'regular' && section(say('Send'), sending(visit, own, { state, left, people, version }), { id: 'send', refresh })}
${isDraft && section(say('Checks'), await checkList(visit, id))}
${isDraft && type === 'regular' && section(say('Approval'), await approvalPart(visit, id))}
${signOffs && section(say('Sign-off'), await signOffPart(visit, id, signOffs, version), { id: 'sign-off' })}</div>${section(say('Preview'), html`<div class="wide" tabindex="0">${look}</div>`)}</div>`;
  const actions = html`<div class="row" id="actions"${refresh && html` data-refresh="${refresh}"`}>${hasReport(state) && linkButton(say('Report'), `${own}/report`, 'main')}${linkButton(say('Copy'), `/console/mailings/new?copy=${id}`)}${isDraft && linkButton(say('Edit'), `${own}/edit`, 'main')}</div>`;
  const parent = { label: say('Mailings'), path: '/console/mailings' };
  return respondPage(visit, { title: contents.name, parent, actions, body }, message === undefined ? 200 : 400);
}

const slowNote = (say: Say, causes: readonly string[]): Content =>
  causes.length > 0 &&
  html`<h3>${say('What slows it down')}</h3><ul>${causes.map((cause) => html`<li>${cause}</li>`)}</ul><p><a href="/console/delivery">${say('Relays and receivers')}</a></p>`;

/** Names what a newsletter needs before it can be sent. */
export function missing({ subject, sender, html, text, group }: Contents): Words[] {
  const needs: [label: Words, isThere: boolean][] = [
    [words('a subject'), subject !== ''],
    [words('a sender address'), sender !== ''],
    [words('contents'), html !== '' || text !== ''],
    [words('a target group'), group !== ''],
  ];
  return needs.filter(([, isThere]) => !isThere).map(([label]) => label);
}

const testForm = (visit: Visit, own: string): Content => {
  const { say } = visit;
  return postForm(
    visit,
    `${own}/test`,
    html`${textField({ label: say('Send a test mail to'), name: 'email', type: 'email', required: true, hint: say('With the data of the contact who has this address, if there is one. It does not appear in reports.') })}<p><button class="quiet">${say('Send the test mail')}</button></p>`,
  );
};

interface Sendability {
  state: string;
  left: readonly Words[];
  people: number | undefined;
  version: string;
}

/** The API tells the time of a schedule in the account's zone. */
const scheduledTime = (say: Say, { date, hours, minutes }: { date: string; hours: string; minutes: string }) =>
  localTime({ account: asItIs, say }, `${date} ${hours}:${minutes}:00`);

function sending(visit: Visit, own: string, { state, left, people, version }: Sendability): Content {
  const { say } = visit;
  const button = (action: string, label: string, kind: 'quiet' | 'bad' = 'quiet') =>
    postForm(visit, `${own}/${action}`, html`<button class="${kind}">${label}</button>`);
  if (state === 'scheduled')
    return html`<p>${say('The mailing will be sent at the time above.')}</p>${button('unschedule', say('Remove the schedule'))}`;
  if (state === 'paused')
    return html`<div class="row">${button('resume', say('Resume'))}${button('cancel', say('Cancel for good'), 'bad')}</div>`;
  if (isUnderWay(state))
    return html`<div class="row">${button('pause', say('Pause'))}${button('cancel', say('Cancel for good'), 'bad')}</div>`;
  if (state !== 'draft' && state !== 'failed') return hint(say('The mailing was sent. Copy it to send it again.'));
  if (left.length > 0)
    return html`<p>${say('The mailing still needs {needs}.', { needs: say.list(left.map((need) => say(need))) })}</p>`;
  const count = people ?? 0;
  const soon = plainMinute(visit.account.timeZone, Date.now() + hour);
  return html`<details class="confirm"><summary class="button">${say('Send now…')}</summary><div class="card"><p>${say('{count, plural, one {The mailing goes to # contact at once.} other {The mailing goes to # contacts at once.}} It cannot be changed after that.', { count })}</p>${postForm(visit, `${own}/send`, html`${versionField(version)}<button class="quiet">${say('{count, plural, one {Send to # contact} other {Send to # contacts}}', { count })}</button>`)}</div></details>
${postForm(visit, `${own}/schedule`, html`${versionField(version)}<h3>${say('Or later')}</h3><div class="fields">${textField({ label: say('Day'), name: 'date', type: 'date', value: soon.slice(0, 10), required: true })}${textField({ label: say('Time of day'), name: 'time', type: 'time', value: soon.slice(11), required: true, hint: say('In the time zone {zone}.', { zone: visit.account.timeZone }) })}</div><p><button class="quiet">${say('Schedule')}</button></p>`)}`;
}

type Change = (client: Client, mailingid: number, form: FormData) => Promise<unknown>;

/** A change of a mailing from its page, to which the browser comes back. */
const change =
  (done: string, act: Change): Handler =>
  async (visit) => {
    const changed = await attempt(act(visit.client, Number(visit.params.id), visit.form));
    return 'fault' in changed
      ? showMailing(visit, changed.fault)
      : redirect(`/console/mailings/${visit.params.id}?done=${done}`);
  };

export const sendTest = change('tested', (client, mailingid, form) =>
  client.mailingChecks.sendTestEmail({ mailingid, email: textOf(form, 'email') }).orThrow(),
);
export const askApproval = change('approval-asked', (client, mailingid, form) =>
  client.mailingChecks.startApproval({ mailingid, test_targetgroup_id: Number(form.get('group')) }).orThrow(),
);
export const requestSignOff = change('sign-off-requested', (client, mailingid) =>
  client.mailingActions.requestSignOff({ mailingid }).orThrow(),
);

export const signOff = change('signed-off', (client, mailingid, form) =>
  client.mailingActions.addSignOff({ mailingid, ...seen(form) }).orThrow(),
);
export const withdrawSignOff = change('sign-off-withdrawn', (client, mailingid) =>
  client.mailingActions.withdrawSignOff({ mailingid }).orThrow(),
);
export const sendNow = change('sending', (client, mailingid, form) =>
  client.mailings.sendNow({ mailingid, ...seen(form) }).orThrow(),
);
export const pause = change('paused', (client, mailingid) => client.mailingActions.pause({ mailingid }).orThrow());
export const resume = change('resumed', (client, mailingid) => client.mailingActions.resume({ mailingid }).orThrow());
export const cancel = change('canceled', (client, mailingid) => client.mailingActions.cancel({ mailingid }).orThrow());
export const unschedule = change('unscheduled', (client, mailingid) =>
  client.regularMailings.deleteSchedule({ mailingid }).orThrow(),
);
export const schedule = change('scheduled', (client, mailingid, form) => {
  const [hours = '', minutes = ''] = textOf(form, 'time').split(':');
  return client.regularMailings
    .createSchedule({ mailingid, date: textOf(form, 'date'), hours, minutes, ...seen(form) })
    .orThrow();
});
