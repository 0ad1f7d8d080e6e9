import { expect, test } from 'vitest';
import { Settlements } from './settlements.ts';

test('each statement keeps as many connections as it settles mails or lets go, until it is over', async () => {
  const settlements = new Settlements();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  settlements.add(first.promise, { settled: 8, started: 3 });
  settlements.add(second.promise, { settled: 2, started: 5 });
  expect(settlements.connections).toBe(13);
  first.resolve();
  await settlements.free();
  expect(settlements.connections).toBe(5);
  second.resolve();
  await settlements.over();
  expect(settlements.connections).toBe(0);
});

test('a third statement waits for one of two', async () => {
  const settlements = new Settlements();
  const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let free = false;
  for (const [at, { promise }] of works.entries()) {
    await settlements.free();
    settlements.add(promise, { settled: at, started: 1 });
  }
  const waiting = settlements.free().then(() => {
    free = true;
  });
  await new Promise(setImmediate);
  expect(free).toBe(false);
  works[1]!.resolve();
  await waiting;
});
