import { expect, test } from 'vitest';
import { hasNoMailbox, readingOf } from './readers.ts';

const contacts = Array.from({ length: 400 }, (_, index) => index + 1);
const share = (month: number, does: (reading: ReturnType<typeof readingOf>) => boolean) =>
  contacts.filter((contact) => does(readingOf(contact, month))).length / contacts.length;

test.each([0, 5, 11])('in month %i, a good half opens, some click, few leave', (month) => {
  expect(share(month, ({ opensAfterMinutes }) => opensAfterMinutes !== undefined)).toBeCloseTo(0.55, 0);
  expect(share(month, ({ clicks }) => clicks !== undefined)).toBeGreaterThan(0.05);
  expect(share(month, ({ clicks }) => clicks !== undefined)).toBeLessThan(0.35);
  expect(share(month, ({ unsubscribes }) => unsubscribes)).toBeLessThan(0.05);
});

test('nobody clicks or leaves without opening, and everything comes within four days', () => {
  for (const contact of contacts)
    for (let month = 0; month < 12; month++) {
      const { opensAfterMinutes, clicks, unsubscribes } = readingOf(contact, month);
      if (opensAfterMinutes === undefined) expect([clicks, unsubscribes]).toEqual([undefined, false]);
      else expect(opensAfterMinutes).toBeLessThan(4 * 24 * 60);
    }
});

test('each demo has the same past, and some mailboxes do not exist', () => {
  expect(readingOf(7, 3)).toEqual(readingOf(7, 3));
  const gone = contacts.filter(hasNoMailbox).length;
  expect(gone).toBeGreaterThan(0);
  expect(gone).toBeLessThan(20);
});
