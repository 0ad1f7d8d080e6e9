import { expect, test } from 'vitest';
import type { MailPurpose } from '../tables.ts';
import type { Lease } from './lease.ts';
import { countReady } from './purpose-rules.ts';

const lease = (purpose: MailPurpose, waiting: number, underWay = 0) =>
  ({
    batch: { purpose },
    makeMail: () => {},
    waiting: Array(waiting).fill({}),
    underWay,
    unsettled: 0,
  }) as unknown as Lease;
const optIns = Array.from({ length: 7 }, () => lease('opt-in', 1));

test.each<[string, Lease[], boolean, number[]]>([
  ['five opt-in mails at a time', optIns, false, [1, 1, 1, 1, 1, 0, 0]],
  [
    'with those in flight',
    [lease('opt-in', 0, 1), lease('opt-in', 0, 3), ...optIns],
    false,
    [0, 0, 1, 0, 0, 0, 0, 0, 0],
  ],
  ['of others all who wait', [lease('campaign', 500), lease('test', 9), lease('trigger', 1)], false, [500, 9, 1]],
  ['only trials while the server takes nothing', [lease('campaign', 9), lease('test', 9), optIns[0]!], true, [0, 9, 0]],
])('%s', (_, leases, pausing, ready) => {
  expect(countReady(leases, () => 0, pausing)).toEqual(ready);
});

test('what is about to be settled makes room', () => {
  const inFlight = lease('opt-in', 0, 5);
  expect(countReady([inFlight, ...optIns], (of) => (of === inFlight ? 2 : 0), false)).toEqual([0, 1, 1, 0, 0, 0, 0, 0]);
});
