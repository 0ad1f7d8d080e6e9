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
const count = (allocated: number[], id: number) => allocated.filter((other) => other === id).length;

test('one regular mailing gets what sendouts may use', () => {
  expect(new Shares().allocate([mailing(1)], 10, 8)).toEqual(Array(8).fill(1));
  expect(new Shares().allocate([mailing(1, { underWay: 8 })], 2, 8)).toEqual([]);
  expect(new Shares().allocate([mailing(1)], 1, 1)).toEqual([1]);
});

test('mails that somebody waits for come first, and may have the reserve', () => {
  const allocated = new Shares().allocate([mailing(1), mailing(2, { priority: 1, waiting: 3 })], 10, 8);
  expect(allocated.slice(0, 3)).toEqual([2, 2, 2]);
  expect(count(allocated, 1)).toBe(7);
  expect(new Shares().allocate([mailing(2, { priority: 0 })], 10, 8)).toHaveLength(10);
});

test('a mail that a person waits for overtakes those of events and of runs', () => {
  const run = mailing(1, { priority: 2 });
  const event = mailing(2, { priority: 1, waiting: 2 });
  const optIn = mailing(3, { priority: 0, waiting: 1 });
  expect(new Shares().allocate([run, event, optIn], 5, 8)).toEqual([3, 2, 2, 1, 1]);
});

test('regular mailings share by their speed levels', () => {
  const shares = new Shares();
  const both = [mailing(1, { speed: 'low' }), mailing(2, { speed: 'high' })];
  const allocated = Array.from({ length: 170 }, () => shares.allocate(both, 1, 8)).flat();
  expect(count(allocated, 1)).toBe(10);
  expect(count(allocated, 2)).toBe(160);
});

test('who comes later begins beside the others, and nobody gets more than it has', () => {
  const shares = new Shares();
  for (let round = 0; round < 100; round++) shares.allocate([mailing(1)], 1, 8);
  const allocated = Array.from({ length: 10 }, () => shares.allocate([mailing(1), mailing(2)], 1, 8)).flat();
  expect([count(allocated, 1), count(allocated, 2)]).toEqual([5, 5]);
  expect(shares.allocate([mailing(3, { waiting: 2 })], 10, 8)).toEqual([3, 3]);
});

test('a mailing that begins slowly leaves connections to the others', () => {
  expect(new Shares().allocate([mailing(1, { most: 2 })], 10, 8)).toEqual([1, 1]);
  expect(new Shares().allocate([mailing(1, { most: 2, underWay: 2 })], 8, 8)).toEqual([]);
  const allocated = new Shares().allocate([mailing(1, { most: 2 }), mailing(2)], 10, 8);
  expect([count(allocated, 1), count(allocated, 2)]).toEqual([2, 6]);
});

test('accounts share equally, however many mailings of whatever speed they send', () => {
  const shares = new Shares();
  const many = [1, 2, 3].map((id) => mailing(id, { account: 1, speed: 'supersonic' }));
  const all = [...many, mailing(4, { account: 2, speed: 'low' })];
  const allocated = Array.from({ length: 100 }, () => shares.allocate(all, 1, 8)).flat();
  expect(count(allocated, 4)).toBe(50);
  const urgent = [mailing(1, { account: 1, priority: 1 }), mailing(2, { account: 2, priority: 1 })];
  expect(count(new Shares().allocate(urgent, 10, 8), 2)).toBe(5);
});

test('a mailing whose mails cannot go takes no turns: others get all connections', () => {
  const shares = new Shares();
  const asked: number[] = [];
  const take = (id: number) => {
    asked.push(id);
    return id !== 2;
  };
  const allocated = shares.allocate([mailing(1), mailing(2, { account: 2, priority: 0 })], 8, 8, take);
  expect(allocated).toEqual(Array(8).fill(1));
  expect(asked.filter((id) => id === 2)).toEqual([2]);
});
