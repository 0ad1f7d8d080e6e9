import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('tests open browsers in one way, whose pages wait as long as a busy machine needs', () => {
  const files = globSync('{packages,spec,tools}/**/*.test.ts', { exclude: (name) => name === 'node_modules' });
  expect(files.length).toBeGreaterThan(700);
  const others = files.filter((file) => /\b(chromium|playwright)\.launch\(/.test(readFileSync(file, 'utf8')));
  expect(others).toEqual([]);
});
