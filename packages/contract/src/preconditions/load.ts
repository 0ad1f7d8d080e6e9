import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parse as parseYaml } from 'yaml';
import type { Contract } from '../contract/contract.ts';
import { checkPreconditions } from './check.ts';
import type { Preconditions } from './preconditions.ts';

/** What is wrong with preconditions, all of it. */
export class PreconditionsError extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'PreconditionsError';
  }
}

/**
 * Reads `situations/*.yaml`, `operations/*.yaml` and `parameters.yaml` of a directory.
 * @throws PreconditionsError when a file is no YAML, or names what is not there
 */
export function loadPreconditions(directory: string, contract: Contract): Preconditions {
  if (!existsSync(directory)) throw new PreconditionsError([`${directory}: no such directory`]);
  const parameters = join(directory, 'parameters.yaml');
  const preconditions: Preconditions = {
    situations: readAll(join(directory, 'situations')),
    operations: readAll(join(directory, 'operations')),
    parameters: new Map(Object.entries(existsSync(parameters) ? read(parameters) : {})),
  };
  const problems = checkPreconditions(preconditions, contract.model);
  if (problems.length > 0) throw new PreconditionsError(problems.map((problem) => `${directory}: ${problem}`));
  return preconditions;
}

/** The files of a folder, by their names. */
function readAll<T>(folder: string): Map<string, T> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return new Map(files.sort().map((file) => [parse(file).name, read(join(folder, file)) as T]));
}

// biome-ignore lint/suspicious/noExplicitAny: checked by checkPreconditions
function read(file: string): any {
  try {
    return parseYaml(readFileSync(file, 'utf8')) ?? {};
  } catch (error) {
    throw new PreconditionsError([`${file}: ${(error as Error).message}`]);
  }
}
