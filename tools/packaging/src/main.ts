#!/usr/bin/env node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readWorkspace, root } from '../../pack/src/workspaces.ts';
import { buildDeb } from './deb.ts';
import { buildImage } from './image.ts';
import { writeTree } from './tree.ts';

/** `npm run packages -- deb|image [--output DIR]`: builds what operators install, after `nx run-many -t build`. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    output: { type: 'string', default: 'out' },
    revision: { type: 'string', default: '1' },
    base: { type: 'string' },
  },
});
const builders = { deb: buildDeb, image: buildImage };
const build = Object.entries(builders).find(([kind]) => kind === positionals[0])?.[1];
if (build === undefined || positionals.length !== 1) {
  console.error(
    `usage: npm run packages -- ${Object.keys(builders).join('|')} [--output DIR] [--revision N] [--base IMAGE]`,
  );
  process.exit(2);
}
const { version } = readWorkspace(join(root, 'packages/service')).manifest;
const tree = mkdtempSync(join(tmpdir(), 'mailwright-packages-'));
try {
  writeTree(tree);
  console.log(
    build({ tree, version, revision: Number(values.revision), base: values.base, output: resolve(values.output) }),
  );
} finally {
  rmSync(tree, { recursive: true, force: true });
}
