import { createHash } from 'node:crypto';
import { pageHeaders } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { timeLeft } from '../../platform/time/time-left.ts';
import { number } from '../plots/figures.ts';
import type { Running } from './figures.ts';

/** Sendouts under way, with how far they are; nothing when there are none. */
export function runningList(running: readonly Running[]): string {
  if (running.length === 0) return '';
  return `<h2>Running sendouts</h2><ul class="plain">${running.map(item).join('')}</ul>`;
}

function item({ mailing, name, state, recipients, putOff, ...counts }: Running): string {
  const title = `<b id="sendout-${mailing}">${escapeHtml(name)}</b> <span class="soft">${state}</span>`;
  if (recipients === null) return `<li>${title}</li>`;
  const { sent, failed, skipped, open, deferred, lastMinute } = counts;
  const over = sent + failed + skipped;
  const facts = [
    `${number(over)} of ${number(recipients)}`,
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ...(skipped > 0 ? [`${number(skipped)} skipped`] : []),
    ...(deferred > 0 ? [`${number(deferred)} deferred`] : []),
    ...(lastMinute > 0 ? [`${number(lastMinute)} in the last minute`] : []),
    ...(state === 'sending' && lastMinute > 0 ? [`${timeLeft((60 * (open - deferred)) / lastMinute)} to go`] : []),
  ];
  return `<li>${title}<progress aria-labelledby="sendout-${mailing}" max="${Math.max(1, recipients)}" value="${over}"></progress><span class="progress">${facts.join(', ')}</span>${putOff.map(answerLine).join('')}</li>`;
}

/** The mail server's words as far as they fit. */
function answerLine({ answer, mails }: Running['putOff'][number]): string {
  const words = answer.length > longestAnswer ? `${answer.slice(0, longestAnswer)}…` : answer;
  return `<br><span class="soft answer">${mails === 1 ? '1 mail was' : `${number(mails)} mails were`} deferred: ${escapeHtml(words)}</span>`;
}

const longestAnswer = 200;

/** Looks every five seconds while the page is seen. Without scripts people load it again. */
const script =
  "setInterval(async()=>{if(document.hidden)return;const answer=await fetch('/running');if(answer.ok)document.getElementById('running').innerHTML=await answer.text()},5000)";

export const refreshScript = `<script>${script}</script>`;

/** This script alone may run. */
export const consoleHeaders: Record<string, string> = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; connect-src 'self'`,
};
