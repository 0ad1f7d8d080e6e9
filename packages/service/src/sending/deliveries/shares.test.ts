import { expect, test } from 'vitest';
import { type Candidate, Shares } from './shares.ts';

const mailing = (id: number, change: Partial<Candidate> = {}): Candidate => ({
  id,
  account: 1,
  priority: 3,
  speed: 'medium',
  waiting: 1000,
  underWay: 0,
  most: 1000,
  ...change,
});
const count = (dealt: number[], id: number) => dealt.filter((other) => other === id).length;

test('one regular mailing gets all but the reserve', () => {
  expect(new Shares().deal([mailing(1)], 10, 10)).toEqual(Array(8).fill(1));
  expect(new Shares().deal([mailing(1, { underWay: 8 })], 2, 10)).toEqual([]);
  expect(new Shares().deal([mailing(1)], 1, 1)).toEqual([1]);
});

test('mails that somebody waits for come first, and may have the reserve', () => {
  const dealt = new Shares().deal([mailing(1), mailing(2, { priority: 1, waiting: 3 })], 10, 10);
  expect(dealt.slice(0, 3)).toEqual([2, 2, 2]);
  expect(count(dealt, 1)).toBe(7);
  expect(new Shares().deal([mailing(2, { priority: 0 })], 10, 10)).toHaveLength(10);
});

test('a mail that a person waits for overtakes those of events and of runs', () => {
  const run = mailing(1, { priority: 2 });
  const event = mailing(2, { priority: 1, waiting: 2 });
  const optIn = mailing(3, { priority: 0, waiting: 1 });
  expect(new Shares().deal([run, event, optIn], 5, 10)).toEqual([3, 2, 2, 1, 1]);
});

test('regular mailings share by their speed levels', () => {
  const shares = new Shares();
  const both = [mailing(1, { speed: 'low' }), mailing(2, { speed: 'high' })];
  const dealt = Array.from({ length: 170 }, () => shares.deal(both, 1, 10)).flat();
  expect(count(dealt, 1)).toBe(10);
  expect(count(dealt, 2)).toBe(160);
});

test('who comes later begins beside the others, and nobody gets more than it has', () => {
  const shares = new Shares();
  for (let round = 0; round < 100; round++) shares.deal([mailing(1)], 1, 10);
  const dealt = Array.from({ length: 10 }, () => shares.deal([mailing(1), mailing(2)], 1, 10)).flat();
  expect([count(dealt, 1), count(dealt, 2)]).toEqual([5, 5]);
  expect(shares.deal([mailing(3, { waiting: 2 })], 10, 10)).toEqual([3, 3]);
});

test('a mailing that begins slowly leaves connections to the others', () => {
  expect(new Shares().deal([mailing(1, { most: 2 })], 10, 10)).toEqual([1, 1]);
  expect(new Shares().deal([mailing(1, { most: 2, underWay: 2 })], 8, 10)).toEqual([]);
  const dealt = new Shares().deal([mailing(1, { most: 2 }), mailing(2)], 10, 10);
  expect([count(dealt, 1), count(dealt, 2)]).toEqual([2, 6]);
});

test('accounts share equally, however many mailings of whatever speed they send', () => {
  const shares = new Shares();
  const many = [1, 2, 3].map((id) => mailing(id, { account: 1, speed: 'supersonic' }));
  const all = [...many, mailing(4, { account: 2, speed: 'low' })];
  const dealt = Array.from({ length: 100 }, () => shares.deal(all, 1, 10)).flat();
  expect(count(dealt, 4)).toBe(50);
  const urgent = [mailing(1, { account: 1, priority: 1 }), mailing(2, { account: 2, priority: 1 })];
  expect(count(new Shares().deal(urgent, 10, 10), 2)).toBe(5);
});
