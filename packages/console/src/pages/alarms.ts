import type { Client } from '@mailwright/client';
import { type Content, html } from '../html.ts';
import { type Say, type Words, words } from '../words.ts';

type Status = Awaited<ReturnType<ReturnType<Client['account']['getStatus']>['orThrow']>>;
type Alarm = Status['sendouts'][number]['alarms'][number];

const happened: Record<Alarm['cause'], Words> = {
  complaints: words('{events, number} of {mails, number} mails were reported as spam ({share}).'),
  bounces: words('{events, number} of {mails, number} mails went to mailboxes that do not exist ({share}).'),
  blocks: words('{events, number} of {mails, number} mails were rejected as unwanted ({share}).'),
  refusals: words('{events, number} of {mails, number} mails were refused because of the sender ({share}).'),
};

/** What has gone wrong in a sendout beyond the limits of the account, and whether it paused for it. */
export const alarmList = (say: Say, alarms: readonly Alarm[]): Content =>
  alarms.length > 0 &&
  html`<ul class="alarms">${alarms.map(({ cause, level, receiver, events, mails }) => html`<li data-alarm="${cause} ${level}">${receiver !== undefined && html`<b>${receiver}</b>: `}${say(happened[cause], { events, mails, share: say.share(events, mails) })} ${level === 'paused' ? say('It paused for this.') : say('It pauses by itself if this grows.')}</li>`)}</ul>`;
