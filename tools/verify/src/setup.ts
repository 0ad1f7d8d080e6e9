import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm run setup`: installs what checks, compares and publishes the code. `npm ci` brings only what the service needs to start
 * (`omit=dev` in `.npmrc`); the lock file holds for both.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Installs the development dependencies unless they are there. @throws Error if npm fails */
export function setUp(): void {
  if (existsSync(`${root}/node_modules/vitest/package.json`)) return;
  console.log('── setup: installs the development dependencies (once; half a minute)');
  // `npm ci` would remove the Node that runs this.
  const { status } = spawnSync('npm', ['install', '--include=dev', '--no-save'], { cwd: root, stdio: 'inherit' });
  if (status !== 0)
    throw new Error('The development dependencies were not installed; try it yourself: npm ci --include=dev');
}

if (import.meta.main) setUp();
