import { delimiter } from 'node:path';

/** An environment as a newcomer's: without what `npm run` and Nx add to it, and without the programs of this checkout. */
export function newcomerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(npm_|NX_|NODE(_ENV|_OPTIONS|_PATH)?$|INIT_CWD$|MAILWRIGHT_|DATABASE_URL$)/i.test(name),
  );
  const programs = (env.PATH ?? '').split(delimiter).filter((directory) => !/[\\/]node_modules[\\/]/.test(directory));
  return { ...Object.fromEntries(kept), PATH: programs.join(delimiter) };
}
