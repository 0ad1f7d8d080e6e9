import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CoverageMap, formatMap, mapFile, readMap } from './map.ts';

/**
 * `npm run test:map [-- TEST…]`: runs the tests and writes which sources each of them executes, for `npm run test:changed`. Test
 * files that are named replace their rows, the others stay.
 */
const directory = mkdtempSync(join(tmpdir(), 'mailwright-map-'));
const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, MAILWRIGHT_MAP: directory },
});
const map: CoverageMap = process.argv.length > 2 ? (readMap() ?? {}) : {};
for (const file of readdirSync(directory)) {
  const { test, sources } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as {
    test: string;
    sources: string[];
  };
  map[test] = sources;
}
mkdirSync(dirname(mapFile), { recursive: true });
writeFileSync(mapFile, formatMap(map));
rmSync(directory, { recursive: true, force: true });
console.log(`${mapFile}: ${Object.keys(map).length} test files`);
process.exit(status ?? 1);
