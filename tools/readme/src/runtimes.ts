import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { newcomerEnvironment } from './environment.ts';

/** Every Node that may install the repository, with the npm that its users have. */
export const runtimes = [
  { node: '20', npm: '10' },
  { node: '22', npm: '11' },
  { node: '24', npm: '11' },
  { node: '26', npm: '12' },
];

export interface Runtime {
  /** `Node 26.10.0, npm 12.2.0` */
  name: string;
  /** An environment in which `node` and `npm` are these. */
  env: NodeJS.ProcessEnv;
}

/** Installs the newest of a Node and an npm into a directory. Both come from npm. */
export function installRuntime({ node, npm }: { node: string; npm: string }, directory: string): Runtime {
  mkdirSync(directory);
  const manifest = { private: true, dependencies: { node, npm }, allowScripts: { node: true } };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  const outer = newcomerEnvironment(process.env);
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: directory, env: outer, stdio: 'pipe' });
  const env = { ...outer, PATH: `${join(directory, 'node_modules', '.bin')}${delimiter}${outer.PATH}` };
  const versionOf = (program: string) =>
    execFileSync(program, ['--version'], { env, encoding: 'utf8' }).trim().replace('v', '');
  return { name: `Node ${versionOf('node')}, npm ${versionOf('npm')}`, env };
}
