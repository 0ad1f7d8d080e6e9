import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LockedPackages, missingPlatforms } from './platforms.ts';

/** `npm run relock`, after a change of dependencies: adds to package-lock.json what npm left out for other platforms. */

const file = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockedPackages };
const missing = missingPlatforms(lock.packages);
const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
console.log(`package-lock.json: ${Object.keys(missing).length} packages of other platforms added`);
