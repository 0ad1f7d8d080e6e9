import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryOf } from './rules.ts';

/** Publishes `dist` of a room, unless its version is published already. */
export function publish(room: string, dryRun: boolean): void {
  const file = join(room, 'dist/package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string };
  if (!dryRun && isPublished(manifest)) {
    console.log(`${manifest.name} ${manifest.version} is published already.`);
    return;
  }
  const repository = repositoryOf(room, process.env);
  if (repository) writeFileSync(file, `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`);
  const how = dryRun ? '--dry-run' : '--provenance';
  execFileSync('npm', ['publish', `./${room}/dist`, '--access', 'public', how], { stdio: 'inherit' });
}

function isPublished({ name, version }: { name: string; version: string }): boolean {
  try {
    return execFileSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8', stdio: 'pipe' }) !== '';
  } catch (error) {
    // Of a package that nobody has published yet, npm says E404.
    if (String((error as { stderr?: string }).stderr).includes('E404')) return false;
    throw error;
  }
}
