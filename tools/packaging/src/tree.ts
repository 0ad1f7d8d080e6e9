import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../pack/src/workspaces.ts';

/** Folders of the packages that the platform consists of; each has been built into its `dist`. */
const rooms = new Map([
  ['mailwright', 'packages/service'],
  ['@mailwright/client', 'packages/client'],
  ['@mailwright/client-runtime', 'packages/client-runtime'],
  ['@mailwright/console', 'packages/console'],
  ['@mailwright/server', 'packages/server'],
  ['@mailwright/server-runtime', 'packages/server-runtime'],
  ['@mailwright/spec', 'spec'],
  ['@mailwright/tool-runtime', 'packages/tool-runtime'],
  ['@mailwright/xml-codec', 'packages/xml-codec'],
]);

/** Whose code is merged into the program, or was into one of its packages: nobody loads it, and the licences stay. */
const merged = [
  ...['client', 'client-runtime', 'server', 'server-runtime', 'tool-runtime', 'xml-codec'].map(
    (name) => `@mailwright/${name}`,
  ),
  ...read(join(root, 'packages/service/package.json')).merge,
  // By `mjml-browser`:
  ...['html-minifier-terser', 'terser', 'clean-css', 'acorn', 'source-map', 'source-map-support'],
];

/** Files that only compilers and people read. Licences stay. */
const unread = ['**/*.{map,d.ts,d.mts,d.cts}', '**/{README,CHANGELOG,HISTORY,CONTRIBUTING,SECURITY}*.{md,markdown}'];
/** What packages of others contain beside what Node loads: sources, builds for browsers, tests, documentation. */
const unloaded = [
  '**/.*',
  '**/*.ts',
  '**/*.{umd,iife}.js',
  '!(@simplewebauthn)/**/*.min.js', // the console serves that of passkeys
  '**/{umd,iife}/**/*.js',
  '{,**/node_modules/}{*,@*/*}/{test,tests,docs,doc,bench,benchmark,benchmarks,example,examples,fixtures}',
  'liquidjs/dist/*.browser.*',
  'css-tree/dist/*',
  // Second builds of packages that are loaded as modules,
  '{zod,@modelcontextprotocol,html-to-text}/**/*.cjs',
  'liquidjs/dist/liquid.node.js',
  'temporal-polyfill/**/global.js',
  // and of those that are required,
  'cheerio/dist/{browser,esm}',
  'pkijs/build/index.es.js',
  // commands, and data for people.
  'mdn-data/l10n',
  // What is read of the description is what was made of it.
  '@mailwright/spec/{admin,components,corpus,operations,preconditions}',
  '@mailwright/spec/generated/{twin,docs/site/openapi}.json',
  // The embedded database is loaded as a module, and without extensions.
  '@electric-sql/pglite/dist/{,*/}*.{cjs,tar.gz}',
];

/** Writes `bin/node` and `node_modules` with the platform into a directory. */
export function writeTree(directory: string): void {
  writeModules(join(directory, 'node_modules'));
  writeNode(join(directory, 'bin'));
}

/**
 * Writes `node_modules` with the platform: the packages of `dist`, and what they depend on in the versions of the lock file,
 * without what nobody reads.
 */
export function writeModules(modules: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'mailwright-tree-'));
  try {
    installDependencies(scratch);
    cpSync(join(scratch, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true });
    for (const file of ['.bin', '.package-lock.json']) remove(join(modules, file));
    for (const file of globSync([...unread, ...unloaded], { cwd: modules })) remove(join(modules, file));
    for (const [name, room] of rooms) {
      const place = join(modules, name);
      remove(place);
      cpSync(join(root, room, 'dist'), place, { recursive: true });
      const nested = join(scratch, room, 'node_modules');
      if (existsSync(nested)) cpSync(nested, join(place, 'node_modules'), { recursive: true });
      for (const file of globSync(unread, { cwd: place })) remove(join(place, file));
    }
    for (const name of merged) leaveLicence(join(modules, name));
    packPages(join(modules, '@mailwright/spec/generated/docs/site/reference'));
  } finally {
    remove(scratch);
  }
}

function leaveLicence(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (!/^(package\.json|licen[cs]e.*|notice.*|copying.*)$/i.test(name)) remove(join(directory, name));
  }
}

/** A page for each operation: the largest part of the platform beside Node. The service reads them packed. */
function packPages(directory: string): void {
  for (const name of globSync('**/*.{html,md}', { cwd: directory })) {
    const file = join(directory, name);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    remove(file);
  }
}

/** Copies the manifests and the lock file without the tools of the repository, and lets npm install what is left. */
function installDependencies(scratch: string): void {
  const lock = read(join(root, 'package-lock.json'));
  for (const [room, entry] of Object.entries<Record<string, unknown>>(lock.packages)) {
    delete entry.dev;
    delete entry.devOptional;
    if (room.includes('node_modules')) continue;
    delete entry.devDependencies;
    const { devDependencies: _, scripts: __, ...manifest } = read(join(root, room, 'package.json'));
    write(join(scratch, room, 'package.json'), manifest);
  }
  write(join(scratch, 'package-lock.json'), lock);
  const options = ['--workspace', 'mailwright', '--ignore-scripts', '--omit=optional', '--prefer-offline'];
  execFileSync('npm', ['ci', ...options, '--no-audit', '--no-fund'], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The Node that the repository is tested with, without symbols for debuggers. */
function writeNode(directory: string): void {
  const node = join(directory, 'node');
  mkdirSync(directory, { recursive: true });
  cpSync(join(root, 'node_modules/node/bin/node'), node, { dereference: true });
  execFileSync('strip', [node]);
}

const remove = (path: string) => rmSync(path, { recursive: true, force: true });

// biome-ignore lint/suspicious/noExplicitAny: manifests and lock files have no type of their own.
function read(file: string): any {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function write(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}
