import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Packages that a worker holds in memory from its start on. Others are imported where they are used for the first time. */
const held = new Set([
  ...['@mailwright/server-runtime', '@mailwright/server-runtime/web', '@mailwright/server/runtime'],
  // The layout of mails: two small files.
  '@mailwright/console/letter',
  ...['kysely', 'pg', 'pg-protocol', '@opentelemetry/api', 'piscina', 'nodemailer', 'htmlparser2', 'entities'],
  ...['bowser', 'intl-messageformat', 'ipaddr.js', 'mime', 'temporal-polyfill'],
]);

/** Imports of values: those of types are gone in what runs. */
const imports = /^(?:import|export) (?!type )(?:([^;]*?) from )?'([^']+)';/gm;
const areTypes = (names = '') =>
  /^\{[^}]*\}$/.test(names) && names.match(/[^{},]*\w[^{},]*/g)!.every((name) => name.trim().startsWith('type '));

/** Packages that a module and all that it imports load, each with the module that does. */
function packagesOf(module: string, found = new Map<string, string>(), seen = new Set<string>()): Map<string, string> {
  if (seen.has(module)) return found;
  seen.add(module);
  for (const [, names, target] of readFileSync(join(sources, module), 'utf8').matchAll(imports)) {
    if (areTypes(names) || target!.startsWith('node:')) continue;
    if (target!.startsWith('.')) packagesOf(join(module, '..', target!), found, seen);
    else found.set(target!.replace(/^(kysely|nodemailer|pg)\/.*/, '$1'), module);
  }
  return found;
}

test('a worker loads at its start what it needs when it is idle, and nothing else', () => {
  const packages = packagesOf('cli/work.ts');
  expect([...packages].filter(([name]) => !held.has(name))).toEqual([]);
  expect([...held].filter((name) => !packages.has(name))).toEqual([]);
});
