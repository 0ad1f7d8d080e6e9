import { badge } from '../components/figures.ts';
import { type Say, type Words, words } from '../words.ts';

const running = ['queued', 'checks', 'blacklist', 'preparing', 'sending'] as const;
/** States of mailings that were sent. */
export const over = ['done', 'archiving', 'archived', 'canceled'] as const;

/** States in which a mailing is on its way, or was stopped on it. */
export const underWay = [...running, 'paused'] as const;
/** States of mailings with a report. */
export const reported = ['sending', 'paused', ...over] as const;
export const isUnderWay = (state: string) => (underWay as readonly string[]).includes(state);
export const hasReport = (state: string) => (reported as readonly string[]).includes(state);

const labels: Record<string, readonly [label: Words, kind: 'plain' | 'good' | 'bad' | 'busy']> = {
  draft: [words('Draft'), 'plain'],
  scheduled: [words('Scheduled'), 'busy'],
  queued: [words('Waiting'), 'busy'],
  checks: [words('Being checked'), 'busy'],
  blacklist: [words('Being prepared'), 'busy'],
  preparing: [words('Being prepared'), 'busy'],
  sending: [words('Being sent'), 'busy'],
  paused: [words('Paused'), 'bad'],
  failed: [words('Failed'), 'bad'],
  canceled: [words('Canceled'), 'bad'],
  done: [words('Sent'), 'good'],
  archiving: [words('Sent'), 'good'],
  archived: [words('Archived'), 'plain'],
  released: [words('Active'), 'good'],
};

export function stateBadge(say: Say, state: string) {
  const known = labels[state];
  return known === undefined ? badge(state) : badge(say(known[0]), known[1]);
}
