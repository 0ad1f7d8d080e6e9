import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, workspaces } from './workspaces.ts';

/** One statement of the versions of Node, which is that of the packages. */

const statement = 'Mailwright runs on Node 22.13 or later.';
const manifests = [...workspaces().values()].map(({ manifest }) => manifest);
const published = manifests.filter((manifest) => !('private' in manifest));
const read = (file: string) => readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');

test.each(['README.md', 'docs/guides/packages.md', 'docs/guides/quick-start.md', 'spec/docs/first-page.md'])(
  '%s has it',
  (file) => expect(read(file)).toContain(statement),
);

test('it is that of all packages and of the repository', () => {
  const engines = [...published, JSON.parse(read('package.json'))].map(({ name, engines }) => [name, engines?.node]);
  expect(engines.filter(([, node]) => node !== '>=22.13')).toEqual([]);
  expect(engines.length).toBeGreaterThan(9);
});

test('no page requires another version', () => {
  const files = globSync('{README.md,{packages,tools}/*/README.md,spec/README.md,docs/guides/*.md,spec/docs/*.md}', {
    cwd: root,
  });
  const others = files.flatMap((file) =>
    [
      ...read(file)
        .replaceAll(statement, '')
        .matchAll(/(?:needs|with|on) Node \d[\d.]*(?: (?:or|and) (?:later|newer))?/g),
    ]
      .map(([text]) => `${file}: ${text}`)
      .filter((text) => /needs|later|newer/.test(text)),
  );
  expect(others).toEqual([]);
  expect(files.length).toBeGreaterThan(30);
});
