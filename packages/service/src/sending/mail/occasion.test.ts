import { describe, expect, test } from 'vitest';
import { formatOccasion, type Occasion, parseOccasion, priorityOf, purposeOf } from './occasion.ts';

const run = 'b0a9e4c2-6f0c-4d55-9a53-0c8f3f2d5b11';
const rows: [Occasion, string, string, number][] = [
  [{ kind: 'sendout' }, '', 'campaign', 3],
  [{ kind: 'transaction', key: run }, run, 'trigger', 1],
  [{ kind: 'run', plannedAt: new Date('2031-01-01T09:00:00.000Z') }, 'run:2031-01-01T09:00:00.000Z', 'trigger', 2],
  [{ kind: 'confirmation', requestId: 17 }, 'doi:17', 'trigger', 1],
  [{ kind: 'step', programId: 1, runId: 2, taken: 3 }, 'program:1:2:3', 'automation', 1],
  [{ kind: 'opt-in', requestId: 17 }, 'opt-in:17', 'opt-in', 0],
  [{ kind: 'trial', purpose: 'test', run, contentVersion: 4 }, `test:${run}:4`, 'test', 0],
  [{ kind: 'trial', purpose: 'test', run, contentVersion: 4, only: 'html' }, `test:${run}:4:html`, 'test', 0],
  [{ kind: 'trial', purpose: 'approval', run, contentVersion: 4 }, `approval:${run}:4`, 'approval', 0],
];

describe.each(rows)('%o', (occasion, text, purpose, priority) => {
  test(`is stored as "${text}"`, () => {
    expect(formatOccasion(occasion)).toBe(text);
    expect(parseOccasion(text)).toEqual(occasion);
  });
  test(`is for ${purpose}, in lane ${priority}`, () => {
    expect([purposeOf(occasion), priorityOf(occasion)]).toEqual([purpose, priority]);
  });
});

test.each(['order 1', 'order:1', 'TEST:1', ':'])('"%s" is no occasion', (text) => {
  expect(parseOccasion(text)).toBeUndefined();
});
