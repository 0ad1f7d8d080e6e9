#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseChangelog, releaseVersion } from 'nx/release';
import { publish as publishPackage } from './publish.ts';
import { mayPublish, PUBLISHED } from './rules.ts';
import { writeSboms } from './sbom.ts';

/**
 * `node tools/release/src/main.ts [--publish]`: one version for all packages from the commits since the last
 * tag, the packages with their provenance, then the changelog, and a commit with a tag. Without `--publish` nothing is
 * kept. Each release has a software bill of materials for each package. A release that broke off is taken up by the next one: what is published already is left as it is.
 */

const { values } = parseArgs({ options: { publish: { type: 'boolean' } } });
const publish = values.publish === true;
const refusal = publish ? mayPublish(process.env) : undefined;
if (refusal) {
  console.error(refusal);
  process.exit(2);
}
// Nx must be told that there is no tag to start from.
const firstRelease = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' }) === '';
const common = { dryRun: !publish, firstRelease };
const { workspaceVersion, projectsVersionData, releaseGraph } = await releaseVersion(common);
if (!workspaceVersion) {
  console.log('No commit since the last release asks for another.');
  process.exit(0);
}
execFileSync('nx', ['run-many', '-t', 'build'], { stdio: 'inherit' });
for (const room of PUBLISHED) publishPackage(room, !publish);
const names = PUBLISHED.map(
  (room) => (JSON.parse(readFileSync(`${room}/package.json`, 'utf8')) as { name: string }).name,
);
const sboms = writeSboms(join(tmpdir(), 'mailwright-release'), names, workspaceVersion);
console.log(`Bills of materials:\n${sboms.join('\n')}`);
await releaseChangelog({
  ...common,
  version: workspaceVersion,
  versionData: projectsVersionData,
  releaseGraph,
  gitPush: publish,
  createRelease: publish ? 'github' : false,
});
if (publish)
  execFileSync('gh', ['release', 'upload', `v${workspaceVersion}`, '--clobber', ...sboms], { stdio: 'inherit' });
