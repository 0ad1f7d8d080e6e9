import { expect, test } from 'vitest';
import { type PlanStep, type PolicyFigures, planPolicy } from './plan.ts';

const sound: PolicyFigures = { policy: 'none', days: 28, aligned: 10_000, ownFailing: 0, otherService: 0 };
const to = (step: 'tighten' | 'review' | 'loosen', policy: 'none' | 'quarantine' | 'reject'): PlanStep => ({
  step,
  policy,
});

test.each<[string, Partial<PolicyFigures>, PlanStep]>([
  ['all mails pass', {}, to('tighten', 'quarantine')],
  ['all pass with quarantine', { policy: 'quarantine' }, to('tighten', 'reject')],
  ['all pass with reject', { policy: 'reject' }, { step: 'keep' }],
  ['there is no policy', { policy: undefined }, to('tighten', 'none')],
  ['reports of 13 days', { days: 13 }, { step: 'collect' }],
  ['reports of 14 days', { days: 14 }, to('tighten', 'quarantine')],
  ['99 mails', { aligned: 99 }, { step: 'collect' }],
  ['100 mails', { aligned: 100 }, to('tighten', 'quarantine')],
  ['no mails at all', { aligned: 0 }, { step: 'collect' }],
  ['2 % of own mails fail', { aligned: 98, ownFailing: 2 }, to('tighten', 'quarantine')],
  ['more than 2 % of own mails fail', { aligned: 979, ownFailing: 21 }, { step: 'repair' }],
  [
    'mails of others do not make that of few own ones',
    { aligned: 979, ownFailing: 11, otherService: 10 },
    to('tighten', 'quarantine'),
  ],
  ['others send more than 2 %', { aligned: 970, otherService: 30 }, to('review', 'quarantine')],
  ['others send a thousand times as much', { aligned: 9_000, otherService: 9_000_000 }, to('review', 'quarantine')],
  ['the same with quarantine', { policy: 'quarantine', otherService: 9_000_000 }, to('review', 'reject')],
  ['the same with reject', { policy: 'reject', otherService: 9_000_000 }, { step: 'keep' }],
  ['the same without a policy', { policy: undefined, otherService: 9_000_000 }, to('tighten', 'none')],
  ['the same, and own mails fail', { ownFailing: 300, otherService: 9_000_000 }, { step: 'repair' }],
  ['more than 2 % fail on few days', { aligned: 90, ownFailing: 10, days: 2 }, { step: 'repair' }],
  ['others alone send', { aligned: 0, otherService: 500 }, to('review', 'quarantine')],
  ['others alone send, for few days', { aligned: 0, otherService: 500, days: 13 }, { step: 'collect' }],
  ['10 % fail with reject', { policy: 'reject', aligned: 900, ownFailing: 100 }, { step: 'repair' }],
  ['more than 10 % fail with reject', { policy: 'reject', aligned: 899, ownFailing: 101 }, to('loosen', 'quarantine')],
  ['more than 10 % fail with quarantine', { policy: 'quarantine', aligned: 0, ownFailing: 100 }, to('loosen', 'none')],
  ['few mails fail with reject', { policy: 'reject', aligned: 1, ownFailing: 9 }, { step: 'collect' }],
])('%s', (_, figures, wanted) => {
  expect(planPolicy({ ...sound, ...figures })).toEqual(wanted);
});
