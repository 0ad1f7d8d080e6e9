import { expect, test } from 'vitest';
import { byTier, isLaterFile, plantedDefects, plantedRows } from './planted.ts';

test('defects are counted by the first command that runs a test of theirs', () => {
  const isLater = (file: string) => file.startsWith('slow');
  const defects = [['quick'], ['quick', 'slow'], ['slow'], ['slow', 'slower'], []];
  expect(byTier(defects, isLater)).toEqual([2, 1, 2]);
  expect(plantedRows([{ title: 'controls', defects }], isLater)).toEqual([['controls', '5', '2', '1', '2']]);
});

test('each planted defect has a test, and most are noticed by the command that a person waits for', () => {
  for (const { title, defects } of plantedDefects()) {
    expect(
      defects.filter((tests) => tests.length === 0),
      title,
    ).toEqual([]);
    const [all, some, none] = byTier(defects, isLaterFile());
    expect(all + some, title).toBeGreaterThan(none);
  }
});
