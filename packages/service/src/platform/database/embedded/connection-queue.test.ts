import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionQueue, ConnectionTimeoutError } from './connection-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('gives the connection to one at a time, in the order of asking', async () => {
  const queue = new ConnectionQueue(1000);
  const order: string[] = [];
  const work = async (name: string) => {
    const done = await queue.take();
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    done();
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(queue.count).toBe(3);
});

test('nobody gets in between the end of a turn and the one who waits for it', async () => {
  const queue = new ConnectionQueue(1000);
  const first = await queue.take();
  const order: string[] = [];
  const second = queue.take().then(() => order.push('second'));
  first();
  const third = queue.take().then(() => order.push('third'));
  await second;
  expect(order).toEqual(['second']);
  void third;
});

test('ending a turn twice ends it once', async () => {
  const queue = new ConnectionQueue(1000);
  const first = await queue.take();
  first();
  const second = await queue.take();
  first();
  let taken = false;
  const third = queue.take().then(() => {
    taken = true;
  });
  await Promise.resolve();
  expect(taken).toBe(false);
  second();
  await third;
});

test('who waits too long gets an error and loses the place, the others keep theirs', async () => {
  const queue = new ConnectionQueue(1000);
  const first = await queue.take();
  const late = expect(queue.take()).rejects.toThrow(ConnectionTimeoutError);
  await vi.advanceTimersByTimeAsync(600);
  const patient = queue.take();
  await vi.advanceTimersByTimeAsync(400);
  await late;
  first();
  (await patient)();
  expect(queue.count).toBe(2);
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

/** A statement that keeps the database busy for so long, and whose answer is read some seconds later. */
const lasting = (queue: ConnectionQueue, sql: string, millis: number) =>
  queue.share(sql, async (tellMillis) => {
    await vi.advanceTimersByTimeAsync(5000);
    tellMillis(millis);
  });

test('single statements are sent ahead of the answers, a transaction waits for none of them and has all others wait', async () => {
  const queue = new ConnectionQueue(1000);
  const order: string[] = [];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => statement(order, name)) as [Sent, Sent, Sent];
  const answers = [queue.share('a', a.send), queue.share('b', b.send)];
  const done = await queue.take();
  order.push('transaction');
  answers.push(queue.share('c', c.send));
  expect(order).toEqual(['a', 'b', 'transaction']);
  done();
  expect(order).toEqual(['a', 'b', 'transaction', 'c']);
  for (const { answer } of [a, b, c]) answer();
  await Promise.all(answers);
});
type Sent = ReturnType<typeof statement>;

test('no more than 32 statements are ahead', async () => {
  const queue = new ConnectionQueue(1000);
  await lasting(queue, 'select 1', 0.1);
  const order: string[] = [];
  const statements = Array.from({ length: 40 }, (_, n) => statement(order, String(n)));
  const answers = statements.map(({ send }) => queue.share('select 1', send));
  expect(order).toHaveLength(32);
  statements[5]!.answer();
  await answers[5];
  expect(order).toHaveLength(33);
  for (const { answer } of statements) answer();
  await Promise.all(answers);
});

test('long statements are not sent ahead, and an account with many of them keeps another waiting for one', async () => {
  const queue = new ConnectionQueue(1000);
  const order: string[] = [];
  await lasting(queue, 'long', 10);
  await lasting(queue, 'short', 2);
  const long = ['a1', 'a2', 'a3'].map((name) => statement(order, name));
  const short = ['b1', 'b2', 'b3'].map((name) => statement(order, name));
  const answers = [
    ...long.map(({ send }) => queue.share('long', send, 1)),
    ...short.map(({ send }) => queue.share('short', send, 2)),
  ];
  expect(order).toEqual(['a1']);
  long[0]!.answer();
  await answers[0];
  expect(order).toEqual(['a1', 'b1', 'b2']);
  for (const { answer } of [...long, ...short]) answer();
  await Promise.all(answers);
});

test('a statement that fails gives its place back', async () => {
  const queue = new ConnectionQueue(1000);
  await expect(queue.share('no', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  (await queue.take())();
});

test('accounts take turns: one with many transactions keeps another waiting for one', async () => {
  const queue = new ConnectionQueue(1000);
  const order: string[] = [];
  const work = async (name: string, account?: number) => {
    const done = await queue.take(account);
    order.push(name);
    await vi.advanceTimersByTimeAsync(1);
    done();
  };
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => work(name, 1));
  const read = queue.share('b1', async () => order.push('b1'), 2);
  await Promise.all([...many, work('b2', 2), work('service'), read]);
  expect(order).toEqual(['a1', 'b1', 'service', 'a2', 'b2', 'a3', 'a4']);
});
