import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { workspaces } from '../src/workspaces.ts';

const run = promisify(execFile);
const env = { ...process.env, FORCE_COLOR: '0' };

/** For npm 12: what a runtime that comes from npm has to run while it is installed. */
const allowScripts = { bun: true, node: true, workerd: true };

/** A project in a fresh folder, far from the repository, with the packages installed from their tarballs. */
export interface Project {
  directory: string;
  /** Runs a program of the project; its standard output. @throws Error with both outputs when it fails */
  run(command: string, ...args: string[]): Promise<string>;
  write(file: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Installs the published packages, all or those named, and `others`, with a registry on this machine. */
export async function createProject(
  registry: string,
  others: Record<string, string>,
  names?: string[],
): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), 'mailwright-consumer-'));
  const dependencies = { ...published(names), ...others };
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies, allowScripts };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest, null, 2));
  await writeFile(join(directory, '.npmrc'), `registry=${registry}\n`);
  await cp(join(import.meta.dirname, 'consumer'), directory, { recursive: true });
  const project = openProject(directory);
  await project.run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts');
  return project;
}

/** The project that `createProject` made there. */
export function openProject(directory: string): Project {
  return {
    directory,
    run: async (command, ...args) => {
      const { stdout } = await run(command, args, { cwd: directory, env, maxBuffer: 1e8 }).catch((error) => {
        throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
      });
      return stdout;
    },
    write: (file, text) => writeFile(join(directory, file), text),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** What packages of telemetry are called, and the one that a dependency would bring. */
export const TELEMETRY = /scarf|telemetry|analytics/;

/** Megabytes of an installation, in blocks of a disk, and the names of its packages. */
export async function measureInstallation({ directory }: Project): Promise<{ megabytes: number; names: string[] }> {
  const entries = await readdir(join(directory, 'node_modules'), { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).blocks * 512));
  const manifests = files.filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file));
  return {
    megabytes: sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20,
    names: await Promise.all(manifests.map(async (file) => JSON.parse(await readFile(file, 'utf8')).name)),
  };
}

/** A Node of its own below the project; where its program is. */
export async function installNode(project: Project, version: string): Promise<string> {
  // Several files of tests install the same version at the same time.
  const prefix = basename(await mkdtemp(join(project.directory, `node-${version}-`)));
  await project.write(join(prefix, 'package.json'), JSON.stringify({ private: true, allowScripts }));
  await project.run('npm', 'install', '--prefix', prefix, '--prefer-offline', `node@${version}`);
  return join(prefix, 'node_modules/node/bin/node');
}

/** The published packages with their versions, as dependencies. */
function published(names?: string[]): Record<string, string> {
  const chosen = [...workspaces().values()].filter(({ manifest: { name, private: hidden } }) =>
    names ? names.includes(name) : !hidden,
  );
  return Object.fromEntries(chosen.map(({ manifest: { name, version } }) => [name, version]));
}
