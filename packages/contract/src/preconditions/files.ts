import { stringify } from 'yaml';
import type { Preconditions } from './preconditions.ts';

/**
 * Returns the files that `loadPreconditions` reads, by their names below its directory. Whatever the user has in these files is
 * declared and no longer inferred, except for alternative ways to a status: they remain alternatives until the user selects one.
 */
export function preconditionFiles({ situations, operations, parameters }: Preconditions): Map<string, string> {
  const folders = { situations, operations };
  const entries = Object.entries(folders).flatMap(([folder, all]) =>
    Array.from(all, ([name, entry]): [string, string] => [`${folder}/${name}.yaml`, toYaml(entry)]),
  );
  return new Map([...entries, ['parameters.yaml', toYaml(Object.fromEntries(parameters))]]);
}

const toYaml = (value: object): string => stringify(declared(value));

function declared(value: object): object {
  const entries = Object.entries(value).filter(([key]) => key !== 'guessed');
  return Object.fromEntries(
    entries.map(([key, each]) => [key, isEntry(each) && key !== 'statuses' ? declared(each) : each]),
  );
}

const isEntry = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
