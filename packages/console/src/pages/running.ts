import type { Client } from '@mailwright/client';
import { empty } from '../components/notice.ts';
import { type Content, html } from '../html.ts';
import type { Say } from '../words.ts';
import { alarmList } from './alarms.ts';
import { stateBadge } from './mailing-states.ts';

export type Status = Awaited<ReturnType<ReturnType<Client['account']['getStatus']>['orThrow']>>;
type Sendout = Status['sendouts'][number];

const longestAnswer = 200;

/** The words of a mail server as far as they fit. */
export const shorten = (answer: string): string =>
  answer.length > longestAnswer ? `${answer.slice(0, longestAnswer)}…` : answer;

/** Sendouts under way, each with how far it is and what its mails wait for. */
export function runningList(say: Say, sendouts: readonly Sendout[]): Content {
  if (sendouts.length === 0) return empty(say('Nothing is being sent.'));
  return html`<ul class="steps">${sendouts.map((sendout) => item(say, sendout))}</ul>`;
}

/** How far the sendout of a mailing is; nothing if none is under way. */
export function progressOf(say: Say, sendouts: readonly Sendout[], mailing: number): Content {
  const sendout = sendouts.find(({ mailing_id }) => mailing_id === mailing);
  return sendout && progress(say, sendout);
}

function item(say: Say, sendout: Sendout): Content {
  const { mailing_id: id, name, state } = sendout;
  const title = html`<div class="row"><a href="/console/mailings/${id}">${name}</a>${stateBadge(say, state)}</div>`;
  return html`<li>${title}${progress(say, sendout)}</li>`;
}

function progress(say: Say, sendout: Sendout): Content {
  const { name, recipients, answers, alarms } = sendout;
  if (recipients === undefined) return undefined;
  return html`<progress aria-label="${say('Progress of {name}', { name })}" max="${Math.max(1, recipients)}" value="${overOf(sendout)}"></progress><span class="soft">${factsOf(say, sendout, recipients).join(', ')}</span>${answers.map((each) => answerLine(say, each))}${alarmList(say, alarms)}`;
}

const overOf = ({ sent, failed, skipped }: Sendout) => sent + failed + skipped;

function factsOf(say: Say, sendout: Sendout, recipients: number): string[] {
  const { state, failed, skipped, deferred, last_minute: pace } = sendout;
  const minutes = state === 'sending' ? minutesToGo(sendout) : undefined;
  return [
    say('{done, number} of {all, number}', { done: overOf(sendout), all: recipients }),
    ...(failed > 0 ? [say('{count, number} failed', { count: failed })] : []),
    ...(skipped > 0 ? [say('{count, number} skipped', { count: skipped })] : []),
    ...(deferred > 0 ? [say('{count, number} deferred', { count: deferred })] : []),
    ...(pace > 0 ? [say('{count, number} in the last minute', { count: pace })] : []),
    ...(minutes === undefined ? [] : [toGo(say, minutes, deferred)]),
  ];
}

/** Minutes until the mails that are not deferred are out, at the pace of the last one; `undefined` before there was a whole one. */
export function minutesToGo({
  sent,
  open,
  deferred,
  last_minute: pace,
}: Pick<Sendout, 'sent' | 'open' | 'deferred' | 'last_minute'>): number | undefined {
  if (pace === 0 || sent <= pace || open <= deferred) return undefined;
  return Math.ceil((open - deferred) / pace);
}

const toGo = (say: Say, minutes: number, deferred: number): string =>
  deferred > 0
    ? say('about {minutes, plural, one {# minute} other {# minutes}} to go without the deferred ones', { minutes })
    : say('about {minutes, plural, one {# minute} other {# minutes}} to go', { minutes });

const answerLine = (say: Say, { answer, mails }: Sendout['answers'][number]): Content =>
  html`<br><span class="soft">${say('{mails, plural, one {# mail was} other {# mails were}} deferred: {answer}', { mails, answer: shorten(answer) })}</span>`;
