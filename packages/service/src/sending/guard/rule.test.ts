import { expect, test } from 'vitest';
import type { AlarmCause } from '../tables.ts';
import { type Alarm, type GuardLimits, judgeSendout, type Tally } from './rule.ts';

const limits: GuardLimits = {
  complaints: { warning: 0.1, pause: 0.3 },
  bounces: { warning: 2, pause: 5 },
  blocks: { warning: 2, pause: 5 },
};

const tally = (receiver: string, taken: number, rejected: number, events: Partial<Tally['events']>): Tally => {
  return { receiver, taken, rejected, events: { complaints: 0, bounces: 0, blocks: 0, refusals: 0, ...events } };
};
const alarm = (cause: AlarmCause, level: Alarm['level'], events: number, mails: number, receiver = ''): Alarm => {
  return { cause, receiver, level, events, mails };
};
const said = (alarms: readonly Alarm[]) =>
  alarms.map(
    ({ cause, receiver, level, events, mails }) => `${level} ${cause} ${receiver || 'all'} ${events}/${mails}`,
  );

test.each<[what: string, tallies: Tally[], wanted: string[], known?: Alarm[]]>([
  ['nothing went wrong', [tally('', 10_000, 0, {})], []],
  // Complaints
  ['one complaint of ten is no rate', [tally('', 10, 0, { complaints: 1 })], []],
  ['nor are four of a hundred', [tally('', 100, 0, { complaints: 4 })], []],
  ['five of a hundred pause', [tally('', 100, 0, { complaints: 5 })], ['paused complaints all 5/100']],
  ['below 0.1 %', [tally('', 10_000, 0, { complaints: 9 })], []],
  ['0.1 % warn', [tally('', 10_000, 0, { complaints: 10 })], ['warned complaints all 10/10000']],
  ['below 0.3 %', [tally('', 10_000, 0, { complaints: 29 })], ['warned complaints all 29/10000']],
  ['0.3 % pause', [tally('', 10_000, 0, { complaints: 30 })], ['paused complaints all 30/10000']],
  [
    'a warning is said once',
    [tally('', 10_000, 0, { complaints: 20 })],
    [],
    [alarm('complaints', 'warned', 10, 10_000)],
  ],
  [
    'a warning keeps from no pause',
    [tally('', 10_000, 0, { complaints: 30 })],
    ['paused complaints all 30/10000'],
    [alarm('complaints', 'warned', 10, 10_000)],
  ],
  [
    'rejected mails cannot be complained about',
    [tally('', 1000, 9000, { complaints: 5 })],
    ['paused complaints all 5/1000'],
  ],
  // Bounces and blocks
  ['24 of 300 are too few', [tally('', 276, 24, { bounces: 24 })], []],
  ['those of fewer than 500 mails may be chance', [tally('', 300, 199, { bounces: 199 })], []],
  ['25 of 500 pause', [tally('', 475, 25, { bounces: 25 })], ['paused bounces all 25/500']],
  ['notifications that come later count', [tally('', 500, 0, { bounces: 25 })], ['paused bounces all 25/500']],
  ['2 % warn', [tally('', 1960, 40, { bounces: 40 })], ['warned bounces all 40/2000']],
  ['1.9 % do not', [tally('', 1962, 38, { bounces: 38 })], []],
  [
    'blocks have a limit of their own',
    [tally('', 900, 100, { blocks: 50, bounces: 10 })],
    ['paused blocks all 50/1000'],
  ],
  // Receivers
  [
    'one receiver rejects what others take',
    [tally('', 99_500, 500, { blocks: 500 }), tally('microsoft', 0, 500, { blocks: 500 })],
    ['paused blocks microsoft 500/500'],
  ],
  [
    'people at one receiver complain',
    [tally('', 9000, 0, { complaints: 8 }), tally('yahoo', 2000, 0, { complaints: 8 })],
    ['paused complaints yahoo 8/2000'],
  ],
  [
    'of a receiver and of all is said both',
    [tally('', 1000, 0, { complaints: 6 }), tally('google', 500, 0, { complaints: 6 })],
    ['paused complaints all 6/1000', 'paused complaints google 6/500'],
  ],
  // Resumed
  [
    'what a person has accepted does not pause again',
    [tally('', 12_000, 0, { complaints: 36 })],
    [],
    [alarm('complaints', 'paused', 30, 10_000)],
  ],
  [
    'nor one that has grown by less than half',
    [tally('', 20_000, 0, { complaints: 89 })],
    [],
    [alarm('complaints', 'paused', 30, 10_000)],
  ],
  [
    'half as much again does',
    [tally('', 20_000, 0, { complaints: 90 })],
    ['paused complaints all 90/20000'],
    [alarm('complaints', 'paused', 30, 10_000)],
  ],
  [
    'what was accepted of all was accepted of each receiver',
    [tally('', 20_000, 0, { complaints: 60 }), tally('google', 10_000, 0, { complaints: 40 })],
    [],
    [alarm('complaints', 'paused', 30, 10_000)],
  ],
  [
    'another cause is another one',
    [tally('', 950, 50, { complaints: 3, bounces: 50 })],
    ['paused bounces all 50/1000'],
    [alarm('complaints', 'paused', 30, 10_000)],
  ],
  // The sender is refused
  [
    'a provider refuses the first mail',
    [tally('', 0, 1, { refusals: 1 }), tally('google', 0, 1, { refusals: 1 })],
    ['paused refusals google 1/1'],
  ],
  [
    'although others take theirs',
    [tally('', 5000, 1, { refusals: 1 }), tally('google', 2, 1, { refusals: 1 })],
    ['paused refusals google 1/3'],
  ],
  ['a provider that takes others refuses for reasons of its own', [tally('google', 3, 1, { refusals: 1 })], []],
  ['so does a server that is nobody’s we know', [tally('firm.example', 0, 19, { refusals: 19 })], []],
  ['twenty servers do not', [tally('', 40, 20, { refusals: 20 })], ['paused refusals all 20/60']],
  ['unless more than two thirds take the mails', [tally('', 41, 20, { refusals: 20 })], []],
  [
    'resumed, and repaired',
    [tally('google', 2, 1, { refusals: 1 })],
    [],
    [alarm('refusals', 'paused', 1, 1, 'google')],
  ],
  [
    'resumed, and not repaired',
    [tally('google', 0, 2, { refusals: 2 })],
    ['paused refusals google 2/2'],
    [alarm('refusals', 'paused', 1, 1, 'google')],
  ],
  [
    'resumed after 20, and not repaired',
    [tally('', 0, 29, { refusals: 29 })],
    [],
    [alarm('refusals', 'paused', 20, 20)],
  ],
  [
    'and after half as many more',
    [tally('', 0, 30, { refusals: 30 })],
    ['paused refusals all 30/30'],
    [alarm('refusals', 'paused', 20, 20)],
  ],
])('%s', (_, tallies, wanted, known = []) => {
  expect(said(judgeSendout(tallies, limits, known))).toEqual(wanted);
});

test('an account has limits of its own', () => {
  const strict: GuardLimits = { ...limits, complaints: { warning: 0.01, pause: 0.05 } };
  const off: GuardLimits = { ...limits, complaints: { warning: 100, pause: 100 } };
  const tallies = [tally('', 10_000, 0, { complaints: 5 }), tally('firm.example', 5, 0, { complaints: 5 })];
  expect([strict, limits, off].map((each) => said(judgeSendout(tallies, each, [])))).toEqual([
    ['paused complaints all 5/10000', 'paused complaints firm.example 5/5'],
    ['paused complaints firm.example 5/5'],
    [],
  ]);
});
