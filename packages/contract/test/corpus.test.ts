import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate, type Problem } from '@mailwright/codegen';
import { afterAll, describe, expect, test } from 'vitest';
import { type CorpusEntry, corpus } from './services/corpus.ts';
import { countFindings, foundDefects, type Measured, measure, runAgainst } from './services/measure.ts';
import { run } from './support/process.ts';

/** Of the documented statuses, without any preparation. */
const LEAST_REACHED = 0.9;
const room = mkdtempSync(join(tmpdir(), 'contract-written-'));
afterAll(() => rmSync(room, { recursive: true }));

describe.each(corpus)('$name', (entry) => {
  const why = entry.missing?.();
  if (why) console.warn(why);
  const planted = entry.defects.map(({ about }) => about);

  test.skipIf(why !== undefined)(
    'is reached without preparation; defects are found, and nothing is harmed, left or told wrongly',
    async () => {
      const [good, faulty] = [await measure(entry, false), await measure(entry, true)];
      for (const each of [good, faulty]) expectNoHarm(each);
      const { documented, kept, broken } = good.report.coverage;
      expect((kept + broken) / documented).toBeGreaterThanOrEqual(LEAST_REACHED);
      expect(foundDefects(entry, good.report, faulty.report)).toEqual(planted);
      expect(countFindings(good.report)).toMatchObject({ strict: 0, noise: 0 });
    },
  );

  test.skipIf(why !== undefined)('each operation of its description is generated', async () => {
    const { description, close } = await entry.start({ defects: false });
    await close();
    const input = join(room, `${entry.name}-described.json`);
    writeFileSync(input, JSON.stringify(description));
    const output = join(room, `${entry.name}-code`);
    await generate({ input, output, parts: ['types', 'codecs', 'client', 'server'], skip: failOn });
    const { operations } = await import(pathToFileURL(join(output, 'server/index.ts')).href);
    const { paths } = description as { paths: Record<string, object> };
    const described = Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => METHOD.test(key)));
    expect(described.length).toBeGreaterThan(4);
    expect(Object.keys(operations)).toHaveLength(described.length);
  });

  test.skipIf(why !== undefined)('with what explain has written, the same defects are found', async () => {
    const [good, faulty] = [await written(entry, false), await written(entry, true)];
    for (const each of [good, faulty]) expectNoHarm(each);
    expect(foundDefects(entry, good.report, faulty.report)).toEqual(planted);
  });
});

const METHOD = /^(get|put|post|patch|delete|head|options)$/;
const failOn = (problem: Problem) => expect(problem).toBeUndefined();

async function written(entry: CorpusEntry, defects: boolean): Promise<Measured> {
  const service = await entry.start({ defects });
  try {
    const file = join(room, `${entry.name}.json`);
    writeFileSync(file, JSON.stringify(service.description));
    const folder = join(room, entry.name);
    expect(await run('explain', file, '--write', folder).code()).toBe(0);
    return await runAgainst(service, file, { preconditions: folder });
  } finally {
    await service.close();
  }
}

function expectNoHarm({ harmed, unlisted }: Measured): void {
  expect(harmed).toEqual([]);
  expect(unlisted).toEqual([]);
}
