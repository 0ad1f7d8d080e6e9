import type { SendoutListing } from '../administration/sendouts.ts';
import { timeLeft } from '../platform/time/time-left.ts';
import { textTable } from './text-table.ts';

/** A line on a sendout: how far it is, how fast, and how long it takes from here. */
export function progressLine(now: SendoutListing, before: SendoutListing | undefined, seconds: number): string {
  const { mailing, name, state, recipients, sent, failed, skipped, open, deferred, putOff, reason } = now;
  const done = sent + failed + skipped;
  const part = recipients ? `${Math.floor((100 * done) / recipients)} %` : '–';
  const counts = `${sent} sent, ${failed} failed, ${skipped} skipped, ${open} left${deferred > 0 ? ` (${deferred} deferred)` : ''}`;
  const rate =
    before === undefined || seconds <= 0 ? 0 : (done - before.sent - before.failed - before.skipped) / seconds;
  const pace = rate > 0 && open > 0 ? `, ${Math.round(rate)}/s, ${timeLeft((open - deferred) / rate)} to go` : '';
  const why = reason && reason !== state && state !== 'sending' ? ` (${reason})` : '';
  const answers = putOff.map(({ answer, mails }) => `, ${mails} deferred: ${answer}`).join('');
  return `${mailing} ${name}: ${state}${why}, ${part}, ${counts}${pace}${answers}`;
}

/** Seconds after which a sendout that no process has begun is not waited for. */
const patience = 60;

/** Returns why following sendouts in progress is of no use now, or `undefined` if it is. */
export function reasonToStop(sendouts: readonly SendoutListing[], seconds: number): string | undefined {
  if (sendouts.every(({ state, open, deferred }) => state === 'sending' && deferred > 0 && open === deferred)) {
    const mails = sendouts.reduce((sum, { deferred }) => sum + deferred, 0);
    return `Only mails that were deferred are left: ${mails}. The service tries them again by itself; mailwright sendouts shows the result.`;
  }
  if (seconds >= patience && sendouts.every(({ state }) => state === 'queued'))
    return 'No process has begun the sendout. Is mailwright serve or mailwright work running with this database?';
  return undefined;
}

/** Sendouts as a table. */
export function sendoutTable(sendouts: readonly SendoutListing[]): string {
  const header = ['MAILING', 'NAME', 'STATE', 'RECIPIENTS', 'SENT', 'FAILED', 'SKIPPED', 'LEFT', 'QUEUED'];
  const rows = sendouts.map(({ mailing, name, state, recipients, sent, failed, skipped, open, queued }) =>
    [mailing, name, state, recipients ?? '', sent, failed, skipped, open, queued.slice(0, 16).replace('T', ' ')].map(
      String,
    ),
  );
  return textTable([header, ...rows]);
}
