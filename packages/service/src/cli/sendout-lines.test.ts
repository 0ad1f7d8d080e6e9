import { expect, test } from 'vitest';
import type { SendoutListing } from '../administration/sendouts.ts';
import { progressLine, reasonToStop, sendoutTable } from './sendout-lines.ts';

const sendout: SendoutListing = {
  mailing: 7,
  name: 'Spring',
  state: 'sending',
  recipients: 1000,
  sent: 500,
  failed: 10,
  skipped: 5,
  open: 485,
  deferred: 0,
  putOff: [],
  reason: null,
  queued: '2026-11-22T10:00:00.000Z',
  finished: null,
};

test.each<[Partial<SendoutListing>, Partial<SendoutListing> | undefined, string]>([
  [{}, undefined, '7 Spring: sending, 51 %, 500 sent, 10 failed, 5 skipped, 485 left'],
  [{}, { sent: 400 }, '7 Spring: sending, 51 %, 500 sent, 10 failed, 5 skipped, 485 left, 50/s, 10 s to go'],
  [
    { open: 36_000 },
    { sent: 400 },
    '7 Spring: sending, 51 %, 500 sent, 10 failed, 5 skipped, 36000 left, 50/s, 12 min to go',
  ],
  [
    { state: 'paused', reason: 'auth refused', deferred: 3 },
    {},
    '7 Spring: paused (auth refused), 51 %, 500 sent, 10 failed, 5 skipped, 485 left (3 deferred)',
  ],
  [
    { deferred: 2, putOff: [{ answer: '451 4.7.1 Greylisted', mails: 2 }] },
    undefined,
    '7 Spring: sending, 51 %, 500 sent, 10 failed, 5 skipped, 485 left (2 deferred), 2 deferred: 451 4.7.1 Greylisted',
  ],
  [
    { state: 'checks', recipients: null, sent: 0, failed: 0, skipped: 0, open: 0 },
    undefined,
    '7 Spring: checks, –, 0 sent, 0 failed, 0 skipped, 0 left',
  ],
])('%j after %j', (now, before, wanted) => {
  expect(progressLine({ ...sendout, ...now }, before && { ...sendout, ...before }, 2)).toBe(wanted);
});

test('the table has a line for each', () => {
  expect(sendoutTable([sendout])).toBe(
    'MAILING  NAME    STATE    RECIPIENTS  SENT  FAILED  SKIPPED  LEFT  QUEUED\n' +
      '7        Spring  sending  1000        500   10      5        485   2026-11-22 10:00',
  );
});

test.each<[Partial<SendoutListing>[], number, RegExp | undefined]>([
  [[{}], 5, undefined],
  [[{ open: 3, deferred: 2 }], 5, undefined],
  [[{ open: 3, deferred: 3 }], 5, /deferred are left: 3/],
  [[{ open: 3, deferred: 3 }, {}], 5, undefined],
  [[{ open: 0, deferred: 0 }], 500, undefined],
  [[{ state: 'queued' }], 59, undefined],
  [[{ state: 'queued' }], 60, /mailwright work/],
])('%j after %i s is followed or not', (sendouts, seconds, reason) => {
  const told = reasonToStop(
    sendouts.map((some) => ({ ...sendout, ...some })),
    seconds,
  );
  if (reason === undefined) expect(told).toBeUndefined();
  else expect(told).toMatch(reason);
});
