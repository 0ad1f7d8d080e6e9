import { expect, test } from 'vitest';
import { processorLimit } from './processor-limit.ts';

test('a text that waits for a processor is not given up', () => {
  const limit = processorLimit(1000);
  expect(() => limit.check(performance.now() + 60_000)).not.toThrow();
});

test('a text that takes too much of a processor is given up', () => {
  const limit = processorLimit(5);
  const work = () => {
    for (;;) limit.check(performance.now());
  };
  expect(work).toThrow('template render limit exceeded');
});
