#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { releaseChangelog, releaseVersion } from 'nx/release';
import { mayPublish, PUBLISHED } from './rules.ts';

/**
 * `node tools/release/src/main.ts [--publish] [--first]`: one version for all packages from the commits since the last
 * tag, the changelog, a commit with a tag, and the packages with their provenance. Without `--publish` nothing is kept.
 */

const { values } = parseArgs({ options: { publish: { type: 'boolean' }, first: { type: 'boolean' } } });
const publish = values.publish === true;
const refusal = publish ? mayPublish(process.env) : undefined;
if (refusal) {
  console.error(refusal);
  process.exit(2);
}
const common = { dryRun: !publish, firstRelease: values.first === true };
const { workspaceVersion, projectsVersionData, releaseGraph } = await releaseVersion(common);
if (!workspaceVersion) {
  console.log('No commit since the last release asks for another.');
  process.exit(0);
}
await releaseChangelog({
  ...common,
  version: workspaceVersion,
  versionData: projectsVersionData,
  releaseGraph,
  gitPush: publish,
  createRelease: publish ? 'github' : false,
});
run('nx', 'run-many', '-t', 'build');
for (const room of PUBLISHED) {
  run('npm', 'publish', `./${room}/dist`, '--access', 'public', ...(publish ? ['--provenance'] : ['--dry-run']));
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'inherit' });
}
