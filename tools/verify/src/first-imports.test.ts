import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** All packages that a module and what it imports name, imports of types and those at run time left out. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)(?! type)[^;]*? from '([^']+)'|^import '([^']+)'/gm,
  );
  return Array.from(imports, ([, from, bare]) => (from ?? bare)!).flatMap((name) =>
    name.startsWith('.') ? packagesOf(join(dirname(file), name), seen) : name.startsWith('node:') ? [] : [name],
  );
}

test('npm test starts in a clone that has no development dependencies yet', () => {
  const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
  const unknown = packagesOf('tools/verify/src/main.ts').filter((name) => !Object.hasOwn(dependencies, name));
  expect(unknown).toEqual([]);
  expect(packagesOf('tools/verify/src/tables.ts'), 'is seen').toContain('vitest/config');
});
