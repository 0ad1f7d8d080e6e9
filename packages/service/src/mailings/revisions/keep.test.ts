import { expect, test } from 'vitest';
import { type RevisionFacts, revisionLimits, surplusRevisions } from './keep.ts';

const now = new Date('2031-06-01T12:00:00Z');
const hour = 3_600_000;
const facts = (id: number, hoursAgo: number, more: Partial<RevisionFacts> = {}): RevisionFacts => ({
  id,
  kind: 'saved',
  bytes: 1000,
  createdAt: new Date(now.getTime() - hoursAgo * hour),
  ...more,
});

test('the newest 50 are kept, and of earlier ones the last of each day for a year', () => {
  const newest = Array.from({ length: 50 }, (_, at) => facts(1000 - at, at / 100));
  const earlier = [facts(9, 24.5), facts(8, 25), facts(7, 48.5), facts(6, 24 * 400)];
  expect(surplusRevisions([...newest, ...earlier], now)).toEqual([8, 6]);
});

test('drafts are kept beside them, until nobody has touched them for long', () => {
  const draft = { kind: 'autosaved' } as const;
  const days = (count: number) => 24 * count;
  const saved = Array.from({ length: 50 }, (_, at) => facts(100 - at, at / 100));
  expect(
    surplusRevisions([facts(200, 0, draft), ...saved, facts(2, days(89), draft), facts(1, days(91), draft)], now),
  ).toEqual([1]);
});

test('beyond their bytes the older ones go, but never the newest', () => {
  const half = { bytes: revisionLimits.bytes / 2 };
  expect(surplusRevisions([facts(3, 1, half), facts(2, 2, half), facts(1, 3)], now)).toEqual([1]);
  expect(surplusRevisions([facts(2, 1, { bytes: 2 * revisionLimits.bytes }), facts(1, 2)], now)).toEqual([1]);
  expect(surplusRevisions([], now)).toEqual([]);
});
