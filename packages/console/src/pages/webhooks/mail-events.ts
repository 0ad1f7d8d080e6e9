import { facts, section } from '../../components/figures.ts';
import { postForm, textField } from '../../components/forms.ts';
import { localMinute, plainMinute, startOfDay } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { mailEventTypes, type Webhook } from './settings.ts';

/** Which events of mails a webhook sends, how far it is, and a form to send them again; nothing if it sends none. */
export function mailEventsSection(visit: Visit, webhook: Webhook): Content {
  const { say } = visit;
  const { mailEvents, progress } = webhook;
  if (mailEvents === undefined || progress === undefined) return undefined;
  const { types = [], mailings = [], batchSize = 1 } = mailEvents;
  const labels = mailEventTypes.filter(([type]) => types.includes(type)).map(([, label]) => say(label));
  const list = facts([
    [say('Kinds'), labels.length === 0 ? say('Everything') : labels.join(', ')],
    ...(mailings.length > 0 ? [[say('Mailings'), mailings.join(', ')] as const] : []),
    [say('Events in a request, at most'), batchSize],
    [say('Sent until'), progress.sent_until === undefined ? '–' : localMinute(visit, progress.sent_until)],
    [say('Attempts'), progress.attempts],
    [say('Status of the last answer'), progress.status ?? '–'],
    ...(progress.next_attempt === undefined
      ? []
      : [[say('Next attempt'), localMinute(visit, progress.next_attempt)] as const]),
  ]);
  const content = html`${progress.gap && gapNotice(visit)}${list}${replayForm(visit, webhook)}`;
  return section(say('Events of mails'), content, { id: 'mail-events', refresh: progress.attempts > 0 && 10 });
}

const gapNotice = ({ say }: Visit) =>
  html`<p class="notice bad" role="alert">${say('Events were deleted because of their age before they were sent. Nothing is sent until you choose a day from which to go on.')}</p>`;

function replayForm(visit: Visit, { id }: Webhook): Content {
  const { account, say } = visit;
  const today = plainMinute(account.timeZone, Date.now()).slice(0, 10);
  const label = say('Send all since the beginning of');
  const zone = say('In the time zone {zone}. Events keep their ids, so that who has them already can ignore them.', {
    zone: account.timeZone,
  });
  return postForm(
    visit,
    `/console/webhooks/${id}/replay`,
    html`${textField({ label, name: 'day', type: 'date', value: today, required: true, hint: zone })}<p><button class="quiet">${say('Send again')}</button></p>`,
  );
}

/** Returns the instant that the form names, in milliseconds; undefined if it names no day. */
export function replayedSince({ account, form }: Visit): number | undefined {
  const day = form.get('day');
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  return Number.isNaN(Date.parse(day)) ? undefined : startOfDay(account.timeZone, day);
}
