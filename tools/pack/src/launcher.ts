/** The file of a command: says in one sentence when this Node is too old, else runs `main`. */

/** Where it stands in a package. */
export const launcherFile = (command: string): string => `./bin/${command}.js`;

/**
 * Written in what every Node with modules reads, for a program in newer words would end in a syntax error. Node keeps the
 * compiled code in the user's cache, which halves the CPU time of a start; elsewhere others could write to it.
 * @param engine `engines.node` of the package, `>=22.12`
 * @param main from the launcher, `../src/cli.js`
 */
export function launcher(command: string, engine: string, main: string): string {
  const [, needed] = /^>=(\d+(?:\.\d+)?)$/.exec(engine) ?? [];
  if (needed === undefined) throw new Error(`${command}: engines.node must be like >=22.12, not ${engine}`);
  const [major, minor = '0'] = needed.split('.');
  return `#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { join } from 'node:path';
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) {
  const cache = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'));
  if (cache) nodeModule.enableCompileCache(join(cache, 'mailwright'));
  import('${main}');
} else {
  console.error(\`${command} needs Node ${needed} or newer, and this is Node \${process.versions.node}: https://nodejs.org has a newer one.\`);
  process.exitCode = 1;
}
`;
}
