import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { latestOfEach } from './latest-of-each.ts';

/**
 * `node spec/docs/publish.ts --base PATH --output DIR` makes the folder that is published: the site, and in folders of
 * their own the sites of earlier releases, which the package of the description contains.
 */
const { values } = parseArgs({ options: { base: { type: 'string' }, output: { type: 'string' } } });
const { base, output } = values;
if (base === undefined || output === undefined) throw new Error('--base and --output are required');

const name = '@mailwright/spec';
const earlier = latestOfEach(releases());
const options = ['--base', base, '--output', output, ...earlier.flatMap((version) => ['--earlier', version])];
execFileSync(process.execPath, [join(import.meta.dirname, 'build.ts'), ...options], { stdio: 'inherit' });
for (const version of earlier) addRelease(version);

/** The released versions; none before the first release. */
function releases(): string[] {
  try {
    const text = execFileSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8', stdio: 'pipe' });
    return [JSON.parse(text)].flat();
  } catch (error) {
    if (String((error as { stderr?: string }).stderr).includes('E404')) return [];
    throw error;
  }
}

function addRelease(version: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'mailwright-docs-'));
  const pack = ['pack', `${name}@${version}`, '--json', '--pack-destination', scratch];
  const [packed] = Object.values(JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' }))) as [{ filename: string }];
  execFileSync('tar', ['-xzf', join(scratch, packed.filename), '-C', scratch, 'package/generated/docs/site']);
  cpSync(join(scratch, 'package/generated/docs/site'), join(output!, version), { recursive: true });
  rmSync(scratch, { recursive: true });
}
