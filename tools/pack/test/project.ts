import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** Packs and installs the published packages, all or those named, and `others` from the registry. */
export async function createProject(others: Record<string, string>, names?: string[]): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), 'mailwright-consumer-'));
  const tarballs = await pack(join(directory, 'tarballs'), names);
  const dependencies = { ...tarballs, ...others };
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies, allowScripts };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest, null, 2));
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

/** A Node of its own below the project; where its program is. */
export async function installNode(project: Project, version: string): Promise<string> {
  const prefix = `node-${version}`;
  await mkdir(join(project.directory, prefix));
  await project.write(join(prefix, 'package.json'), JSON.stringify({ private: true, allowScripts }));
  await project.run('npm', 'install', '--prefix', prefix, '--prefer-offline', `node@${version}`);
  return join(prefix, 'node_modules/node/bin/node');
}

/** Tarballs of published packages, as dependencies by name. */
async function pack(folder: string, names?: string[]): Promise<Record<string, string>> {
  await mkdir(folder);
  const published = [...workspaces().values()].filter(({ manifest: { name, private: hidden } }) =>
    names ? names.includes(name) : !hidden,
  );
  const entries = published.map(async ({ directory, manifest }) => {
    const { stdout } = await run('npm', ['pack', join(directory, 'dist'), '--pack-destination', folder]);
    return [manifest.name, `file:tarballs/${basename(stdout.trim().split('\n').at(-1)!)}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}
