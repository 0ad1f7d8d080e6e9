import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const pages = fileURLToPath(new URL('../../src/pages/', import.meta.url));

/** Reports whether a page leads to an address that is not written in the source. */
const leadsElsewhere = (text: string) =>
  /redirect\((?:reply, )?[a-z]/.test(text.replace(/function redirect\([^)]*\)/g, ''));

test('rule 15: no page leads to an address that a header may be unable to hold', () => {
  const files = globSync('**/*.ts', { cwd: pages, exclude: ['**/*.test.ts'] });
  const leading = files
    .map((file) => ({ file, text: readFileSync(`${pages}${file}`, 'utf8') }))
    .filter(({ text }) => leadsElsewhere(text));
  expect(leading.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['sign-up/routes.ts', 'tracking/mail-routes.ts', 'tracking/routes.ts']),
  );
  expect(
    leading.filter(({ text }) => !text.includes('locationOf(')),
    'ask locationOf for it',
  ).toEqual([]);
});
