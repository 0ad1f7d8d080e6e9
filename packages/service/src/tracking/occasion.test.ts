import { expect, test } from 'vitest';
import { formatOccasion, type Occasion, parseOccasion } from './occasion.ts';

const id = 'b0a9e4c2-6f0c-4d55-9a53-0c8f3f2d5b11';

test.each<[Occasion, string]>([
  [{ kind: 'sendout' }, ''],
  [{ kind: 'transaction', key: id }, id],
  [{ kind: 'run', plannedAt: new Date('2031-01-01T09:00:00.000Z') }, 'run:2031-01-01T09:00:00.000Z'],
  [{ kind: 'confirmation', requestId: 17 }, 'doi:17'],
  [{ kind: 'step', programId: 1, runId: 2, taken: 3 }, 'program:1:2:3'],
  [{ kind: 'step', programId: 1, runId: 2, taken: 3, step: 0 }, 'program:1:2:3:0'],
  [{ kind: 'opt-in', requestId: 17 }, 'opt-in:17'],
  [{ kind: 'transactional', mailId: id }, `mail:${id}`],
  [{ kind: 'trial', purpose: 'test', run: id, contentVersion: 4 }, `test:${id}:4`],
  [{ kind: 'trial', purpose: 'test', run: id, contentVersion: 4, only: 'html' }, `test:${id}:4:html`],
  [{ kind: 'trial', purpose: 'approval', run: id, contentVersion: 4 }, `approval:${id}:4`],
])('%o is stored as "%s"', (occasion, key) => {
  expect(formatOccasion(occasion)).toBe(key);
  expect(parseOccasion(key)).toEqual(occasion);
});

test.each(['order 1', 'order:1', 'TEST:1', ':'])('"%s" is no occasion', (text) => {
  expect(parseOccasion(text)).toBeUndefined();
});
