import type { Readiness } from '@mailwright/client';
import { pageButton, postForm, textField } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { asItIs, localTime, plainMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { removeSamplesForm } from '../contacts/samples.ts';
import { isUnderWay } from '../mailing-states.ts';
import { obstacleList } from '../readiness.ts';
import { sayLeftOut } from './left-out.ts';
import { obstaclesAt } from './progress.ts';
import { versionField } from './seen-version.ts';

const hour = 3_600_000;

type Audience = NonNullable<Readiness['audience']>;

interface Sendability {
  state: string;
  readiness: Readiness;
  version: string;
}

/** The API tells the time of a schedule in the account's zone. */
export const scheduledTime = (say: Say, { date, hours, minutes }: { date: string; hours: string; minutes: string }) =>
  localTime({ account: asItIs, say }, `${date} ${hours}:${minutes}:00`);

/** What is in the way of a mailing; what can be mended at once has its button. */
export const mailingObstacles = (visit: Visit, own: string, readiness: Readiness): Content =>
  obstacleList(visit, readiness, own, {}, { samples_among_recipients: removeSamplesForm(visit, own) });

/** The last step of a mailing: what is still in its way, and the buttons to send, schedule or stop it. */
export function sendingPart(visit: Visit, own: string, { state, readiness, version }: Sendability): Content {
  const { offers, say } = visit;
  const button = (action: string, label: string, kind: 'quiet' | 'bad' = 'quiet') =>
    postForm(visit, `${own}/${action}`, html`<button class="${kind}">${label}</button>`);
  const found = mailingObstacles(visit, own, obstaclesAt('send', readiness));
  if (state === 'scheduled')
    return html`<p>${say('The mailing will be sent at the time above.')}</p>${mailingObstacles(visit, own, readiness)}${button('unschedule', say('Remove the schedule'))}`;
  if (state === 'paused')
    return html`<div class="row">${button('resume', say('Resume'))}${button('cancel', say('Stop sending'), 'bad')}</div>`;
  if (isUnderWay(state))
    return html`<div class="row">${state === 'sending' && button('pause', say('Pause'))}${button('cancel', say('Stop sending'), 'bad')}</div>`;
  if (state !== 'draft' && state !== 'failed') return hint(say('The mailing was sent. Copy it to send it again.'));
  const { audience, ready } = readiness;
  const mayWait = readiness.obstacles.every(({ severity, temporary }) => severity === 'warns' || temporary);
  if (!mayWait)
    return html`${offers('POST', `${own}/send`) && hint(say('The buttons appear here once everything above that has to be fixed is done.'))}${found}`;
  const count = audience?.recipients ?? 0;
  const soon = plainMinute(visit.account.timeZone, Date.now() + hour);
  const now =
    ready &&
    offers('POST', `${own}/send`) &&
    html`<details class="confirm"><summary class="button">${say('Send now…')}</summary><div class="card"><p>${say('{count, plural, one {The mailing goes to # contact at once.} other {The mailing goes to # contacts at once.}} It cannot be changed after that.', { count })}</p>${postForm(visit, `${own}/send`, html`${versionField(version)}<button class="quiet">${say('{count, plural, one {Send to # contact} other {Send to # contacts}}', { count })}</button>`)}</div></details>`;
  return html`${found}${now}
${postForm(visit, `${own}/schedule`, html`${versionField(version)}<h3>${say('Or later')}</h3><div class="fields">${textField({ label: say('Day'), name: 'date', type: 'date', value: soon.slice(0, 10), required: true })}${textField({ label: say('Time of day'), name: 'time', type: 'time', value: soon.slice(11), required: true, hint: say('In the time zone {zone}.', { zone: visit.account.timeZone }) })}</div><p class="row"><button class="quiet">${say('Schedule')}</button>${pageButton(visit, say('By local time or best hour'), `${own}/schedule`)}</p>`)}`;
}

/** Who would get the mailing, counted for this page, and why others would not. */
export function audienceNote(
  visit: Visit,
  { contacts, recipients, left_out, counted, bulk_receivers = [] }: Audience,
): Content {
  const { say } = visit;
  const reasons = sayLeftOut(say, left_out);
  return html`<p data-recipients="${recipients}">${say('{recipients, number} of {contacts, plural, one {# contact} other {# contacts}} would get it. Counted at {time}; it is counted again when it is sent.', { recipients, contacts, time: localTime(visit, counted).slice(-5) })}</p>${reasons.length > 0 && html`<p class="soft">${say('Left out: {reasons}.', { reasons: say.list(reasons) })}</p>`}${bulk_receivers.map(({ name, mails, lately, bulk_from: from }) => html`<p class="soft">${say('With this mailing, {name} gets {sum, number} mails in 24 hours. From {from, number} on it demands a signature, SPF and a DMARC policy of your domain, and unsubscribing with one click, which all mailings have.', { name, sum: mails + lately, from })}</p>`)}`;
}
