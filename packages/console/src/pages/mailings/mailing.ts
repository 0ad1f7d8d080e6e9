import type { Client, Schedule } from '@mailwright/client';
import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { linkButton, pageButton, pageLink, postForm, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { empty, fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Handler, Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { slowness } from '../delivery/slowness.ts';
import { hasReport, isUnderWay, stateBadge } from '../mailing-states.ts';
import { outcomeNote } from '../outcomes.ts';
import { progressOf } from '../running.ts';
import { approvalPart } from './approval.ts';
import { areRunning, checkList, readChecks } from './checks.ts';
import { readContents } from './contents.ts';
import { activate, deactivate, dispatchingPart, saveDispatching } from './dispatching.ts';
import { draftNotes } from './drafts.ts';
import { doneSteps, notedSteps, obstaclesAt, progressLine, type Step } from './progress.ts';
import { resendButton } from './resend.ts';
import { scheduleByForm } from './schedule.ts';
import { seen } from './seen-version.ts';
import { audienceNote, mailingObstacles, scheduledTime, sendingPart } from './sending.ts';
import { readSignOffs, signOffPart } from './sign-off.ts';
import { waveTable } from './waves.ts';

/** One mailing: what it is, what is left to do, and what can be done with it. */
export const mailing = (visit: Visit): Promise<Response> => showMailing(visit);

async function showMailing(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const id = Number(params.id);
  const of = { mailingid: id };
  // Read before what the page shows: what is changed meanwhile, nobody has seen.
  const version = await client.mailings.getVersion(of).orThrow();
  const [contents, subject, state, type, schedule, readiness] = await Promise.all([
    readContents(client, id),
    client.mailings.getShownSubject(of).orThrow(),
    client.mailings.getState(of).orThrow(),
    client.mailings.getType(of).orThrow(),
    client.regularMailings.getSchedule(of),
    client.mailings.getReadiness(of).orThrow(),
  ]);
  const group = contents.group === '' ? undefined : await client.targetGroups.get({ groupId: Number(contents.group) });
  const own = `/console/mailings/${id}`;
  const isDraft = state === 'draft' || state === 'failed';
  const isRegular = type === 'regular';
  const experiment = isRegular ? await experimentOf(client, id) : undefined;
  const signOffs = (isDraft || state === 'scheduled') && isRegular ? await readSignOffs(client, id) : undefined;
  const checks = isDraft ? await readChecks(visit, id, isRegular) : [];
  const refresh = isUnderWay(state) && 4;
  const isChecked = checks.every(({ result }) => result.ok);
  const isPassed = checks.every(({ result }) => !result.ok || result.data.state === 'success');
  const line =
    isDraft &&
    isRegular &&
    progressLine(
      say,
      doneSteps({ state, readiness, isChecked }),
      notedSteps(readiness, { isPassed }),
      areRunning(visit, checks),
    );
  const about = facts([
    [say('State'), stateBadge(say, state)],
    ...(experiment === undefined
      ? []
      : [[say('Variant of'), html`<a href="/console/experiments/${experiment.id}">${experiment.name}</a>`] as const]),
    ...(schedule.ok && state === 'scheduled'
      ? [[say('Scheduled'), describeSchedule(visit, schedule.data)] as const]
      : []),
  ]);
  const written = facts([
    [say('Subject'), subject],
    [say('Preview text'), contents.preview || '–'],
    [say('Sender name and address'), [contents.alias, contents.sender].filter(Boolean).join(', ') || '–'],
  ]);
  const audience = facts([
    [say('Segment'), group?.ok ? html`<a href="/console/segments/${contents.group}">${group.data.name}</a>` : '–'],
  ]);
  const missing = (step: Step) => isRegular && isDraft && mailingObstacles(visit, own, obstaclesAt(step, readiness));
  const look =
    contents.html === ''
      ? empty(
          say.rich('Nothing is written yet. <a>Write the contents.</a>', {
            a: isDraft ? pageLink(visit, `${own}/edit`) : (inner) => inner,
          }),
        )
      : html`<iframe class="phone" title="${say('Preview on a phone')}" src="${own}/preview" sandbox></iframe>`;
  const body = html`${fault(message)}${isDraft && (await draftNotes(visit, own))}${line}<div class="making">${section(say('Mailing'), html`<div id="outcomes"${awaitsTest(visit) && html` data-refresh="5"`}>${await outcomeNotes(visit, id, state)}</div>${about}${refresh && (await progress(visit, id))}`, { id: 'about', refresh })}
${section(say('Contents'), html`${written}${missing('contents')}`, { id: 'contents' })}
<section class="beside"><h2>${say('Preview')}</h2><div class="wide" tabindex="0" role="region" aria-label="${say('Preview')}">${look}</div></section>
${isRegular && section(say('Audience'), html`${audience}${missing('audience')}${readiness.audience && audienceNote(visit, readiness.audience)}`, { id: 'audience' })}
${isDraft && section(say('Checks'), html`${missing('checks')}${checkList(visit, id, checks)}`)}
${section(say('Test mail'), testForm(visit, own))}
${isDraft && isRegular && section(say('Approval'), await approvalPart(visit, id), { id: 'approval' })}
${signOffs && section(say('Sign-off'), await signOffPart(visit, id, signOffs, version), { id: 'sign-off' })}
${schedule.ok && schedule.data.dispatchOption === 'localtime' && section(say('Waves'), await waves(visit, id), { id: 'waves', refresh })}
${isRegular && section(say('Send'), experiment?.state === 'draft' && isDraft ? hint(say('The mailing is sent by its experiment.')) : sendingPart(visit, own, { state, readiness, version }), { id: 'send', refresh })}
${!isRegular && section(say('When it is sent'), await dispatchingPart(visit, id, { state, type, readiness }), { id: 'dispatching' })}
${isDraft && section(say('Delete'), deletion(visit, own, contents.name))}</div>`;
  const actions = html`<div class="row" id="actions"${refresh && html` data-refresh="${refresh}"`}>${hasReport(state) && linkButton(say('Report'), `${own}/report`, 'main')}${pageButton(visit, say('Versions'), `${own}/versions`)}${isRegular && resendButton(visit, id, state)}${pageButton(visit, say('Copy'), `/console/mailings/new?copy=${id}`)}${state === 'draft' && isRegular && experiment === undefined && pageButton(visit, say('Try variants'), `/console/experiments/new?mailing=${id}`)}${isDraft && contents.mjml !== '' && visit.offers('POST', `${own}/blocks`) && linkButton(say('Edit as blocks'), `${own}/blocks`)}${isDraft && pageButton(visit, say('Edit'), `${own}/edit`, 'main')}</div>`;
  const parent = { label: say('Mailings'), path: '/console/mailings' };
  return respondPage(visit, { title: contents.name, parent, actions, body }, message === undefined ? 200 : 400);
}

/** When a mailing is sent, and whose clock shows the time. */
function describeSchedule({ account, say }: Visit, schedule: Schedule): string {
  const time = scheduledTime(say, schedule);
  switch (schedule.dispatchOption) {
    case 'localtime':
      return say('{time} where the contact is', { time });
    case 'hour':
    case 'weekdayhour':
      return say('from {time} ({zone}) on, at the best hour of each contact', { time, zone: account.timeZone });
    default:
      return `${time} (${account.timeZone})`;
  }
}

/** Waves of a mailing that is sent by local time; nothing if its schedule has misfired. */
async function waves(visit: Visit, mailingid: number): Promise<Content> {
  const found = await visit.client.regularMailings.getWaves({ mailingid });
  return found.ok && waveTable(visit, found.data);
}

/** The experiment that a mailing is a variant of. */
async function experimentOf(client: Client, id: number) {
  const experiments = await client.experiments.list().orThrow();
  return experiments.find(({ mailing_ids }) => mailing_ids.includes(id));
}

/** Whether somebody has been told that a test mail is still on its way. */
const awaitsTest = ({ query }: Visit): boolean => query.get('done') === 'test-waiting';

/** How sendouts, tests and requests for approval have ended, if not well; why a mailing has failed stays until it is sent. */
async function outcomeNotes(visit: Visit, object_id: number, state: string): Promise<Content> {
  // Why it has paused by itself, until somebody resumes it.
  if (state === 'paused') return outcomeNote(visit, { kind: 'sendout', object_id });
  if (isUnderWay(state)) return undefined;
  const notes = (['sendout', 'test', 'approval'] as const).map((kind) =>
    outcomeNote(
      visit,
      { kind, object_id },
      { stays: kind === 'sendout' && state === 'failed', isAwaited: kind === 'test' && awaitsTest(visit) },
    ),
  );
  return html`${await Promise.all(notes)}`;
}

const deletion = (visit: Visit, own: string, name: string): Content =>
  typedConfirmation(visit, {
    action: `${own}/delete`,
    label: visit.say('Delete'),
    explanation: visit.say('Deletes the mailing with its contents and attachments. You cannot take this back.'),
    phrase: name,
  });

/** Deletes a mailing that was not sent, after its name was typed. */
export async function deleteMailing(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const mailingId = Number(params.id);
  const name = await client.mailings.getName({ mailingid: mailingId }).orThrow();
  if (!isConfirmed(form, 'delete', name))
    return showMailing(visit, say('Nothing was deleted: what you typed is not “{phrase}”.', { phrase: name }));
  const deleted = await attempt(client.mailings.delete({ mailingId }).orThrow());
  return 'fault' in deleted ? showMailing(visit, deleted.fault) : redirect('/console/mailings?done=mailing-deleted');
}

/** How far a mailing is that is being sent, and what slows it down. */
async function progress({ client, say }: Visit, id: number): Promise<Content> {
  const [status, relays] = await Promise.all([
    client.account.getStatus().orThrow(),
    client.account.getRelays().orThrow(),
  ]);
  return html`${progressOf(say, status.sendouts, id)}${slowNote(say, slowness(say, relays))}`;
}

const slowNote = (say: Say, causes: readonly string[]): Content =>
  causes.length > 0 &&
  html`<h3>${say('What slows it down')}</h3><ul>${causes.map((cause) => html`<li>${cause}</li>`)}</ul><p><a href="/console/delivery">${say('Mail servers and mailbox providers')}</a></p>`;

const testForm = (visit: Visit, own: string): Content => {
  const { say } = visit;
  return postForm(
    visit,
    `${own}/test`,
    html`${textField({ label: say('Send a test mail to'), name: 'email', type: 'email', required: true, hint: say('With the data of the contact who has this address, if there is one. It does not appear in reports.') })}<p><button class="quiet">${say('Send the test mail')}</button></p>`,
  );
};

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

/** As `change`, of an automatic mailing. */
const changeAutomatic =
  (done: string, act: (visit: Visit, mailingid: number) => Promise<unknown>): Handler =>
  async (visit) => {
    const changed = await attempt(act(visit, Number(visit.params.id)));
    return 'fault' in changed
      ? showMailing(visit, changed.fault)
      : redirect(`/console/mailings/${visit.params.id}?done=${done}`);
  };

export const activateMailing = changeAutomatic('activated', activate);
export const deactivateMailing = changeAutomatic('deactivated', deactivate);
export const changeDispatching = changeAutomatic('saved', saveDispatching);
export const changeKey = change('saved', (client, mailingid, form) =>
  client.doubleOptInMailings.setDoiKey({ mailingid, body: textOf(form, 'key') }).orThrow(),
);
/** Sends a test mail, and says whether it was handed over or still is on its way after a minute. */
export async function sendTest(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const mailingid = Number(params.id);
  const sent = client.mailingChecks.sendTestEmail({ mailingid, email: textOf(form, 'email') });
  const ended = await attempt(sent.orThrow());
  if ('fault' in ended) return showMailing(visit, ended.fault);
  const done = (await sent).headers.get('test-mail-state') === 'waiting' ? 'test-waiting' : 'tested';
  return redirect(`/console/mailings/${mailingid}?done=${done}`);
}
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
export const schedule = change('scheduled', scheduleByForm);
