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

test.each<[string, Lease[], number[]]>([
  ['five opt-in mails at a time', optIns, [1, 1, 1, 1, 1, 0, 0]],
  ['with those in flight', [lease('opt-in', 0, 1), lease('opt-in', 0, 3), ...optIns], [0, 0, 1, 0, 0, 0, 0, 0, 0]],
  ['of others all who wait', [lease('campaign', 500), lease('test', 9), lease('trigger', 1)], [500, 9, 1]],
])('%s', (_, leases, ready) => {
  expect(countReady(leases, () => 0)).toEqual(ready);
});

test('what is about to be settled makes room', () => {
  const inFlight = lease('opt-in', 0, 5);
  expect(countReady([inFlight, ...optIns], (of) => (of === inFlight ? 2 : 0))).toEqual([0, 1, 1, 0, 0, 0, 0, 0]);
});
