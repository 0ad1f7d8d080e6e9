import { badge } from '../components/figures.ts';

const running = ['queued', 'checks', 'blacklist', 'preparing', 'sending'] as const;
const over = ['done', 'archiving', 'archived', 'canceled'] as const;

/** States in which a mailing is on its way, or was stopped on it. */
export const underWay = [...running, 'paused'] as const;
/** States of mailings with a report. */
export const reported = ['sending', 'paused', ...over] as const;
export const isUnderWay = (state: string) => (underWay as readonly string[]).includes(state);
export const hasReport = (state: string) => (reported as readonly string[]).includes(state);

const labels: Record<string, readonly [label: string, kind: 'plain' | 'good' | 'bad' | 'busy']> = {
  draft: ['Draft', 'plain'],
  scheduled: ['Scheduled', 'busy'],
  queued: ['Waiting', 'busy'],
  checks: ['Being checked', 'busy'],
  blacklist: ['Being prepared', 'busy'],
  preparing: ['Being prepared', 'busy'],
  sending: ['Being sent', 'busy'],
  paused: ['Paused', 'bad'],
  failed: ['Failed', 'bad'],
  canceled: ['Canceled', 'bad'],
  done: ['Sent', 'good'],
  archiving: ['Sent', 'good'],
  archived: ['Archived', 'plain'],
  released: ['Active', 'good'],
};

export function stateBadge(state: string) {
  const [label, kind] = labels[state] ?? [state, 'plain'];
  return badge(label, kind);
}
