import { expect, test } from 'vitest';
import { MailMillis } from './reserve.ts';

test.each([
  [[], 20, 16],
  [[300], 20, 16],
  [[20], 20, 19],
  [[20], 10, 9],
  [[20], 5, 4],
  [[20], 1, 1],
  [[], 1, 1],
])('after mails that took %j ms, of %d connections sendouts may use %d', (millis, connections, wanted) => {
  const relay = new MailMillis();
  for (const each of millis) relay.note(each);
  expect(relay.bulkConnections(connections)).toBe(wanted);
});

test('a relay that becomes slow gets its whole reserve back, after as many mails as it takes to tell', () => {
  const relay = new MailMillis();
  relay.note(20);
  const mails = Array.from({ length: 20 }, () => {
    relay.note(1000);
    return relay.bulkConnections(20);
  });
  expect(mails.indexOf(16)).toBe(3);
  expect(new Set(mails.slice(3))).toEqual(new Set([16]));
});

test('the least follows quick mails at once and slow ones slowly', () => {
  const relay = new MailMillis();
  expect(relay.least).toBeUndefined();
  const least = [100, 3, 23, 23, 1].map((millis) => {
    relay.note(millis);
    return relay.least;
  });
  expect(least).toEqual([100, 3, 4, 4.95, 1]);
});
