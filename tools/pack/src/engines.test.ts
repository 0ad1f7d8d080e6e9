import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, workspaces } from './workspaces.ts';

/** The versions of Node that the README and the guide state are those of the packages, and no page states others. */

const readme = readFileSync(join(root, 'README.md'), 'utf8').replace(/\s+/g, ' ');
const guide = readFileSync(join(root, 'docs/guides/packages.md'), 'utf8').replace(/\s+/g, ' ');
const statement = /All packages run on Node ([\d.]+) or later\./;

const published = [...workspaces().values()].filter(({ manifest }) => !('private' in manifest));

test.each([
  ['README', readme],
  ['guide', guide],
])('%s', (_, text) => {
  const [, stated] = statement.exec(text) ?? [];
  const engines = published.map(({ manifest: { name, engines } }) => [name, (engines as { node: string }).node]);
  expect(engines).toEqual(published.map(({ manifest: { name } }) => [name, `>=${stated}`]));
  expect(published.length).toBeGreaterThan(8);
});

test('READMEs of packages name no version of Node as required', () => {
  const files = globSync('{packages,tools}/*/README.md', { cwd: root });
  const found = files.filter((file) => /needs Node \d/.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
