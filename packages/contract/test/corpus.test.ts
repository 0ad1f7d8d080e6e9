import { describe, expect, test } from 'vitest';
import { corpus } from './services/corpus.ts';
import { type Measured, measure } from './services/measure.ts';

/** Of the documented statuses, without any preparation. */
const LEAST_REACHED = 0.9;

describe.each(corpus)('$name', (entry) => {
  const why = entry.missing?.();
  if (why) console.warn(why);
  test.skipIf(why !== undefined)(
    'is reached without preparation, and nothing is harmed or left',
    async () => {
      for (const defects of [false, true]) expectNoHarm(await measure(entry, defects));
      const { report } = await measure(entry, false);
      const { documented, kept, broken } = report.coverage;
      expect((kept + broken) / documented).toBeGreaterThanOrEqual(LEAST_REACHED);
    },
    120_000,
  );
});

function expectNoHarm({ harmed, unlisted }: Measured): void {
  expect(harmed).toEqual([]);
  expect(unlisted).toEqual([]);
}
