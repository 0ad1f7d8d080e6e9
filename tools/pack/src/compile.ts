import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledImports } from './manifest.ts';
import { root, type Workspace } from './workspaces.ts';

/**
 * Compiles `src/` to JavaScript and declarations below `dist/src/`, file by file. Packages of the repository are read
 * through their own `dist`, which must be there.
 */
export function compile(workspace: Workspace, siblings: Workspace[], all: ReadonlyMap<string, Workspace>): void {
  const { directory } = workspace;
  if (!existsSync(join(directory, 'tsconfig.json'))) return;
  const dist = join(directory, 'dist');
  const config = join(dist, 'tsconfig.json');
  mkdirSync(dist, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions: {
        noEmit: false,
        noEmitOnError: true,
        allowJs: true,
        rootDir: '../src',
        outDir: 'src',
        paths: Object.fromEntries([...siblings.flatMap(declarations), ...bundledDeclarations(workspace, all)]),
      },
      include: ['../src'],
      exclude: ['../src/**/*.test.ts', '../src/**/*.test-d.ts'],
    }),
  );
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/ts7/bin/tsc'), '--checkers', '1', '-p', config], {
      stdio: 'inherit',
    });
  } finally {
    rmSync(config);
  }
}

/** Where the compiler finds the declarations of each entry of a package. */
function declarations({ directory, manifest }: Workspace): [string, string[]][] {
  return Object.entries(manifest.exports ?? {})
    .filter(([, source]) => source.endsWith('.ts'))
    .map(([entry, source]) => [
      join(manifest.name, entry),
      [join(directory, 'dist', source.replace(/\.ts$/, '.d.ts'))],
    ]);
}

/** The same for entries of packages of the repository that are bundled, by the names they are imported by. */
function bundledDeclarations({ manifest }: Workspace, all: ReadonlyMap<string, Workspace>): [string, string[]][] {
  const entries = new Map([...all.values()].flatMap(declarations));
  return bundledImports(manifest).flatMap(([name, target]): [string, string[]][] => {
    const files = entries.get(target);
    return files ? [[name, files]] : [];
  });
}
