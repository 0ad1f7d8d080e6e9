import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { ActionContext, NamedDirectories } from './action.ts';
import { refused } from './refusal.ts';

const options = { relaySecrets: '--relay-secrets', operatorFiles: '--operator-files' } as const;

/**
 * Returns the absolute path of a file that an operator names. Over the network it must be in the named directory, below
 * which links lead nowhere else; the user of the command line owns the machine, and names any file.
 * @throws RefusalError 403
 */
export function namedFile(
  { operator, directories }: Pick<ActionContext, 'operator' | 'directories'>,
  name: keyof NamedDirectories,
  path: string,
): string {
  if (operator === undefined) return resolve(path);
  const directory = directories?.[name];
  const option = options[name];
  if (directory === undefined)
    throw refused(`over the network, files can only be named in the directory of ${option}; start the service with it`);
  const place = realPath(dirname(resolve(directory, path)));
  const file = place && (realPath(join(place, basename(path))) ?? join(place, basename(path)));
  const within = file && relative(realPath(directory) ?? resolve(directory), file);
  if (!within || within.startsWith('..') || isAbsolute(within))
    throw refused(
      `"${path}" is not in ${directory}, the directory of ${option}, from which files can be named over the network`,
    );
  return file;
}

/** Returns a path without links, or `undefined` if it does not exist. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
