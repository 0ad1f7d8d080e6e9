import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `node packages/service/test/upgrade/make-fixture.ts`: makes 44cf689.sql, the database of an account in which every table
 * has rows, as the service of that commit left it. Needed again only if a fixture of another commit is wanted: the
 * file is what users of that commit have.
 */

const commit = '44cf689';
const here = import.meta.dirname;
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const clone = mkdtempSync(join(tmpdir(), 'mailwright-fixture-'));
const env = {
  ...process.env,
  PATH: `${join(clone, 'node_modules/.bin')}:${process.env.PATH}`,
  // npm 12 would leave out the install scripts, which that commit does not name.
  npm_config_dangerously_allow_all_scripts: 'true',
};
const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: clone, stdio: 'inherit', env });

try {
  run('git', 'clone', '--quiet', root, '.');
  run('git', 'checkout', '--quiet', commit);
  run('npm', 'ci');
  run('nx', 'run-many', '-t', 'generate');
  const fill = join(clone, 'packages/service/test/upgrade/fill.test.ts');
  mkdirSync(dirname(fill));
  copyFileSync(join(here, 'fill.ts'), fill);
  run('vitest', 'run', 'packages/service/test/upgrade/fill.test.ts');
  copyFileSync(join(clone, 'fixture.sql'), join(here, `${commit}.sql`));
} finally {
  rmSync(clone, { recursive: true, force: true });
}
