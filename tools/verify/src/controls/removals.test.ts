import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeControl } from './removal.ts';
import { removals, withoutControl } from './removals.ts';
import { readSecurityTable, root } from './security-table.ts';

test('every control that is to be removed stands in the sources once', () => {
  const faults = removals.flatMap((removal) => {
    try {
      removeControl(removal, readFileSync(join(root, removal.file), 'utf8'));
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  expect(faults).toEqual([]);
});

test('every row with tests has a control, or the reason why it has none', () => {
  const rows = readSecurityTable().flatMap(({ requirements, tests }) => (tests.length > 0 ? [requirements] : []));
  const covered = new Set([...removals.map(({ row }) => row), ...Object.keys(withoutControl)]);
  expect([...covered].toSorted()).toEqual(rows.toSorted());
});
