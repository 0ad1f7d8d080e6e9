#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseVersion } from 'nx/release';
import { releaseSection } from './changelog.ts';
import { readOptions } from './options.ts';
import { publish as publishPackage } from './publish.ts';
import { mayPublish, PUBLISHED } from './rules.ts';
import { writeSboms } from './sbom.ts';

/**
 * `npm run release -- [--publish | --dry-run]`: gives all packages one version from the commits since the last tag, publishes them
 * with their provenance, and makes a commit, a tag and a release with the section `Unreleased` of CHANGELOG.md and a software
 * bill of materials for each package. Without `--publish` it is a rehearsal that keeps nothing: it publishes to a registry on this
 * machine, and runs the quick starts with packages from there; the deep run does so. A release that was interrupted is continued by
 * the next one: packages that are published already are left as they are.
 */

const options = readOptions(process.argv.slice(2));
if ('code' in options) {
  console[options.code === 0 ? 'log' : 'error'](options.text);
  process.exit(options.code);
}
const { publish } = options;
const refusal = publish ? mayPublish(process.env) : undefined;
if (refusal) {
  console.error(refusal);
  process.exit(2);
}
// Nx must be told that there is no tag to start from.
const firstRelease = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' }) === '';
const common = { dryRun: !publish, firstRelease };
const { workspaceVersion } = await releaseVersion(common);
if (!workspaceVersion) console.log('No commit since the last release asks for another.');
// A rehearsal tries the packages even then.
if (!workspaceVersion && publish) process.exit(0);
const today = new Date().toISOString().slice(0, 10);
const section = workspaceVersion && releaseSection(readFileSync('CHANGELOG.md', 'utf8'), workspaceVersion, today);
execFileSync('nx', ['run-many', '-t', 'build'], { stdio: 'inherit' });
if (publish) for (const room of PUBLISHED) await publishPackage(room);
// Publishes to a registry on this machine, installs from it in empty directories, and runs the quick starts there.
else execFileSync('vitest', ['run', '--config', 'tools/pack/vitest.consumers.config.ts'], { stdio: 'inherit' });
if (!workspaceVersion || !section) process.exit(0);
const { changelog, notes } = section;
const names = PUBLISHED.map(
  (room) => (JSON.parse(readFileSync(`${room}/package.json`, 'utf8')) as { name: string }).name,
);
const sboms = writeSboms(join(tmpdir(), 'mailwright-release'), names, workspaceVersion);
console.log(`Bills of materials:\n${sboms.join('\n')}`);
const tag = `v${workspaceVersion}`;
console.log(`Release notes of ${tag}:\n\n${notes}`);
if (publish) {
  writeFileSync('CHANGELOG.md', changelog);
  execFileSync('node', ['spec/guard/release.ts', workspaceVersion], { stdio: 'inherit' });
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'inherit' });
  run('git', 'add', 'CHANGELOG.md', 'spec/released', 'spec/guard/exceptions.yaml');
  run('git', 'commit', '--message', `chore(release): ${workspaceVersion}`);
  run('git', 'tag', '--annotate', tag, '--message', tag);
  run('git', 'push', '--follow-tags');
  run('gh', 'release', 'create', tag, '--title', tag, '--notes', notes, ...sboms);
}
