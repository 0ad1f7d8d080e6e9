import { launcherFile } from './launcher.ts';

/** A package.json, as far as packing is concerned. */
export interface Manifest {
  name: string;
  version: string;
  exports?: Record<string, string>;
  /** `#name` for a package that is not installed with this one, but bundled into it. */
  imports?: Record<string, string>;
  /** Starts each command from its source. */
  bin?: Record<string, string>;
  /** The source of each command. */
  commands?: Record<string, string>;
  files?: string[];
  /** Of a program, whose modules are merged: packages of others that are merged with them. */
  merge?: string[];
  dependencies?: Record<string, string>;
  /** What n8n loads of a package of nodes. */
  n8n?: { credentials: string[]; nodes: string[]; [key: string]: unknown };
  [key: string]: unknown;
}

/** What only the repository needs. */
const repositoryOnly = ['commands', 'devDependencies', 'nx', 'scripts', 'files', 'merge', 'private'];

/** The manifest that is published: entries point at compiled files, and packages of the repository at their versions. */
export function publishedManifest(manifest: Manifest, siblings: ReadonlyMap<string, string>): Manifest {
  const published: Manifest = { ...manifest };
  for (const key of repositoryOnly) delete published[key];
  if (manifest.exports) published.exports = mapValues(manifest.exports, compiledEntry) as Record<string, string>;
  if (manifest.imports)
    published.imports = {
      ...manifest.imports,
      ...Object.fromEntries(bundledImports(manifest).map(([name]) => [name, `./${bundledFile(name)}`])),
    };
  if (manifest.bin)
    published.bin = Object.fromEntries(Object.keys(manifest.bin).map((command) => [command, launcherFile(command)]));
  if (manifest.n8n) {
    const { credentials, nodes } = manifest.n8n;
    published.n8n = { ...manifest.n8n, credentials: credentials.map(compiledFile), nodes: nodes.map(compiledFile) };
  }
  if (manifest.dependencies) {
    published.dependencies = Object.fromEntries(
      Object.entries(manifest.dependencies).map(([name, range]) => [name, siblings.get(name) ?? range]),
    );
  }
  return published;
}

/** `./src/index.ts` with its types; what is no TypeScript stays as it is. */
function compiledEntry(source: string): unknown {
  if (!source.endsWith('.ts')) return source;
  return { types: source.replace(/\.ts$/, '.d.ts'), default: compiledFile(source) };
}

export function compiledFile(source: string): string {
  return source.replace(/\.ts$/, '.js');
}

function mapValues<Value, Result>(
  record: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Imports that mean a package: it is bundled. */
export const bundledImports = ({ imports = {} }: Manifest): [name: string, target: string][] =>
  Object.entries(imports).filter(([, target]) => !target.startsWith('.'));

/** Where a bundled package stands: `#prism` -> `bundled/prism.cjs`. */
export const bundledFile = (name: string): string => `bundled/${name.slice(1)}.cjs`;
