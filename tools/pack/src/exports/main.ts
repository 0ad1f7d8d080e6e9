#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { root, workspaces } from '../workspaces.ts';
import { reportFile, reportOf } from './packages.ts';

/** `npm run exports`: writes the report of the exports of each published package; packages are packed before. */

const all = workspaces();
for (const workspace of all.values()) {
  if (workspace.manifest.private) continue;
  const report = reportOf(workspace, all);
  if (report === undefined) continue;
  const file = reportFile(workspace);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, report);
  console.log(`${relative(root, file)}: ${report.split('\n').length} lines`);
}
