import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deep, leftToDeep } from '../../verify/src/deep.ts';
import { OURS, RIVALS } from './rivals/generators.ts';
import { DESCRIPTIONS, install, measureAll, STATUSES } from './rivals/measure.ts';
import { lastingCells, report, withReport } from './rivals/report.ts';

const PAGE = path.resolve(import.meta.dirname, '../../../docs/side-by-side.md');

test('the page has rows of this generator and of six others, on twelve descriptions and by status', () => {
  const cells = lastingCells(readFileSync(PAGE, 'utf8'));
  const names = ['Generator', ...[OURS, ...RIVALS].map(({ name }) => name)];
  expect(cells.map(([name]) => name)).toEqual([...names, ...names]);
  expect(cells[names.length]!.slice(1)).toEqual(STATUSES.map(([column]) => column));
  expect([RIVALS.length, DESCRIPTIONS.length]).toEqual([6, 12]);
});

test.runIf(deep)(
  `the table is what the command measures${leftToDeep}`,
  async () => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'generator-rivals-'));
    try {
      await install(scratch);
      const page = readFileSync(PAGE, 'utf8');
      expect(lastingCells(withReport(page, report(await measureAll(scratch))))).toEqual(lastingCells(page));
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
  3_600_000,
);
