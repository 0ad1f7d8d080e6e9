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

/** Sends at once; answered when told. */
function statement(order: string[], name: string) {
  const answer = Promise.withResolvers<void>();
  const send = () => {
    order.push(name);
    return answer.promise;
  };
  return { send, answer: answer.resolve };
}

test('single statements are sent ahead of the answers, a transaction waits for none of them and has all others wait', async () => {
  const turns = new Turns(1000);
  const order: string[] = [];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => statement(order, name)) as [Sent, Sent, Sent];
  const answers = [turns.share(a.send), turns.share(b.send)];
  const done = await turns.take();
  order.push('transaction');
  answers.push(turns.share(c.send));
  expect(order).toEqual(['a', 'b', 'transaction']);
  done();
  expect(order).toEqual(['a', 'b', 'transaction', 'c']);
  for (const { answer } of [a, b, c]) answer();
  await Promise.all(answers);
});
type Sent = ReturnType<typeof statement>;

test('no more than 32 statements are ahead', async () => {
  const turns = new Turns(1000);
  const order: string[] = [];
  const statements = Array.from({ length: 40 }, (_, n) => statement(order, String(n)));
  const answers = statements.map(({ send }) => turns.share(send));
  expect(order).toHaveLength(32);
  statements[5]!.answer();
  await answers[5];
  expect(order).toHaveLength(33);
  for (const { answer } of statements) answer();
  await Promise.all(answers);
});

test('a statement that fails gives its place back', async () => {
  const turns = new Turns(1000);
  await expect(turns.share(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  (await turns.take())();
});
