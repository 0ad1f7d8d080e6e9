import type { Client } from '@mailwright/client';
import { facts, number, section } from '../../components/figures.ts';
import { linkButton, postForm, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { localMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Handler, Visit } from '../../web/routes.ts';
import { slowness } from '../delivery/slowness.ts';
import { hasReport, isUnderWay, stateBadge } from '../mailing-states.ts';
import { approvalPart } from './approval.ts';
import { checkList } from './checks.ts';
import { type Contents, readContents } from './contents.ts';
import { readSignOffs, signOffPart } from './sign-off.ts';

const parent = { label: 'Mailings', path: '/console/mailings' };
const hour = 3_600_000;

/** One mailing: what it is, what is left to do, and what can be done with it. */
export const mailing = (visit: Visit): Promise<Response> => showMailing(visit);

async function showMailing(visit: Visit, message?: string): Promise<Response> {
  const { client, params } = visit;
  const id = Number(params.id);
  const of = { mailingid: id };
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
    ['State', stateBadge(visit.say, state)],
    ['Subject', contents.subject],
    ['Sender', [contents.alias, contents.sender].filter(Boolean).join(', ') || '–'],
    ['Target group', group?.ok ? `${group.data.name}, ${number(people ?? 0)} contacts` : '–'],
    [
      'Scheduled',
      schedule.ok && state === 'scheduled'
        ? `${schedule.data.date} ${schedule.data.hours}:${schedule.data.minutes} (${visit.account.timeZone})`
        : '–',
    ],
  ]);
  const refresh = isUnderWay(state) && 4;
  const left = missing(contents);
  const slow = isUnderWay(state) ? slowness(visit.say, await client.account.getRelays().orThrow()) : [];
  const look =
    contents.html === ''
      ? hint('There is no HTML yet.')
      : html`<iframe class="phone" title="Preview at 375 pixels" src="${own}/preview" sandbox></iframe>`;
  const body = html`${fault(message)}<div class="two"><div>${section('Mailing', html`${about}${slowNote(slow)}`, { id: 'about', refresh })}
${section('Test mail', testForm(visit, own))}
${type === 'regular' && section('Send', sending(visit, own, { state, left, people }), { id: 'send', refresh })}
${isDraft && section('Checks', await checkList(visit, id))}
${isDraft && type === 'regular' && section('Approval', await approvalPart(visit, id))}
${signOffs && section('Sign-off', await signOffPart(visit, id, signOffs), { id: 'sign-off' })}</div>${section('Preview', html`<div class="wide" tabindex="0">${look}</div>`)}</div>`;
  const actions = html`${hasReport(state) && linkButton('Report', `${own}/report`, 'main')}${linkButton('Copy', `/console/mailings/new?copy=${id}`)}${isDraft && linkButton('Edit', `${own}/edit`, 'main')}`;
  return respondPage(visit, { title: contents.name, parent, actions, body }, message === undefined ? 200 : 400);
}

const slowNote = (causes: readonly string[]): Content =>
  causes.length > 0 &&
  html`<h3>What slows it down</h3><ul>${causes.map((cause) => html`<li>${cause}</li>`)}</ul><p><a href="/console/delivery">Relays and receivers</a></p>`;

/** Names what a newsletter needs before it can be sent. */
export function missing({ subject, sender, html, text, group }: Contents): string[] {
  const needs: [label: string, isThere: boolean][] = [
    ['a subject', subject !== ''],
    ['a sender address', sender !== ''],
    ['contents', html !== '' || text !== ''],
    ['a target group', group !== ''],
  ];
  return needs.filter(([, isThere]) => !isThere).map(([label]) => label);
}

const testForm = (visit: Visit, own: string): Content =>
  postForm(
    visit,
    `${own}/test`,
    html`${textField({ label: 'Send a test mail to', name: 'email', type: 'email', required: true, hint: 'With the data of the contact who has this address, if there is one. It does not appear in reports.' })}<p><button class="quiet">Send the test mail</button></p>`,
  );

interface Sendability {
  state: string;
  left: readonly string[];
  people: number | undefined;
}

function sending(visit: Visit, own: string, { state, left, people }: Sendability): Content {
  const button = (action: string, label: string, kind: 'quiet' | 'bad' = 'quiet') =>
    postForm(visit, `${own}/${action}`, html`<button class="${kind}">${label}</button>`);
  if (state === 'scheduled')
    return html`<p>The mailing will be sent at the time above.</p>${button('unschedule', 'Remove the schedule')}`;
  if (state === 'paused')
    return html`<div class="row">${button('resume', 'Resume')}${button('cancel', 'Cancel for good', 'bad')}</div>`;
  if (isUnderWay(state))
    return html`<div class="row">${button('pause', 'Pause')}${button('cancel', 'Cancel for good', 'bad')}</div>`;
  if (state !== 'draft' && state !== 'failed') return hint('The mailing was sent. Copy it to send it again.');
  if (left.length > 0) return html`<p>The mailing still needs ${new Intl.ListFormat('en').format(left)}.</p>`;
  const soon = localMinute(visit, Date.now() + hour);
  return html`<details class="confirm"><summary class="button">Send now…</summary><div class="card"><p>The mailing goes to ${number(people ?? 0)} contacts at once. It cannot be changed after that.</p>${button('send', `Send to ${number(people ?? 0)} contacts`)}</div></details>
${postForm(visit, `${own}/schedule`, html`<h3>Or later</h3><div class="fields">${textField({ label: 'Day', name: 'date', type: 'date', value: soon.slice(0, 10), required: true })}${textField({ label: 'Time', name: 'time', type: 'time', value: soon.slice(11), required: true, hint: `In the time zone ${visit.account.timeZone}.` })}</div><p><button class="quiet">Schedule</button></p>`)}`;
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

export const signOff = change('signed-off', (client, mailingid) =>
  client.mailingActions.addSignOff({ mailingid }).orThrow(),
);
export const withdrawSignOff = change('sign-off-withdrawn', (client, mailingid) =>
  client.mailingActions.withdrawSignOff({ mailingid }).orThrow(),
);
export const sendNow = change('sending', (client, mailingid) => client.mailings.sendNow({ mailingid }).orThrow());
export const pause = change('paused', (client, mailingid) => client.mailingActions.pause({ mailingid }).orThrow());
export const resume = change('resumed', (client, mailingid) => client.mailingActions.resume({ mailingid }).orThrow());
export const cancel = change('canceled', (client, mailingid) => client.mailingActions.cancel({ mailingid }).orThrow());
export const unschedule = change('unscheduled', (client, mailingid) =>
  client.regularMailings.deleteSchedule({ mailingid }).orThrow(),
);
export const schedule = change('scheduled', (client, mailingid, form) => {
  const [hours = '', minutes = ''] = textOf(form, 'time').split(':');
  return client.regularMailings.createSchedule({ mailingid, date: textOf(form, 'date'), hours, minutes }).orThrow();
});
