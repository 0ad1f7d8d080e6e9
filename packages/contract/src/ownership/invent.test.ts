import { expect, test } from 'vitest';
import { createInventor } from './invent.ts';

test('values repeat with the seed, and differ otherwise', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((seed) => createInventor(seed));
  const first = one!.invent();
  expect(same!.invent()).toEqual(first);
  expect(other!.invent()).not.toEqual(first);
  expect(one!.invent()).not.toEqual(first);
});

test('what was invented is known again, and nothing else is', () => {
  const { invent, isInvented } = createInventor('seed');
  const { unique, uniqueNumber, uniqueUuid } = invent();
  for (const each of [`${unique}`, `no-such-${unique}`, `${uniqueNumber}`, `${uniqueNumber}.5`, `${uniqueUuid}`])
    expect([each, isInvented(each)]).toEqual([each, true]);
  const next = createInventor('other').invent();
  for (const each of ['1', 'abc', '', `${Number(uniqueNumber) + 1}`, `${next.unique}`, `${next.uniqueUuid}`])
    expect([each, isInvented(each)]).toEqual([each, false]);
});
