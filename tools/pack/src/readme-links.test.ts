import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PUBLISHED } from '../../release/src/rules.ts';
import { root } from './workspaces.ts';

/** Rooms of other packages that a README links to: such a link leads nowhere where the package is installed. */
test.each(PUBLISHED)('%s/README.md explains the package without the READMEs of others', (room) => {
  const readme = readFileSync(join(root, room, 'README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => join(room, target!));
  expect(links.filter((target) => PUBLISHED.some((other) => other !== room && target === other))).toEqual([]);
});
