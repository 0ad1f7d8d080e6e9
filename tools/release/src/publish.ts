import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { repositoryOf } from './rules.ts';

const run = promisify(execFile);

/**
 * Publishes `dist` of a room, unless its version is published already.
 * @param rehearsal address of a registry for a rehearsal, which asks for no key and no provenance
 */
export async function publish(room: string, rehearsal?: string): Promise<void> {
  const file = join(room, 'dist/package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string };
  const place = rehearsal === undefined ? [] : [`--registry=${rehearsal}`];
  if (await isPublished(manifest, place)) {
    console.log(`${manifest.name} ${manifest.version} is published already.`);
    return;
  }
  const repository = rehearsal === undefined ? repositoryOf(room, process.env) : undefined;
  if (repository) writeFileSync(file, `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`);
  const how =
    rehearsal === undefined ? ['--provenance'] : [`--${rehearsal.replace(/^http:/, '')}:_authToken=rehearsal`];
  const { stdout } = await run('npm', ['publish', `${resolve(room)}/dist`, '--access', 'public', ...place, ...how]);
  console.log(stdout.trim());
}

async function isPublished({ name, version }: { name: string; version: string }, place: string[]): Promise<boolean> {
  try {
    const { stdout } = await run('npm', ['view', `${name}@${version}`, 'version', ...place]);
    return stdout !== '';
  } catch (error) {
    // Of a package that nobody has published yet, npm says E404.
    if (String((error as { stderr?: string }).stderr).includes('E404')) return false;
    throw error;
  }
}
