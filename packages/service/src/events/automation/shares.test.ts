import { expect, test } from 'vitest';
import { type Draw, isInShare } from './shares.ts';

const contacts = Array.from({ length: 2_000 }, (_, index) => index + 1);
const drawn = (draw: Draw, percent: number) => contacts.filter((id) => isInShare(draw, id, percent));

test.each([1, 10, 50, 99])('%s per cent', (percent) => {
  // Four standard deviations.
  const error = 4 * Math.sqrt(contacts.length * (percent / 100) * (1 - percent / 100));
  expect(Math.abs(drawn({ programId: 7, step: 'test' }, percent).length - percent * 20)).toBeLessThan(error);
});

test('a contact that is drawn stays so when the share grows', () => {
  const draw = { programId: 7, step: '3' };
  const more = new Set(drawn(draw, 60));
  expect(drawn(draw, 50).every((id) => more.has(id))).toBe(true);
});

test.each<[string, Draw]>([
  ['another step', { programId: 7, step: 'other' }],
  ['another program', { programId: 8, step: 'test' }],
])('%s draws others', (_, other) => {
  const first = new Set(drawn({ programId: 7, step: 'test' }, 50));
  const both = drawn(other, 50).filter((id) => first.has(id));
  expect(Math.abs(both.length - contacts.length / 4)).toBeLessThan(90);
});
