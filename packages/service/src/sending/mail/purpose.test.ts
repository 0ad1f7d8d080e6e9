import { expect, test } from 'vitest';
import type { Occasion } from '../../tracking/index.ts';
import { priorityOf, purposeOf } from './purpose.ts';

const id = 'b0a9e4c2-6f0c-4d55-9a53-0c8f3f2d5b11';

test.each<[Occasion, purpose: string, lane: number]>([
  [{ kind: 'sendout' }, 'campaign', 3],
  [{ kind: 'transaction', key: id }, 'trigger', 1],
  [{ kind: 'run', plannedAt: new Date('2031-01-01T09:00:00.000Z') }, 'trigger', 2],
  [{ kind: 'confirmation', requestId: 17 }, 'trigger', 1],
  [{ kind: 'step', programId: 1, runId: 2, taken: 3 }, 'automation', 1],
  [{ kind: 'opt-in', requestId: 17 }, 'opt-in', 0],
  [{ kind: 'transactional', mailId: id }, 'transactional', 0],
  [{ kind: 'trial', purpose: 'test', run: id, contentVersion: 4 }, 'test', 0],
  [{ kind: 'trial', purpose: 'approval', run: id, contentVersion: 4 }, 'approval', 0],
])('mails of %o are for %s, in lane %i', (occasion, purpose, lane) => {
  expect([purposeOf(occasion), priorityOf(occasion)]).toEqual([purpose, lane]);
});
