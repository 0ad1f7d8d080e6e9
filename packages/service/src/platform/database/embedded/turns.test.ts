import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turns, TurnTimeoutError } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('gives turns one at a time, in the order of asking', async () => {
  const turns = new Turns(1000);
  const order: string[] = [];
  const work = async (name: string) => {
    const done = await turns.take();
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    done();
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(turns.count).toBe(3);
});

test('nobody gets in between the end of a turn and the one who waits for it', async () => {
  const turns = new Turns(1000);
  const first = await turns.take();
  const order: string[] = [];
  const second = turns.take().then(() => order.push('second'));
  first();
  const third = turns.take().then(() => order.push('third'));
  await second;
  expect(order).toEqual(['second']);
  void third;
});

test('ending a turn twice ends it once', async () => {
  const turns = new Turns(1000);
  const first = await turns.take();
  first();
  const second = await turns.take();
  first();
  let taken = false;
  const third = turns.take().then(() => {
    taken = true;
  });
  await Promise.resolve();
  expect(taken).toBe(false);
  second();
  await third;
});

test('who waits too long gets an error and loses the place, the others keep theirs', async () => {
  const turns = new Turns(1000);
  const first = await turns.take();
  const late = expect(turns.take()).rejects.toThrow(TurnTimeoutError);
  await vi.advanceTimersByTimeAsync(600);
  const patient = turns.take();
  await vi.advanceTimersByTimeAsync(400);
  await late;
  first();
  (await patient)();
  expect(turns.count).toBe(2);
});
