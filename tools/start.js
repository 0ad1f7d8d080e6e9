import * as nodeModule from 'node:module';
import { join } from 'node:path';

/**
 * Starts a command from its TypeScript source. In plain JavaScript, because a Node that cannot read TypeScript would end in a
 * stack trace instead of saying why. Compiled code is kept in the user's cache, as the launchers of the packages do.
 * @param {string} command
 * @param {() => Promise<unknown>} run
 */
export async function start(command, run) {
  if (process.features.typescript) {
    const cache = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'));
    if (cache) nodeModule.enableCompileCache(join(cache, 'mailwright'));
    await run();
    return;
  }
  console.error(
    `${command} needs Node 22.18 or newer to run from its source, and this is Node ${process.versions.node}: "npx ${command}" uses the one that "npm ci" has installed.`,
  );
  process.exitCode = 1;
}
