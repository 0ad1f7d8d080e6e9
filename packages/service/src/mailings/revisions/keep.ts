import type { RevisionKind } from '../tables.ts';

/** What decides whether a revision is kept. */
export interface RevisionFacts {
  id: number;
  kind: RevisionKind;
  bytes: number;
  createdAt: Date;
}

const dayMillis = 86_400_000;

export const revisionLimits = {
  /** Newest ones that are kept, beside drafts. */
  newest: 50,
  /** Days for which the last one of each day is kept. */
  days: 366,
  /** Days after which what nobody has saved is forgotten. */
  draftDays: 90,
  /** Of a mailing. */
  bytes: 20 * 1024 * 1024,
  /** Of all mailings of an account. */
  accountBytes: 500 * 1024 * 1024,
};

/** Returns the ids of revisions of a mailing that are not kept; they are given the newest first. The newest one always is. */
export function surplusRevisions(revisions: readonly RevisionFacts[], now: Date): number[] {
  const surplus: number[] = [];
  const days = new Set<string>();
  let [count, bytes] = [0, 0];
  for (const [index, { id, kind, bytes: own, createdAt }] of revisions.entries()) {
    const age = now.getTime() - createdAt.getTime();
    const day = createdAt.toISOString().slice(0, 10);
    const isLastOfDay = !days.has(day);
    const isWanted =
      kind === 'autosaved'
        ? age < revisionLimits.draftDays * dayMillis
        : count < revisionLimits.newest || (isLastOfDay && age < revisionLimits.days * dayMillis);
    if (index > 0 && (!isWanted || bytes + own > revisionLimits.bytes)) {
      surplus.push(id);
      continue;
    }
    bytes += own;
    if (kind === 'autosaved') continue;
    count++;
    days.add(day);
  }
  return surplus;
}
