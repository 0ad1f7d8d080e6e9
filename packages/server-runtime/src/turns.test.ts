import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Turns with a clock that moves by a whole stretch with each part. */
function stepped() {
  let now = 0;
  const turns = new Turns(() => now);
  const log: string[] = [];
  const start = (client: string, name: string, parts: number) =>
    turns.run(
      client,
      (function* () {
        for (let part = 1; part <= parts; part++) {
          log.push(`${name}${part}`);
          now += 100;
          yield;
        }
        return name;
      })(),
    );
  return { start, log };
}

test('clients take turns, each with its first task', async () => {
  const { start, log } = stepped();
  const results = await Promise.all([
    start('attacker', 'a', 3),
    start('attacker', 'b', 2),
    start('attacker', 'c', 2),
    start('other', 'x', 2),
  ]);
  expect(results).toEqual(['a', 'b', 'c', 'x']);
  expect(log.join(' ')).toBe('a1 x1 a2 x2 a3 b1 b2 c1 c2');
});

test('others run after each stretch', async () => {
  const { start, log } = stepped();
  let between = 0;
  const look = () => {
    between++;
    if (log.length < 20) setImmediate(look);
  };
  setImmediate(look);
  await start('one', 'a', 20);
  expect(between).toBeGreaterThanOrEqual(19);
});

test('short parts are done at a stretch', async () => {
  const turns = new Turns(() => 0);
  let parts = 0;
  const long = turns.run(
    'one',
    (function* () {
      for (; parts < 100; parts++) yield;
    })(),
  );
  await new Promise(setImmediate);
  expect(parts).toBe(100);
  await long;
});

test('a task that fails rejects, and the next one runs', async () => {
  const turns = new Turns();
  const failing = turns.run(
    'one',
    (function* () {
      yield;
      throw new Error('broken');
    })(),
  );
  const { start } = stepped();
  await expect(failing).rejects.toThrow('broken');
  expect(await start('one', 'a', 1)).toBe('a');
});

test('work that cannot pause is done once in a turn', async () => {
  const turns = new Turns(() => 0);
  const log: string[] = [];
  const work = (client: string, name: string) => turns.once(client, () => log.push(name));
  await Promise.all([work('attacker', 'a'), work('attacker', 'b'), work('attacker', 'c'), work('other', 'x')]);
  expect(log).toEqual(['a', 'x', 'b', 'c']);
  await expect(
    turns.once('other', () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
});
