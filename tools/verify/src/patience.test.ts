import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import config from '../../../vitest.config.ts';

/** Limits at the end of a test or a hook, and in the options of tests, of waits and of those who send requests. */
const ownLimit =
  /^ *\},(?: ?|\n *)([\d_]+)(?:,\n *)?\);$|(?:\btest|waitFor|waitUntil|poll)\b.*\{ timeout: ([\d_]+)[ ,]|createSender\(\{[^}]*timeout: ([\d_]+)/gm;
const usual = config.test!.testTimeout!;
/** As long as a wait lasts (patience.ts). */
const answerMillis = 600_000;

const shorterIn = (source: string) =>
  [...source.matchAll(ownLimit)]
    .map(([, ofTest, ofWait, ofAnswer]) => ({
      millis: Number((ofTest ?? ofWait ?? ofAnswer)!.replaceAll('_', '')),
      least: ofAnswer === undefined ? usual : answerMillis,
    }))
    .filter(({ millis, least }) => millis >= 5_000 && millis < least)
    .map(({ millis }) => millis);

test('shorter limits are found where tests, hooks and waits have them', () => {
  const source = `
test('slow', async () => {
}, 60_000);
  beforeAll(async () => {
  }, 30_000);
test('slow', { timeout: 60_000 }, () => {});
  await expect.poll(count, { timeout: 20_000 }).toBe(1);
  await vi.waitFor(count, { timeout: 20_000, interval: 20 });
  { timeout: 3_600_000 },
}, 3_600_000);
  test.each(rows)(
    'slow',
    async () => {
    },
    120_000,
  );
const sender = createSender({ ca, timeout: 10_000 });
const stop = setInterval(() => {
}, 20);
`;
  expect(shorterIn(source)).toEqual([60_000, 30_000, 60_000, 20_000, 20_000, 120_000, 10_000]);
});

test('no test has a limit that a busy machine reaches', () => {
  const files = globSync('{spec,packages,tools}/**/*.test.ts', { exclude: (name) => name === 'node_modules' });
  expect(files.length).toBeGreaterThan(500);
  const short = files.filter(
    (file) => !file.endsWith('/patience.test.ts') && shorterIn(readFileSync(file, 'utf8')).length > 0,
  );
  expect(short).toEqual([]);
});
