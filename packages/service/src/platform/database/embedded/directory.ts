import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../../files/make-directory.ts';
import { syncDirectory, syncTree } from '../../files/sync.ts';
import { systemFaults } from '../../system-faults.ts';
import { extractTemplate, templatePath } from './template.ts';
import { DatabaseThread } from './thread.ts';

/** The major version of PostgreSQL inside the pinned PGlite; a directory of another one does not open. */
const postgresMajor = '18';
const finalName = 'postgres';
/** Of directories that are made beside their place. */
export const unfinishedPrefix = 'postgres.new-';

/** PostgreSQL's own directory inside of a data directory. */
export const postgresDirectory = (dataDir: string) => join(dataDir, finalName);

const createFaults: Record<string, string> = {
  ...systemFaults,
  ENOENT: 'is on a file system that takes no directories',
};

/** Creates the data directory, readable by its owner only; an existing one keeps its mode. */
export function createDataDirectory(dataDir: string): void {
  try {
    makeDirectory(dataDir);
  } catch (error) {
    const { code = '', path = dataDir, message } = error as NodeJS.ErrnoException;
    const fault = Object.hasOwn(createFaults, code) ? `${path} ${createFaults[code]}` : message;
    throw new Error(`The data directory ${dataDir} cannot be created: ${fault}.`);
  }
}

/**
 * PostgreSQL's own directory inside the locked data directory, made if it is absent: beside its place and renamed when
 * complete and on disk, so that a crash leaves either nothing or all of it.
 */
export async function preparePostgresDirectory(
  dataDir: string,
  log: (line: string) => void,
  template: string = templatePath,
): Promise<string> {
  const directory = postgresDirectory(dataDir);
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(unfinishedPrefix)) rmSync(join(dataDir, name), { recursive: true });
  }
  if (existsSync(directory)) {
    refuseOtherMajor(directory);
    return directory;
  }
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
  if (existsSync(template)) extractTemplate(template, unfinished);
  else await initialise(unfinished, log);
  syncTree(unfinished);
  renameSync(unfinished, directory);
  syncDirectory(dataDir);
  return directory;
}

/** initdb through PGlite: right, but it takes seconds and about 1 GB of memory. */
async function initialise(directory: string, log: (line: string) => void): Promise<void> {
  log('The database template is missing: initializing the database without it takes some seconds.');
  const thread = await DatabaseThread.start({ directory, log });
  await thread.close();
}

/** Throws when a directory of PostgreSQL was made by another major version. */
export function refuseOtherMajor(directory: string): void {
  const file = join(directory, 'PG_VERSION');
  if (!existsSync(file)) throw new Error(`The directory ${directory} is not a database: it has no file PG_VERSION.`);
  const major = readFileSync(file, 'utf8').trim();
  if (major === postgresMajor) return;
  throw new Error(
    `The database in ${directory} was made by PostgreSQL ${major}, and this Mailwright works with PostgreSQL ${postgresMajor}. Move the data with the Mailwright that made it.`,
  );
}
