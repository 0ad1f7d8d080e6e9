import type { MailingReport } from '@mailwright/client';
import { type Words, words } from '../words.ts';

export type Kind = 'opens' | 'clicks';

export const kinds: Record<Kind, Words> = { opens: words('People who opened'), clicks: words('People who clicked') };

/** First opens and clicks in a piece of time that begins `at`, in milliseconds. */
export interface Moment {
  at: number;
  opens: number;
  clicks: number;
}

/** More would be bars that nobody can tell apart. */
const most = 120;

/** Returns the moments of a report without gaps between the first and the last. */
export function moments({ moments, step }: Pick<MailingReport, 'moments' | 'step'>): Moment[] {
  const known = new Map(moments.map(({ timestamp, opens, clicks }) => [millis(timestamp), { opens, clicks }]));
  const times = [...known.keys()];
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const count = Math.min(most, Math.round((last - first) / (1000 * step)) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * 1000 * step;
    return { at, opens: 0, clicks: 0, ...known.get(at) };
  });
}

const millis = (timestamp: string) => Date.parse(`${timestamp.replace(' ', 'T')}Z`);
