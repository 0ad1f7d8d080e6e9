import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/** Lists that have one length each, and subqueries. */
const known = [
  'account/users/tokens.ts: purposes',
  'mailings/change.ts: unsealedStates',
  'reports/own-records.ts: readers',
  'sending/deliveries/batches.ts: sendableStates',
];

test('rule 18: no list of any length is written into a statement: its text would be planned anew for each length', () => {
  const found = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const text = readFileSync(`${sources}${file}`, 'utf8');
    const lists = text.matchAll(/'(?:not )?in',\s*([A-Za-z]\w*)\b(?!\s*[.(])/g);
    return Array.from(lists, ([, name]) => `${file}: ${name}`);
  });
  expect([...new Set(found)].sort(), 'compare with "= any(…)" instead').toEqual(known);
});
