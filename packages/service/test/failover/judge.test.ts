import { expect, test } from 'vitest';
import { faultsOf, judge, type Observed } from './judge.ts';

const calm: Observed = {
  began: 1000,
  promoted: 21_000,
  acknowledged: [
    { email: 'a', at: 900 },
    { email: 'b', at: 22_500 },
  ],
  stored: new Set(['a', 'b']),
  recipients: ['x', 'y'],
  mails: new Map([
    ['x', [500]],
    ['y', [24_000]],
  ]),
  refused: 4,
};

test('times count from the promotion', () => {
  expect(judge(calm)).toEqual({
    ...{
      promotion: 20,
      writing: 1.5,
      sending: 3,
      writingPause: 21.5,
      sendingPause: 23,
      lost: 0,
      skipped: 0,
      doubled: 0,
      refused: 4,
    },
  });
  expect(faultsOf(judge(calm), 5)).toEqual([]);
});

test.each<[Partial<Observed>, string[]]>([
  [{ stored: new Set(['b']) }, ['1 acknowledged changes are lost']],
  [{ recipients: ['x', 'y', 'z'] }, ['1 recipients got no mail']],
  [
    {
      mails: new Map([
        ['x', [1, 2, 3]],
        ['y', [22_000, 22_001]],
      ]),
    },
    ['3 mails were sent twice, on 2 connections'],
  ],
  [{ acknowledged: [{ email: 'a', at: 900 }] }, ['writing did not go on within 5 s of the promotion']],
  [
    {
      mails: new Map([
        ['x', [500]],
        ['y', [26_001]],
      ]),
    },
    ['sending did not go on within 5 s of the promotion'],
  ],
])('%o', (change, faults) => expect(faultsOf(judge({ ...calm, ...change }), 2)).toEqual(faults));
