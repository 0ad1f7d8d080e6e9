import { expect, test } from 'vitest';
import { VainLook } from './vain-look.ts';

test('a look is repeated by the same choice, for a while and until it is forgotten', () => {
  let now = 0;
  const vain = new VainLook(500, () => now);
  const choice = { sendoutIds: [1], heldIds: [7] };
  expect(vain.isRepeatedBy(choice)).toBe(false);
  vain.note(choice);
  now = 499;
  expect(vain.isRepeatedBy({ ...choice })).toBe(true);
  expect(vain.isRepeatedBy({ ...choice, heldIds: [] })).toBe(false);
  now = 500;
  expect(vain.isRepeatedBy(choice)).toBe(false);
  vain.note(choice);
  vain.forget();
  expect(vain.isRepeatedBy(choice)).toBe(false);
});
